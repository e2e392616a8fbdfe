// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: %long %clang -O1 -g %asan %s %ompscan_flags %ompscan_libs -lm -o %t.asan
// RUN: %long %run %t.asan 5000

// Inputs are expressions over arrays, scalars and the induction variable.

#include "Inputs/int_loops.h"

static void scaled(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + (x[i] * 2 + x[i - 1]);
}

static void scaled_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + (x[i] * 2 + x[i - 1]);
}

static void flag(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + (x[i] > 3) + ((x[i] > -2) > (x[i] > 2));
}

static void flag_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + (x[i] > 3) + ((x[i] > -2) > (x[i] > 2));
}

static void choice(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + (x[i] < 0 ? -x[i] : x[i]);
}

static void choice_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + (x[i] < 0 ? -x[i] : x[i]);
}

static void constant(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + 2;
}

static void constant_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + 2;
}

static void induction_variable(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + i % 7;
}

static void induction_variable_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + i % 7;
}

static void conversions(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + ((unsigned char)x[i] + (int)(x[i] * 0.5));
}

static void conversions_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + ((unsigned char)x[i] + (int)(x[i] * 0.5));
}

static void bits(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + (((x[i] & 3) | (x[i - 1] >> 1 & 1)) ^ ~x[i]);
}

static void bits_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + (((x[i] & 3) | (x[i - 1] >> 1 & 1)) ^ ~x[i]);
}

static void division(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + (x[i] / 3 + x[i] % 5);
}

static void division_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + (x[i] / 3 + x[i] % 5);
}

static void reversed_input(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[n - 1 - i];
}

static void reversed_input_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[n - 1 - i];
}

// x[i - 1] is not read in every iteration: how much of x there is must be told.
static void logical(int *y, const int *x, long n) {
#pragma omp target parallel for scan(+ : y) map(to : x[0 : n])
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + ((x[i] > 2 && x[i - 1] < 5) + !x[i]);
}

static void logical_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + ((x[i] > 2 && x[i - 1] < 5) + !x[i]);
}

static void product_of_sums(int *y, const int *x, long n) {
#pragma omp parallel for scan(* : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] * ((x[i] & 1) + (x[i] & 1) - 1);
}

static void product_of_sums_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] * ((x[i] & 1) + (x[i] & 1) - 1);
}

// Element f(i) of the item is an input like any other.
static void own_value(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + (y[i] * 2 + x[i]) % 10;
}

static void own_value_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + (y[i] * 2 + x[i]) % 10;
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  CHECK_INT_LOOP(scaled);
  CHECK_INT_LOOP(flag);
  CHECK_INT_LOOP(choice);
  CHECK_INT_LOOP(constant);
  CHECK_INT_LOOP(induction_variable);
  CHECK_INT_LOOP(conversions);
  CHECK_INT_LOOP(bits);
  CHECK_INT_LOOP(division);
  CHECK_INT_LOOP(reversed_input);
  CHECK_INT_LOOP(logical);
  CHECK_INT_LOOP(product_of_sums);
  CHECK_INT_LOOP(own_value);
  return scan_test_passed();
}
