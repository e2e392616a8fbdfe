// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t

// Whole arrays in a map clause need no section.

#include "Inputs/scan_test.h"

enum { Count = 300 };

static int values[Count];
static int sums[Count];

int main(void) {
  for (int i = 0; i < Count; i++)
    values[i] = (int)scan_test_pick(i, -9, 9);
  sums[0] = 6;
#pragma omp target parallel for map(to : values) map(tofrom : sums) \
    scan(+ : sums)
  for (int i = 1; i < Count; i++)
    sums[i] = sums[i - 1] + values[i];

  int local[Count];
  local[0] = 6;
#pragma omp target map(to : values) map(from : local)
#pragma omp parallel for scan(+ : local)
  for (int i = 1; i < Count; i++)
    local[i] = local[i - 1] + values[i];

  int want = 6;
  for (int i = 1; i < Count; i++) {
    want += values[i];
    if (sums[i] != want)
      scan_test_fail(__FILE__, __LINE__, __func__, "sums", i, sums[i], want);
    if (local[i] != want)
      scan_test_fail(__FILE__, __LINE__, __func__, "local", i, local[i], want);
  }
  return scan_test_passed();
}
