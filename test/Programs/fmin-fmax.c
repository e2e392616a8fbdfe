// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: %long %clang -O1 -g %asan %s %ompscan_flags %ompscan_libs -lm -o %t.asan
// RUN: %long %run_tiny %t.asan 5000

// The library's minimum and maximum, which ignore NaN.

#include "Inputs/min_max.h"

static void largest(double *y, const double *x, long n) {
#pragma omp parallel for scan(max : y)
  for (long i = 1; i < n; i++)
    y[i] = fmax(y[i - 1], x[i]);
}

static void largest_expected(double *y, const double *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = fmax(y[i - 1], x[i]);
}

static void smallest(float *y, const float *x, long n) {
#pragma omp parallel for scan(min : y)
  for (long i = 1; i < n; i++)
    y[i] = fminf(x[i - 1], y[i - 1]);
}

static void smallest_expected(float *y, const float *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = fminf(x[i - 1], y[i - 1]);
}

/* Integers are compared as numbers that represent them. */
static void rounded(int *y, const int *x, long n) {
#pragma omp parallel for scan(max : y)
  for (long i = 1; i < n; i++)
    y[i] = fmax(y[i - 1], x[i]);
}

static void rounded_expected(int *y, const int *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = fmax(y[i - 1], x[i]);
}

static void narrow(signed char *y, const signed char *x, long n) {
  signed char s = 100;
#pragma omp parallel for scan(min : s)
  for (long i = 0; i < n; i++) {
    if (x[i] != 3)
      s = fminf(x[i], s);
    y[i] = s;
  }
}

static void narrow_expected(signed char *y, const signed char *x, long n) {
  signed char s = 100;
  for (long i = 0; i < n; i++) {
    if (x[i] != 3)
      s = fminf(x[i], s);
    y[i] = s;
  }
}

#define narrow_input(K, N) scan_test_pick(K, -128, 127)

#define CHECK(T, NAME, INPUT)                                                  \
  FOR_EACH_SIZE(n) {                                                           \
    T *x = BLOCK(T, n), *y = BLOCK(T, n), *want = BLOCK(T, n);                 \
    for (size_t k = 0; k < n; ++k)                                             \
      x[k] = scan_test_pick(k, 0, 4) || (T)1.5 == 1 ? (T)INPUT(k, n) / 8       \
                                                    : (T)NAN;                  \
    if (n)                                                                     \
      y[0] = want[0] = 0;                                                      \
    NAME(y, x, (long)n);                                                       \
    NAME##_expected(want, x, (long)n);                                         \
    CHECK_SAME(y, want, n);                                                    \
    free(x);                                                                   \
    free(y);                                                                   \
    free(want);                                                                \
  }

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  CHECK(double, largest, scan_test_rising)
  CHECK(float, smallest, scan_test_falling)
  CHECK(int, rounded, scan_test_rising)
  CHECK(signed char, narrow, narrow_input)
  return scan_test_passed();
}
