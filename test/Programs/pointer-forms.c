// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: %long %clang -O1 -g %asan %s %ompscan_flags %ompscan_libs -lm -o %t.asan
// RUN: %long %run_tiny %t.asan 5000

// Array elements by pointer arithmetic, and subscripts turned round.

#include "Inputs/int_loops.h"

static void pointer_arithmetic(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    *(y + i) = *(y + i - 1) + *(x + i);
}

static void pointer_arithmetic_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    *(y + i) = *(y + i - 1) + *(x + i);
}

static void subscripts_turned_round(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[-1 + i] + i[x];
}

static void subscripts_turned_round_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = y[-1 + i] + i[x];
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  CHECK_INT_LOOP(pointer_arithmetic);
  CHECK_INT_LOOP(subscripts_turned_round);
  return scan_test_passed();
}
