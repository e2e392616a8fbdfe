// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: %long %clang -O1 -g %asan %s %ompscan_flags %ompscan_libs -lm -o %t.asan
// RUN: %long %run %t.asan 5000

// Ways to write a running minimum or maximum.

#include "Inputs/int_loops.h"

static void choice(int *y, const int *x, long n) {
#pragma omp parallel for scan(max : y)
  for (int i = 1; i < n; i++)
    y[i] = x[i] > y[i - 1] ? x[i] : y[i - 1];
}

static void choice_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = x[i] > y[i - 1] ? x[i] : y[i - 1];
}

static void choice_or_equal(int *y, const int *x, long n) {
#pragma omp parallel for scan(max : y)
  for (int i = 1; i < n; i++)
    y[i] = x[i] >= y[i - 1] ? x[i] : y[i - 1];
}

static void choice_or_equal_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = x[i] >= y[i - 1] ? x[i] : y[i - 1];
}

static void choice_of_old(int *y, const int *x, long n) {
#pragma omp parallel for scan(max : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] > x[i] ? y[i - 1] : x[i];
}

static void choice_of_old_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] > x[i] ? y[i - 1] : x[i];
}

static void choice_reversed(int *y, const int *x, long n) {
#pragma omp parallel for scan(max : y)
  for (int i = 1; i < n; i++)
    y[i] = x[i] < y[i - 1] ? y[i - 1] : x[i];
}

static void choice_reversed_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = x[i] < y[i - 1] ? y[i - 1] : x[i];
}

static void min_choice(int *y, const int *x, long n) {
#pragma omp parallel for scan(min : y)
  for (int i = 1; i < n; i++)
    y[i] = x[i] < y[i - 1] ? x[i] : y[i - 1];
}

static void min_choice_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = x[i] < y[i - 1] ? x[i] : y[i - 1];
}

static void min_choice_of_old(int *y, const int *x, long n) {
#pragma omp parallel for scan(min : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] <= x[i] ? y[i - 1] : x[i];
}

static void min_choice_of_old_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] <= x[i] ? y[i - 1] : x[i];
}

static void if_else(int *y, const int *x, long n) {
#pragma omp parallel for scan(max : y)
  for (int i = 1; i < n; i++)
    if (x[i] > y[i - 1])
      y[i] = x[i];
    else
      y[i] = y[i - 1];
}

static void if_else_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    if (x[i] > y[i - 1])
      y[i] = x[i];
    else
      y[i] = y[i - 1];
}

static void if_else_blocks(int *y, const int *x, long n) {
#pragma omp parallel for scan(min : y)
  for (int i = 1; i < n; i++) {
    if (y[i - 1] < x[i]) {
      y[i] = y[i - 1];
    } else {
      y[i] = x[i];
    }
  }
}

static void if_else_blocks_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++) {
    if (y[i - 1] < x[i]) {
      y[i] = y[i - 1];
    } else {
      y[i] = x[i];
    }
  }
}

static void in_place(int *y, const int *x, long n) {
#pragma omp parallel for scan(max : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i] > y[i - 1] ? y[i] : y[i - 1];
}

static void in_place_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = y[i] > y[i - 1] ? y[i] : y[i - 1];
}

static void exclusive(int *y, const int *x, long n) {
#pragma omp parallel for scan(min : y)
  for (int i = 1; i < n; i++)
    y[i] = x[i - 1] < y[i - 1] ? x[i - 1] : y[i - 1];
}

static void exclusive_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = x[i - 1] < y[i - 1] ? x[i - 1] : y[i - 1];
}

static void of_expressions(int *y, const int *x, long n) {
#pragma omp parallel for scan(max : y)
  for (int i = 1; i < n; i++)
    y[i] = x[i] * 2 - x[i - 1] > y[i - 1] ? x[i] * 2 - x[i - 1] : y[i - 1];
}

static void of_expressions_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = x[i] * 2 - x[i - 1] > y[i - 1] ? x[i] * 2 - x[i - 1] : y[i - 1];
}

static void downwards(int *y, const int *x, long n) {
#pragma omp parallel for scan(max : y)
  for (long i = n - 2; i >= 0; i--)
    y[i] = x[i] > y[i + 1] ? x[i] : y[i + 1];
}

static void downwards_expected(int *y, const int *x, long n) {
  for (long i = n - 2; i >= 0; i--)
    y[i] = x[i] > y[i + 1] ? x[i] : y[i + 1];
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  CHECK_INT_LOOP(choice);
  CHECK_INT_LOOP(choice_or_equal);
  CHECK_INT_LOOP(choice_of_old);
  CHECK_INT_LOOP(choice_reversed);
  CHECK_INT_LOOP(min_choice);
  CHECK_INT_LOOP(min_choice_of_old);
  CHECK_INT_LOOP(if_else);
  CHECK_INT_LOOP(if_else_blocks);
  CHECK_INT_LOOP(in_place);
  CHECK_INT_LOOP(exclusive);
  CHECK_INT_LOOP(of_expressions);
  CHECK_INT_LOOP(downwards);
  return scan_test_passed();
}
