// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t 150
// RUN: %long %clang -O1 -g %asan %s %ompscan_flags %ompscan_libs -lm -o %t.asan
// RUN: %long %run %t.asan 5000

// The forms of a recurrence.

#include "Inputs/int_loops.h"

static void exclusive(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

static void exclusive_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

static void inclusive(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void inclusive_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void in_place_compound(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] += y[i - 1];
}

static void in_place_compound_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] += y[i - 1];
}

static void in_place(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + y[i];
}

static void in_place_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + y[i];
}

static void in_place_flipped(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i] + y[i - 1];
}

static void in_place_flipped_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = y[i] + y[i - 1];
}

static void exclusive_flipped(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = x[i - 1] + y[i - 1];
}

static void exclusive_flipped_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = x[i - 1] + y[i - 1];
}

static void inclusive_flipped(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = x[i] + y[i - 1];
}

static void inclusive_flipped_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = x[i] + y[i - 1];
}

static void shifted(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 0; i < n - 1; i++)
    y[i + 1] = y[i] + x[i];
}

static void shifted_expected(int *y, const int *x, long n) {
  for (int i = 0; i < n - 1; i++)
    y[i + 1] = y[i] + x[i];
}

static void shifted_in_place(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 0; i < n - 1; i++)
    y[i + 1] += y[i];
}

static void shifted_in_place_expected(int *y, const int *x, long n) {
  for (int i = 0; i < n - 1; i++)
    y[i + 1] += y[i];
}

// The input may be anywhere else.
static void far_inputs(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 3; i < n - 2; i++)
    y[i] = y[i - 1] + (x[i - 3] - x[i + 2]);
}

static void far_inputs_expected(int *y, const int *x, long n) {
  for (int i = 3; i < n - 2; i++)
    y[i] = y[i - 1] + (x[i - 3] - x[i + 2]);
}

static void in_a_block(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++) {
    y[i] = y[i - 1] + x[i];
  }
}

static void in_a_block_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++) {
    y[i] = y[i - 1] + x[i];
  }
}

static void parenthesised(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    (y[i]) = ((y[(i)-1]) + (x[i]));
}

static void parenthesised_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    (y[i]) = ((y[(i)-1]) + (x[i]));
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  CHECK_INT_LOOP(exclusive);
  CHECK_INT_LOOP(inclusive);
  CHECK_INT_LOOP(in_place_compound);
  CHECK_INT_LOOP(in_place);
  CHECK_INT_LOOP(in_place_flipped);
  CHECK_INT_LOOP(exclusive_flipped);
  CHECK_INT_LOOP(inclusive_flipped);
  CHECK_INT_LOOP(shifted);
  CHECK_INT_LOOP(shifted_in_place);
  CHECK_INT_LOOP(far_inputs);
  CHECK_INT_LOOP(in_a_block);
  CHECK_INT_LOOP(parenthesised);
  return scan_test_passed();
}
