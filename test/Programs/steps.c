// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: %long %clang -O1 -g %asan %s %ompscan_flags %ompscan_libs -lm -o %t.asan
// RUN: %long %run %t.asan 5000

// Loops up and down with any constant step.

#include "Inputs/int_loops.h"

static void up(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; ++i)
    y[i] = y[i - 1] + x[i];
}

static void up_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; ++i)
    y[i] = y[i - 1] + x[i];
}

static void down(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = (int)n - 2; i >= 0; --i)
    y[i] = y[i + 1] + x[i];
}

static void down_expected(int *y, const int *x, long n) {
  for (int i = (int)n - 2; i >= 0; --i)
    y[i] = y[i + 1] + x[i];
}

static void down_in_place(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = (int)n - 2; i >= 0; i--)
    y[i] += y[i + 1];
}

static void down_in_place_expected(int *y, const int *x, long n) {
  for (int i = (int)n - 2; i >= 0; i--)
    y[i] += y[i + 1];
}

static void down_shifted(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = (int)n - 1; i > 0; i--)
    y[i - 1] = y[i] + x[i];
}

static void down_shifted_expected(int *y, const int *x, long n) {
  for (int i = (int)n - 1; i > 0; i--)
    y[i - 1] = y[i] + x[i];
}

static void by_two(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 2; i < n; i += 2)
    y[i] = y[i - 2] + x[i];
}

static void by_two_expected(int *y, const int *x, long n) {
  for (int i = 2; i < n; i += 2)
    y[i] = y[i - 2] + x[i];
}

static void by_two_shifted(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n - 2; i += 2)
    y[i + 2] = y[i] + x[i + 1];
}

static void by_two_shifted_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n - 2; i += 2)
    y[i + 2] = y[i] + x[i + 1];
}

static void by_five(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 7; i < n; i = i + 5)
    y[i] = y[i - 5] + x[i - 7];
}

static void by_five_expected(int *y, const int *x, long n) {
  for (int i = 7; i < n; i = i + 5)
    y[i] = y[i - 5] + x[i - 7];
}

static void by_five_flipped(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 7; i < n; i = 5 + i)
    y[i] = y[i - 5] + x[i];
}

static void by_five_flipped_expected(int *y, const int *x, long n) {
  for (int i = 7; i < n; i = 5 + i)
    y[i] = y[i - 5] + x[i];
}

static void down_by_three(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = (int)n - 4; i >= 0; i -= 3)
    y[i] = y[i + 3] + x[i];
}

static void down_by_three_expected(int *y, const int *x, long n) {
  for (int i = (int)n - 4; i >= 0; i -= 3)
    y[i] = y[i + 3] + x[i];
}

static void down_by_four(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = (int)n - 5; i > -1; i = i - 4)
    y[i] = y[i + 4] + x[i + 1];
}

static void down_by_four_expected(int *y, const int *x, long n) {
  for (int i = (int)n - 5; i > -1; i = i - 4)
    y[i] = y[i + 4] + x[i + 1];
}

static void down_by_negative_step(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = (int)n - 3; i >= 0; i += -2)
    y[i] = y[i + 2] + x[i];
}

static void down_by_negative_step_expected(int *y, const int *x, long n) {
  for (int i = (int)n - 3; i >= 0; i += -2)
    y[i] = y[i + 2] + x[i];
}

static void larger_than_the_loop(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1000; i < n; i += 1000)
    y[i] = y[i - 1000] + x[i];
}

static void larger_than_the_loop_expected(int *y, const int *x, long n) {
  for (int i = 1000; i < n; i += 1000)
    y[i] = y[i - 1000] + x[i];
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  CHECK_INT_LOOP(up);
  CHECK_INT_LOOP(down);
  CHECK_INT_LOOP(down_in_place);
  CHECK_INT_LOOP(down_shifted);
  CHECK_INT_LOOP(by_two);
  CHECK_INT_LOOP(by_two_shifted);
  CHECK_INT_LOOP(by_five);
  CHECK_INT_LOOP(by_five_flipped);
  CHECK_INT_LOOP(down_by_three);
  CHECK_INT_LOOP(down_by_four);
  CHECK_INT_LOOP(down_by_negative_step);
  CHECK_INT_LOOP(larger_than_the_loop);
  return scan_test_passed();
}
