// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t

// Scan loops beside and inside other OpenMP constructs, which stay Clang's own.

#include "Inputs/scan_test.h"
#include <omp.h>

enum { Rows = 7, Count = 500 };

int main(void) {
  static int x[Rows][Count], y[Rows][Count];
#pragma omp parallel for
  for (int row = 0; row < Rows; row++)
    for (int i = 0; i < Count; i++)
      x[row][i] = (int)scan_test_pick(row * Count + i, -9, 9);

#pragma omp parallel for num_threads(4)
  for (int row = 0; row < Rows; row++) {
    int *sums = y[row];
    const int *values = x[row];
    sums[0] = row;
#pragma omp parallel for scan(+ : sums)
    for (int i = 1; i < Count; i++)
      sums[i] = sums[i - 1] + values[i];
  }

  long total = 0, want_total = 0;
#pragma omp parallel for reduction(+ : total)
  for (int row = 0; row < Rows; row++)
    total += y[row][Count - 1];

  for (int row = 0; row < Rows; row++) {
    int want = row;
    for (int i = 1; i < Count; i++)
      if (y[row][i] != (want += x[row][i]))
        scan_test_fail(__FILE__, __LINE__, __func__, "y", i, y[row][i], want);
    want_total += want;
  }
  if (total != want_total)
    scan_test_fail(__FILE__, __LINE__, __func__, "total", 0, total, want_total);
  return scan_test_passed();
}
