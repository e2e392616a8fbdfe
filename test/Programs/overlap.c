// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT %t 2>&1 | %filecheck %s
// RUN: env OMP_TARGET_OFFLOAD=MANDATORY not %t 2>&1 \
// RUN:   | %filecheck %s --check-prefix=MANDATORY
// RUN: %run %t in-place

// Arrays that overlap are found when the loop starts, and the loop then runs on
// the host. The same array under two names with the same subscript is in place.

// CHECK: overlap
// CHECK: ok
// MANDATORY: overlap.c:[[#LOOP:]]:
// MANDATORY-SAME: overlap
// MANDATORY-NOT: ok

#include "Inputs/scan_test.h"

static void sum(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void sum_expected(int *y, const int *x, int n) {
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void check(int offset) {
  enum { Count = 100, Most = 20 };
  int *data = BLOCK(int, Count + 2 * Most), *want = BLOCK(int, Count + 2 * Most);
  for (int i = 0; i < Count + 2 * Most; i++)
    data[i] = want[i] = i % 11;
  sum(data + Most, data + Most + offset, Count);
  sum_expected(want + Most, want + Most + offset, Count);
  CHECK_SAME(data, want, Count + 2 * Most);
  free(data);
  free(want);
}

int main(int argc, char **argv) {
  (void)argv;
  check(0);
  if (argc > 1)
    return scan_test_passed();
  check(-1);
  check(1);
  check(-20);
  check(20);
  return scan_test_passed();
}
