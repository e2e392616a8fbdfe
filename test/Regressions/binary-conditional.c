// `a ?: b` reads `b` only where `a` is 0.

// RUN: %clang %opt -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: env OMPSCAN_DEVICE=host OMP_TARGET_OFFLOAD=DISABLED %t

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 20000 };

static long affine(const int *a, const int *b, long *y) {
  long s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < N; i++) {
    s += a[i] ?: b[i];
    y[i] = s;
  }
  return s;
}

static long indirect(const int *a, const int *b, const long *index, long *y) {
  long s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < N; i++) {
    s += a[i] ?: b[index[i]];
    y[i] = s;
  }
  return s;
}

int main(void) {
  static int a[N], b[N];
  static long index[N], y[N], z[N];
  for (int i = 0; i < N; i++) {
    a[i] = i % 3;
    b[i] = 7 * i;
    index[i] = a[i] ? -100000000000 : N - 1 - i;
  }
  memset(y, 0xff, sizeof y);
  memset(z, 0xff, sizeof z);
  const long all = affine(a, b, y), picked = indirect(a, b, index, z);
  long s = 0, t = 0;
  for (int i = 0; i < N; i++) {
    s += a[i] != 0 ? a[i] : b[i];
    t += a[i] != 0 ? a[i] : b[N - 1 - i];
    if (y[i] != s || z[i] != t) {
      printf("wrong at %d\n", i);
      return 1;
    }
  }
  return all != s || picked != t;
}
