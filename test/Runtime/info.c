// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_INFO=1 %run %t 2>&1 \
// RUN:   | %filecheck %s

// A line for each loop, whoever has done it.

// CHECK: ompscan: info: {{.*}}loops.h:{{[0-9:]+}} (sums): 9999 iterations on {{.*}}, 40000 bytes in, 39996 bytes out, {{[0-9.]+}} ms (kernels {{[0-9.]+}}, transfers {{[0-9.]+}}, management {{[0-9.]+}})
// CHECK: ompscan: info: {{.*}} (overlapping): on the host: arrays y and z overlap
// CHECK: ompscan: warning: {{.*}} (overlapping): the loop runs on the host: arrays y and z overlap
// CHECK: ompscan: info: {{.*}} (overlapping): the host took {{[0-9.]+}} ms
// CHECK-NOT: warning
// CHECK: ompscan: info: {{.*}} (overlapping): on the host: arrays y and z overlap
// CHECK: ompscan: info: {{.*}} (overlapping): the host took {{[0-9.]+}} ms

// RUN: env OMP_TARGET_OFFLOAD=DISABLED OMPSCAN_INFO=1 %run %t 2>&1 \
// RUN:   | %filecheck %s --check-prefix=DISABLED
// DISABLED: (sums): on the host: OMP_TARGET_OFFLOAD=DISABLED
// DISABLED: (sums): the host took

// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMP_DISPLAY_ENV=true %run %t 2>&1 \
// RUN:   | %filecheck %s --check-prefix=DISPLAY
// DISPLAY: OMPSCAN DISPLAY ENVIRONMENT BEGIN
// DISPLAY: OMPSCAN_INFO='0'
// DISPLAY: OMPSCAN DISPLAY ENVIRONMENT END

// RUN: env OMP_TARGET_OFFLOAD=MANDATORY OMPSCAN_INFO=1 %run %t skip 2>&1 \
// RUN:   | %filecheck %s --check-prefix=SKIP
// SKIP: (skipped): on the host: its 'if' clause is false
// SKIP: (skipped): the host took
// SKIP: (skipped): 3 iterations on

#include "Inputs/loops.h"

static int skipped(int *y, int offload) {
#pragma omp parallel for scan(+ : y) if (offload)
  for (int i = 1; i < 4; i++)
    y[i] = y[i - 1] + 2;
  return y[3] != 7;
}

int main(int argc, char **argv) {
  (void)argv;
  int y[4] = {1, 0, 0, 0}, again[4] = {1, 0, 0, 0};
  if (argc > 1)
    return skipped(y, 0) || skipped(again, 1);
  return sums() || overlapping() || overlapping();
}
