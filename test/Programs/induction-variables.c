// RUN: %clang %opt -Wall -Wno-sign-compare -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size

// Induction variables of other types than the bound, and declared outside the loop.

#include "Inputs/int_loops.h"

static void declared_outside(int *y, const int *x, long n) {
  int i;
#pragma omp parallel for scan(+ : y)
  for (i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void declared_outside_expected(int *y, const int *x, long n) {
  int i;
  for (i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void narrower_than_the_bound(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void narrower_than_the_bound_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void wider_than_the_bound(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (long i = 1; i < (int)n; i++)
    y[i] = y[i - 1] + x[i];
}

static void wider_than_the_bound_expected(int *y, const int *x, long n) {
  for (long i = 1; i < (int)n; i++)
    y[i] = y[i - 1] + x[i];
}

static void unsigned_with_signed_bound(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (unsigned i = 1; i < (int)n; i++)
    y[i] = y[i - 1] + x[i];
}

static void unsigned_with_signed_bound_expected(int *y, const int *x, long n) {
  for (unsigned i = 1; i < (int)n; i++)
    y[i] = y[i - 1] + x[i];
}

static void unsigned_offsets(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (unsigned i = 1; i < n; i++)
    y[i] = y[i - 1u] + x[i - 1u];
}

static void unsigned_offsets_expected(int *y, const int *x, long n) {
  for (unsigned i = 1; i < n; i++)
    y[i] = y[i - 1u] + x[i - 1u];
}

static void from_below_zero(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = -5; i < n - 6; i++)
    y[i + 6] = y[i + 5] + x[i + 6];
}

static void from_below_zero_expected(int *y, const int *x, long n) {
  for (int i = -5; i < n - 6; i++)
    y[i + 6] = y[i + 5] + x[i + 6];
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  CHECK_INT_LOOP(declared_outside);
  CHECK_INT_LOOP(narrower_than_the_bound);
  CHECK_INT_LOOP(wider_than_the_bound);
  CHECK_INT_LOOP(unsigned_with_signed_bound);
  CHECK_INT_LOOP(unsigned_offsets);
  CHECK_INT_LOOP(from_below_zero);
  return scan_test_passed();
}
