// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: %long %clang -O1 -g %asan %s %ompscan_flags %ompscan_libs -lm -o %t.asan
// RUN: %long %run_tiny %t.asan 5000

// The item may stand anywhere in a sum, and a sum may also subtract.

#include "Inputs/int_loops.h"

static void first_of_three(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1] + x[i];
}

static void first_of_three_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1] + x[i];
}

static void in_the_middle(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = x[i - 1] + y[i - 1] + x[i];
}

static void in_the_middle_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = x[i - 1] + y[i - 1] + x[i];
}

static void with_a_difference(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i] - x[i - 1];
}

static void with_a_difference_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i] - x[i - 1];
}

static void in_place_with_more(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] += y[i - 1] + x[i];
}

static void in_place_with_more_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] += y[i - 1] + x[i];
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  CHECK_INT_LOOP(first_of_three);
  CHECK_INT_LOOP(in_the_middle);
  CHECK_INT_LOOP(with_a_difference);
  CHECK_INT_LOOP(in_place_with_more);
  return scan_test_passed();
}
