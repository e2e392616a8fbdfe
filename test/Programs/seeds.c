// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: %long %clang -O1 -g %asan %s %ompscan_flags %ompscan_libs -lm -o %t.asan
// RUN: %long %run_tiny %t.asan 5000

// The scan starts from whatever stands before the first element.

#include "Inputs/scan_test.h"

static void sum(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void sum_expected(int *y, const int *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void smallest(int *y, const int *x, long n) {
#pragma omp parallel for scan(min : y)
  for (long i = 1; i < n; i++)
    y[i] = x[i] < y[i - 1] ? x[i] : y[i - 1];
}

static void smallest_expected(int *y, const int *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = x[i] < y[i - 1] ? x[i] : y[i - 1];
}

static void check(void (*scan)(int *, const int *, long),
                  void (*expected)(int *, const int *, long), int seed,
                  int low, int high) {
  FOR_EACH_SIZE(n) {
    int *x = BLOCK(int, n), *y = BLOCK(int, n), *want = BLOCK(int, n);
    for (size_t k = 0; k < n; ++k)
      x[k] = (int)scan_test_pick(k, low, high);
    if (n)
      y[0] = want[0] = seed;
    scan(y, x, (long)n);
    expected(want, x, (long)n);
    CHECK_SAME(y, want, n);
    free(x);
    free(y);
    free(want);
  }
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  check(sum, sum_expected, 0, -9, 9);
  check(sum, sum_expected, -123456789, -9, 9);
  // No prefix overflows, but sums of parts of the input do.
  check(sum, sum_expected, INT_MIN, 0, 4200);
  check(smallest, smallest_expected, 100, -50, 200);
  check(smallest, smallest_expected, INT_MIN, -50, 200);
  check(smallest, smallest_expected, INT_MAX, -50, 200);
  return scan_test_passed();
}
