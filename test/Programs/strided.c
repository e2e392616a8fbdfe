// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: %long %clang -O1 -g %asan %s %ompscan_flags %ompscan_libs -lm -o %t.asan
// RUN: %long %run_tiny %t.asan 5000

// Stores with a stride leave the elements in between alone.

#include "Inputs/int_loops.h"

static void odd_elements(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[2 * i + 1] = y[2 * i - 1] + x[i];
}

static void odd_elements_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[2 * i + 1] = y[2 * i - 1] + x[i];
}

static void every_third(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i * 3] = y[i * 3 - 3] + x[i];
}

static void every_third_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i * 3] = y[i * 3 - 3] + x[i];
}

static void in_place(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[3 * i] += y[3 * i - 3];
}

static void in_place_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[3 * i] += y[3 * i - 3];
}

static void factored(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[2 * i] = y[2 * (i - 1)] + x[i];
}

static void factored_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[2 * i] = y[2 * (i - 1)] + x[i];
}

// The loop counts up and the array is filled downwards.
static void mirrored(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[n - 1 - i] = y[n - i] + x[i];
}

static void mirrored_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[n - 1 - i] = y[n - i] + x[i];
}

static void step_and_stride(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 2; i < n; i += 2)
    y[2 * i + 1] = y[2 * i - 3] + x[i];
}

static void step_and_stride_expected(int *y, const int *x, long n) {
  for (int i = 2; i < n; i += 2)
    y[2 * i + 1] = y[2 * i - 3] + x[i];
}

static void mirrored_down(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = (int)n - 2; i >= 0; i--)
    y[2 * (n - 1 - i)] = y[2 * (n - 2 - i)] + x[i];
}

static void mirrored_down_expected(int *y, const int *x, long n) {
  for (int i = (int)n - 2; i >= 0; i--)
    y[2 * (n - 1 - i)] = y[2 * (n - 2 - i)] + x[i];
}

static void strided_input(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n / 3; i++)
    y[i] = y[i - 1] + x[3 * i + 1];
}

static void strided_input_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n / 3; i++)
    y[i] = y[i - 1] + x[3 * i + 1];
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  check_int_loop("odd_elements", odd_elements, odd_elements_expected, 2);
  check_int_loop("every_third", every_third, every_third_expected, 3);
  check_int_loop("in_place", in_place, in_place_expected, 3);
  check_int_loop("factored", factored, factored_expected, 2);
  CHECK_INT_LOOP(mirrored);
  check_int_loop("step_and_stride", step_and_stride, step_and_stride_expected, 2);
  check_int_loop("mirrored_down", mirrored_down, mirrored_down_expected, 2);
  CHECK_INT_LOOP(strided_input);
  return scan_test_passed();
}
