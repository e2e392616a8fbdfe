// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size

// The clause out of macros and _Pragma, and on several lines.

#include "Inputs/int_loops.h"

#define ITEM y
#define PLUS +
#define SCAN_PLUS scan(+ : y)
#define SCAN(OPERATOR, LIST) scan(OPERATOR : LIST)
#define PARALLEL_SCAN(LIST) _Pragma("omp parallel for scan(+ : y)")
#define BODY(Y, X) Y[i] = Y[i - 1] + X[i]
#define WHOLE_LOOP(Y, X, N)                                                    \
  _Pragma("omp parallel for scan(+ : y)") for (long i = 1; i < N; i++)         \
      Y[i] = Y[i - 1] + X[i];

static void expected(int *y, const int *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void in_the_clause(int *y, const int *x, long n) {
#pragma omp parallel for scan(PLUS : ITEM)
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void the_clause(int *y, const int *x, long n) {
#pragma omp parallel for SCAN_PLUS
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void with_arguments(int *y, const int *x, long n) {
#pragma omp parallel for SCAN(+, ITEM)
  for (long i = 1; i < n; i++)
    BODY(y, x);
}

static void pragma_operator(int *y, const int *x, long n) {
  _Pragma("omp parallel for scan(+ : y)")
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void pragma_in_macro(int *y, const int *x, long n) {
  PARALLEL_SCAN(y)
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void whole_loop(int *y, const int *x, long n) { WHOLE_LOOP(y, x, n) }

static void continued(int *y, const int *x, long n) {
#pragma omp parallel \
    for \
    scan(+ \
         : \
         y)
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void commented(int *y, const int *x, long n) {
#pragma omp parallel for /* one pass */ scan(+ : y) // over y
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void without_spaces(int *y, const int *x, long n) {
#pragma omp parallel for scan(+:y)
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void with_commas(int *y, const int *x, long n) {
#pragma omp parallel for num_threads(2), scan(+ : y), schedule(static)
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  check_int_loop("in_the_clause", in_the_clause, expected, 1);
  check_int_loop("the_clause", the_clause, expected, 1);
  check_int_loop("with_arguments", with_arguments, expected, 1);
  check_int_loop("pragma_operator", pragma_operator, expected, 1);
  check_int_loop("pragma_in_macro", pragma_in_macro, expected, 1);
  check_int_loop("whole_loop", whole_loop, expected, 1);
  check_int_loop("continued", continued, expected, 1);
  check_int_loop("commented", commented, expected, 1);
  check_int_loop("without_spaces", without_spaces, expected, 1);
  check_int_loop("with_commas", with_commas, expected, 1);
  return scan_test_passed();
}
