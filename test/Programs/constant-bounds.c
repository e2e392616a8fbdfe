// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t

// Arrays of known size: global, static, local, and parameters declared as
// arrays.

#include "Inputs/scan_test.h"

enum { Count = 500 };

int global_sums[Count];
const int global_values[Count] = {3, 1, 4, 1, 5, 9, 2, 6};

static void globals(void) {
#pragma omp parallel for scan(+ : global_sums)
  for (int i = 1; i < Count; i++)
    global_sums[i] = global_sums[i - 1] + global_values[i];
}

static void check(const int *sums, int seed, int first, int end) {
  int want = seed;
  for (int i = first; i < end; i++) {
    want += global_values[i];
    if (sums[i] != want)
      scan_test_fail(__FILE__, __LINE__, __func__, "sums", i, sums[i], want);
  }
}

static void locals(void) {
  static int sums[Count];
  int values[Count];
  memcpy(values, global_values, sizeof values);
  sums[9] = 11;
#pragma omp parallel for scan(+ : sums)
  for (int i = 10; i <= 100; i++)
    sums[i] = sums[i - 1] + values[i];
  check(sums, 11, 10, 101);
  for (int i = 101; i < Count; i++)
    if (sums[i] != 0)
      scan_test_fail(__FILE__, __LINE__, __func__, "sums", i, sums[i], 0);
}

static void parameters(int n, int sums[restrict n],
                       const int values[restrict static n]) {
#pragma omp parallel for scan(+ : sums)
  for (int i = 1; i < n; i++)
    sums[i] = sums[i - 1] + values[i];
}

static void variable_length(int n) {
  int sums[n];
  sums[0] = 4;
#pragma omp parallel for scan(+ : sums)
  for (int i = 1; i < n; i++)
    sums[i] = sums[i - 1] + global_values[i];
  check(sums, 4, 1, n);
}

int main(void) {
  global_sums[0] = 8;
  globals();
  check(global_sums, 8, 1, Count);
  locals();
  int sums[Count] = {2};
  parameters(Count, sums, global_values);
  check(sums, 2, 1, Count);
  variable_length(Count);
  return scan_test_passed();
}
