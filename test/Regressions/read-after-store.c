// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT %t 2>&1 | %filecheck %s

// Two names of one array: what an iteration reads after its store is the stored
// value, and what it reads before is in place. The input of the scan is
// computed before any store.

// CHECK: (after): the loop runs on the host{{.*}}: arrays y and x overlap
// CHECK: (sums): the loop runs on the host{{.*}}: arrays y and x overlap
// CHECK-NOT: the loop runs on the host
// CHECK: ok

#include <stdio.h>

enum { N = 5000 };

static long after(const int *x, int *y, int n) {
  long s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    y[i] = 7;
    s += x[i];
  }
  return s;
}

static long sums(const int *x, int *y, int n) {
  long s = 0;
#pragma omp parallel for scan(+ : y, s)
  for (int i = 1; i < n; i++) {
    y[i] = y[i - 1] + 1;
    s += x[i];
  }
  return s;
}

static long before(const int *x, int *y, int n) {
  long s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = 7;
  }
  return s;
}

int main(void) {
  static int x[N];
  long want = 0;
  if (after(x, x, N) != 7 * N)
    return 1;
  for (int i = 1; i < N; i++)
    want += 7 + i;
  if (sums(x, x, N) != want)
    return 1;
  want = 0;
  for (int i = 0; i < N; i++)
    want += x[i];
  if (before(x, x, N) != want)
    return 1;
  puts("ok");
  return 0;
}
