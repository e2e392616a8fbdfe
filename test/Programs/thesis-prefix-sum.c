// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t 1000003
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t 150

// Listing 1.1: the prefix sum.

#include "Inputs/scan_test.h"

static void sequential(int *x, int *y, int n) {
  y[0] = 0;
  for (int i = 1; i < n; i++)
    y[i] = y[i-1] + x[i-1];
}

static void parallel(int *x, int *y, int n) {
  y[0] = 0;
  #pragma omp parallel for scan(+: y)
  for (int i = 1; i < n; i++)
    y[i] = y[i-1] + x[i-1];
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n) {
    if (n == 0)
      continue;
    int *x = BLOCK(int, n), *y = BLOCK(int, n), *want = BLOCK(int, n);
    for (size_t k = 0; k < n; ++k)
      x[k] = (int)scan_test_pick(k, -9, 9);
    parallel(x, y, (int)n);
    sequential(x, want, (int)n);
    CHECK_SAME(y, want, n);
    free(x);
    free(y);
    free(want);
  }
  return scan_test_passed();
}
