// A device clause that names what the machine lacks: the host does the loop and
// says so once, or, if offloading is mandatory, the program ends.

// RUN: %clang %opt %s %ompscan_flags %ompscan_libs -o %t
// RUN: env OMPSCAN_DEVICE= OMP_TARGET_OFFLOAD=DEFAULT %t 2>&1 | %filecheck %s
// RUN: env OMPSCAN_DEVICE= OMP_TARGET_OFFLOAD=MANDATORY not %t 2>&1 \
// RUN:   | %filecheck %s --check-prefix=FATAL

// CHECK: ompscan: {{.*}}99
// CHECK-NOT: ompscan: warning
// CHECK: ok
// FATAL: 99
// FATAL-NOT: ok

#include <stdio.h>

int main(void) {
  int y[100] = {2};
  for (int run = 0; run < 2; run++) {
#pragma omp target device(99) map(tofrom : y)
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < 100; i++)
      y[i] = y[i - 1] + 1;
  }
  for (int i = 0; i < 100; i++)
    if (y[i] != i + 2) {
      printf("y[%d] is %d\n", i, y[i]);
      return 1;
    }
  puts("ok");
}
