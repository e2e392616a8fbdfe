// RUN: %clang %opt -DMAPPED %s %ompscan_flags %ompscan_libs -o %t && %run %t && %run_tiny %t
// RUN: %clang %opt %s %ompscan_native_flags %ompscan_libs -o %t.host && %run %t.host

// What stands behind a `break` or `continue` of an inner loop is not done in
// every iteration, although the inner loop is: elements that are not stored keep
// their values.

#include <stdlib.h>
#include <string.h>

enum { N = 1000 };

static int leave(const int *x, int *y, int s) {
#ifdef MAPPED
#pragma omp target map(to : x[0 : N]) map(tofrom : y[0 : N])
#endif
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < N; i++) {
    s += x[i];
    for (int j = 0; j < 4; j++) {
      if (j == x[i])
        break;
      y[i] = s;
    }
  }
  return s;
}

static int skip(const int *x, int *y, int s) {
#ifdef MAPPED
#pragma omp target map(to : x[0 : N]) map(tofrom : y[0 : N])
#endif
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < N; i++) {
    s += x[i];
    for (int j = 0; j < 4; j++) {
      if (x[i] > 2)
        continue;
      y[i] = s;
    }
  }
  return s;
}

int main(void) {
  int *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
  for (int i = 0; i < N; i++)
    x[i] = i % 5;
  for (int way = 0; way < 2; way++) {
    memset(y, 0xA7, N * sizeof *y);
    int untouched, s = 3, end = way ? skip(x, y, s) : leave(x, y, s);
    memset(&untouched, 0xA7, sizeof untouched);
    for (int i = 0; i < N; i++) {
      s += x[i];
      if (y[i] != ((way ? x[i] > 2 : x[i] == 0) ? untouched : s))
        return 1 + way;
    }
    if (s != end)
      return 3;
  }
  return 0;
}
