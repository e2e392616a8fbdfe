// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: %clang -O1 -g %asan %s %ompscan_flags %ompscan_libs -o %t.asan
// RUN: %run_tiny %t.asan 5000

// Sections that are mapped: whole, from the start, exact, and larger than what is used.

#include "Inputs/int_loops.h"

static void whole(int *y, const int *x, long n) {
#pragma omp target map(to : x[0 : n]) map(tofrom : y[0 : n])
#pragma omp parallel for scan(+ : y)
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void whole_expected(int *y, const int *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void without_start(int *y, const int *x, long n) {
#pragma omp target map(to : x[:n]) map(tofrom : y[:n])
#pragma omp parallel for scan(+ : y)
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void without_start_expected(int *y, const int *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void exact_middle(int *y, const int *x, long n) {
#pragma omp target map(to : x[n / 2 + 1 : n - n / 2 - 1]) \
    map(tofrom : y[n / 2 : n - n / 2])
#pragma omp parallel for scan(+ : y)
  for (long i = n / 2 + 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void exact_middle_expected(int *y, const int *x, long n) {
  for (long i = n / 2 + 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void larger(int *y, const int *x, long n) {
#pragma omp target map(tofrom : x[0 : n], y[0 : n])
#pragma omp parallel for scan(+ : y)
  for (long i = n / 4 + 1; i < n / 2; i++)
    y[i] = y[i - 1] + x[i];
}

static void larger_expected(int *y, const int *x, long n) {
  for (long i = n / 4 + 1; i < n / 2; i++)
    y[i] = y[i - 1] + x[i];
}

static void one_map_for_both(int *y, const int *x, long n) {
#pragma omp target map(tofrom : x[0 : n], y[0 : n])
#pragma omp parallel for scan(+ : y)
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

static void one_map_for_both_expected(int *y, const int *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

static void default_type(int *y, const int *x, long n) {
#pragma omp target map(x[0 : n], y[0 : n])
#pragma omp parallel for scan(+ : y)
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void default_type_expected(int *y, const int *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void modifiers(int *y, const int *x, long n) {
#pragma omp target map(always, to : x[0 : n]) map(always, tofrom : y[0 : n])
#pragma omp parallel for scan(+ : y)
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void modifiers_expected(int *y, const int *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void only_the_input(int *y, const int *x, long n) {
#pragma omp target map(to : x[0 : n])
#pragma omp parallel for scan(+ : y)
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void only_the_input_expected(int *y, const int *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void only_the_item(int *y, const int *x, long n) {
#pragma omp target map(tofrom : y[0 : n])
#pragma omp parallel for scan(+ : y)
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void only_the_item_expected(int *y, const int *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void firstprivate_bound(int *y, const int *x, long n) {
#pragma omp target map(to : x[0 : n]) map(tofrom : y[0 : n]) firstprivate(n)
#pragma omp parallel for scan(+ : y)
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void firstprivate_bound_expected(int *y, const int *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

// The seed is sent although nothing else of y is.
static void from(int *y, const int *x, long n) {
#pragma omp target map(to : x[0 : n]) map(from : y[0 : n])
#pragma omp parallel for scan(+ : y)
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void from_expected(int *y, const int *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

// What is not stored is not copied back.
static void from_keeps_the_rest(int *y, const int *x, long n) {
#pragma omp target map(to : x[0 : n]) map(from : y[0 : n])
#pragma omp parallel for scan(+ : y)
  for (long i = n / 3 + 2; i < n / 2; i += 2)
    y[i] = y[i - 2] + x[i];
}

static void from_keeps_the_rest_expected(int *y, const int *x, long n) {
  for (long i = n / 3 + 2; i < n / 2; i += 2)
    y[i] = y[i - 2] + x[i];
}

static void from_with_stride(int *y, const int *x, long n) {
#pragma omp target map(to : x[0 : n]) map(from : y[0 : 2 * n])
#pragma omp parallel for scan(+ : y)
  for (long i = 1; i < n; i++)
    y[2 * i] = y[2 * i - 2] + x[i];
}

static void from_with_stride_expected(int *y, const int *x, long n) {
  for (long i = 1; i < n; i++)
    y[2 * i] = y[2 * i - 2] + x[i];
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  CHECK_INT_LOOP(whole);
  CHECK_INT_LOOP(without_start);
  CHECK_INT_LOOP(exact_middle);
  CHECK_INT_LOOP(larger);
  CHECK_INT_LOOP(one_map_for_both);
  CHECK_INT_LOOP(default_type);
  CHECK_INT_LOOP(modifiers);
  CHECK_INT_LOOP(only_the_input);
  CHECK_INT_LOOP(only_the_item);
  CHECK_INT_LOOP(firstprivate_bound);
  CHECK_INT_LOOP(from);
  CHECK_INT_LOOP(from_keeps_the_rest);
  check_int_loop("from_with_stride", from_with_stride, from_with_stride_expected, 2);
  return scan_test_passed();
}
