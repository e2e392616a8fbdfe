// RUN: %clangxx %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: %long %clangxx -O1 -g %asan %s %ompscan_flags %ompscan_libs -lm -o %t.asan
// RUN: %long %run %t.asan 5000

// std::min and std::max in their usual types.

#include "Inputs/min_max.h"
#include <algorithm>

template <typename T> static void largest(T *y, const T *x, long n) {
#pragma omp parallel for scan(max : y)
  for (long i = 1; i < n; i++)
    y[i] = std::max(y[i - 1], x[i]);
}

template <typename T> static void largestExpected(T *y, const T *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = std::max(y[i - 1], x[i]);
}

template <typename T> static void smallest(T *y, const T *x, long n) {
#pragma omp parallel for scan(min : y)
  for (long i = 1; i < n; i++)
    y[i] = std::min<T>(x[i - 1], y[i - 1]);
}

template <typename T> static void smallestExpected(T *y, const T *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = std::min<T>(x[i - 1], y[i - 1]);
}

template <typename T> static void check() {
  FOR_EACH_SIZE(n) {
    T *x = BLOCK(T, n), *y = BLOCK(T, n), *want = BLOCK(T, n);
    for (size_t k = 0; k < n; ++k)
      x[k] = static_cast<T>(scan_test_rising(k, n));
    if (n)
      y[0] = want[0] = x[0];
    largest(y, x, n);
    largestExpected(want, x, n);
    CHECK_SAME(y, want, n);
    for (size_t k = 0; k < n; ++k)
      x[k] = static_cast<T>(scan_test_falling(k, n));
    smallest(y, x, n);
    smallestExpected(want, x, n);
    CHECK_SAME(y, want, n);
    free(x);
    free(y);
    free(want);
  }
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  check<signed char>();
  check<unsigned short>();
  check<int>();
  check<unsigned long>();
  check<float>();
  check<double>();
  return scan_test_passed();
}
