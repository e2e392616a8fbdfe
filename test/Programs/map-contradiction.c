// RUN: %clang %opt %s %ompscan_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size

// Where a map type contradicts what the loop does, the data moves as the loop
// needs it. Diagnostics/map-contradiction.c has the warnings.

#include "Inputs/int_loops.h"

#define MAPPED_LOOP(NAME, X, Y)                                                \
  static void NAME(int *y, const int *x, long n) {                             \
    PRAGMA(omp target map(X : x[0 : n]) map(Y : y[0 : n]))                     \
    PRAGMA(omp parallel for scan(+ : y))                                       \
    for (long i = 1; i < n; i++)                                               \
      y[i] = y[i - 1] + x[i];                                                  \
  }

MAPPED_LOOP(swapped, from, to)
MAPPED_LOOP(item_to, to, to)
MAPPED_LOOP(input_from, from, tofrom)
MAPPED_LOOP(item_alloc, to, alloc)
MAPPED_LOOP(input_alloc, alloc, from)

static void expected(int *y, const int *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void in_place(int *y, const int *x, long n) {
  (void)x;
#pragma omp target parallel for scan(+ : y) map(from : y[0 : n])
  for (long i = 1; i < n; i++)
    y[i] += y[i - 1];
}

static void in_place_expected(int *y, const int *x, long n) {
  (void)x;
  for (long i = 1; i < n; i++)
    y[i] += y[i - 1];
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  check_int_loop("swapped", swapped, expected, 1);
  check_int_loop("item_to", item_to, expected, 1);
  check_int_loop("input_from", input_from, expected, 1);
  check_int_loop("item_alloc", item_alloc, expected, 1);
  check_int_loop("input_alloc", input_alloc, expected, 1);
  CHECK_INT_LOOP(in_place);
  return scan_test_passed();
}
