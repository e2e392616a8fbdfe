// UNSUPPORTED: no-device
// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT %run %t
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_ROWS=group %run %t

// Two names of one array, which a row stores and reads: no team runs it, and on the cores the host
// does.

#include "Inputs/scan_test.h"

#define ROWS 5
#define WIDTH 700

static void sums(int *y, const int *x) {
#pragma omp target teams distribute map(tofrom : y[0 : ROWS * WIDTH]) map(to : x[0 : ROWS * WIDTH])
  for (int r = 0; r < ROWS; r++) {
    unsigned s = r;
#pragma omp parallel for scan(+ : s)
    for (int i = 1; i < WIDTH; i++) {
      s += x[r * WIDTH + i - 1];
      y[r * WIDTH + i] = s;
    }
  }
}

static void expected(int *y, const int *x) {
  for (int r = 0; r < ROWS; r++) {
    unsigned s = r;
    for (int i = 1; i < WIDTH; i++) {
      s += x[r * WIDTH + i - 1];
      y[r * WIDTH + i] = s;
    }
  }
}

int main(void) {
  static int got[ROWS * WIDTH], want[ROWS * WIDTH];
  for (int i = 0; i < ROWS * WIDTH; i++)
    got[i] = want[i] = i % 7 - 2;
#pragma omp target data map(tofrom : got)
  sums(got, got);
  expected(want, want);
  for (int i = 0; i < ROWS * WIDTH; i++)
    if (got[i] != want[i])
      scan_test_fail(__FILE__, __LINE__, "sums", "an element", i, got[i],
                     want[i]);
  return scan_test_passed();
}
