// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: %long %clang -O1 -g %asan %s %ompscan_flags %ompscan_libs -lm -o %t.asan
// RUN: %long %run_tiny %t.asan 5000

// Every relation, bounds that are expressions, and starts that are not 1.

#include "Inputs/int_loops.h"

static void less(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void less_expected(int *y, const int *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void less_equal(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (long i = 1; i <= n - 1; i++)
    y[i] = y[i - 1] + x[i];
}

static void less_equal_expected(int *y, const int *x, long n) {
  for (long i = 1; i <= n - 1; i++)
    y[i] = y[i - 1] + x[i];
}

static void turned_round(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (long i = 1; n > i; i++)
    y[i] = y[i - 1] + x[i];
}

static void turned_round_expected(int *y, const int *x, long n) {
  for (long i = 1; n > i; i++)
    y[i] = y[i - 1] + x[i];
}

static void greater(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (long i = n - 1; i > 0; i--)
    y[i - 1] = y[i] + x[i - 1];
}

static void greater_expected(int *y, const int *x, long n) {
  for (long i = n - 1; i > 0; i--)
    y[i - 1] = y[i] + x[i - 1];
}

static void greater_equal(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (long i = n - 1; i >= 1; i--)
    y[i - 1] = y[i] + x[i - 1];
}

static void greater_equal_expected(int *y, const int *x, long n) {
  for (long i = n - 1; i >= 1; i--)
    y[i - 1] = y[i] + x[i - 1];
}

static void not_equal(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (long i = 1; i != (n > 0 ? n : 1); i++)
    y[i] = y[i - 1] + x[i];
}

static void not_equal_expected(int *y, const int *x, long n) {
  for (long i = 1; i != (n > 0 ? n : 1); i++)
    y[i] = y[i - 1] + x[i];
}

static void not_equal_down(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (long i = n > 0 ? n - 1 : 0; i != 0; i--)
    y[i - 1] = y[i] + x[i - 1];
}

static void not_equal_down_expected(int *y, const int *x, long n) {
  for (long i = n > 0 ? n - 1 : 0; i != 0; i--)
    y[i - 1] = y[i] + x[i - 1];
}

static void half(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (long i = n / 4 + 1; i < n / 2; i++)
    y[i] = y[i - 1] + x[i];
}

static void half_expected(int *y, const int *x, long n) {
  for (long i = n / 4 + 1; i < n / 2; i++)
    y[i] = y[i - 1] + x[i];
}

static void last_step_incomplete(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (long i = 3; i <= n - 1; i += 3)
    y[i] = y[i - 3] + x[i];
}

static void last_step_incomplete_expected(int *y, const int *x, long n) {
  for (long i = 3; i <= n - 1; i += 3)
    y[i] = y[i - 3] + x[i];
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  CHECK_INT_LOOP(less);
  CHECK_INT_LOOP(less_equal);
  CHECK_INT_LOOP(turned_round);
  CHECK_INT_LOOP(greater);
  CHECK_INT_LOOP(greater_equal);
  CHECK_INT_LOOP(not_equal);
  CHECK_INT_LOOP(not_equal_down);
  CHECK_INT_LOOP(half);
  CHECK_INT_LOOP(last_step_incomplete);
  return scan_test_passed();
}
