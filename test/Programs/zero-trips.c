// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t
// RUN: %long %clang -O1 -g %asan %s %ompscan_flags %ompscan_libs -o %t.asan
// RUN: %long %run_tiny %t.asan

// A loop without iterations reads nothing, not even the seed, and needs no
// arrays at all.

#include "Inputs/scan_test.h"

static void up(int *y, const int *x, long first, long end) {
#pragma omp parallel for scan(+ : y)
  for (long i = first; i < end; i++)
    y[i] = y[i - 1] + x[i];
}

static void down(int *y, const int *x, unsigned first, unsigned end) {
#pragma omp parallel for scan(+ : y)
  for (unsigned i = first; i > end; i--)
    y[i] = y[i + 1] + x[i];
}

static void mapped(int *y, const int *x, long n) {
#pragma omp target map(to : x[0 : n]) map(tofrom : y[0 : n])
#pragma omp parallel for scan(+ : y)
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

int main(void) {
  up(NULL, NULL, 1, 1);
  up(NULL, NULL, 1, 0);
  up(NULL, NULL, LONG_MAX, LONG_MIN);
  down(NULL, NULL, 0, 0);
  down(NULL, NULL, 5, 5);
  down(NULL, NULL, 0, UINT_MAX);
  mapped(NULL, NULL, 0);

  // One past the end of a block may be named, not touched.
  int *y = BLOCK(int, 4), *x = BLOCK(int, 4);
  for (int k = 0; k < 4; ++k)
    y[k] = k;
  up(y, x, 5, 5);
  up(y + 4, x + 4, 0, 0);
  down(y + 4, x + 4, 0, 0);
  mapped(y + 4, x + 4, 0);
  mapped(y, x, 1);
  for (int k = 0; k < 4; ++k)
    if (y[k] != k)
      scan_test_fail(__FILE__, __LINE__, __func__, "y", k, y[k], k);
  free(x);
  free(y);
  return scan_test_passed();
}
