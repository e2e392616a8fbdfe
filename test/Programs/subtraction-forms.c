// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: %long %clang -O1 -g %asan %s %ompscan_flags %ompscan_libs -lm -o %t.asan
// RUN: %long %run_tiny %t.asan 5000

// Subtraction is a sum of negated inputs.

#include "Inputs/int_loops.h"

static void assigned(int *y, const int *x, long n) {
#pragma omp parallel for scan(- : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] - x[i - 1];
}

static void assigned_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] - x[i - 1];
}

static void of_an_expression(int *y, const int *x, long n) {
#pragma omp parallel for scan(- : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] - (x[i] - 2);
}

static void of_an_expression_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] - (x[i] - 2);
}

static void in_place(int *y, const int *x, long n) {
#pragma omp parallel for scan(- : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] - y[i];
}

static void in_place_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] - y[i];
}

static void downwards(int *y, const int *x, long n) {
#pragma omp parallel for scan(- : y)
  for (long i = n - 2; i >= 0; i--)
    y[i] = y[i + 1] - x[i];
}

static void downwards_expected(int *y, const int *x, long n) {
  for (long i = n - 2; i >= 0; i--)
    y[i] = y[i + 1] - x[i];
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  CHECK_INT_LOOP(assigned);
  CHECK_INT_LOOP(of_an_expression);
  CHECK_INT_LOOP(in_place);
  CHECK_INT_LOOP(downwards);
  return scan_test_passed();
}
