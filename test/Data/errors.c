// UNSUPPORTED: no-device
// REQUIRES: primary
// RUN: %clang -Wall -Werror %s %ompscan_include %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: not %run %t part 2>&1 | %filecheck %s --check-prefix=PART
// RUN: not %run %t update 2>&1 | %filecheck %s --check-prefix=UPDATE
// RUN: not %run %t absent 2>&1 | %filecheck %s --check-prefix=ABSENT
// RUN: not %run %t negative 2>&1 | %filecheck %s --check-prefix=NEGATIVE
// RUN: env OMPSCAN_DEVICE= OMP_DEFAULT_DEVICE=0 not %run %t device 2>&1 \
// RUN:   | %filecheck %s --check-prefix=DEVICE
// RUN: env OMPSCAN_DEVICE= OMP_TARGET_OFFLOAD=DEFAULT %run %t device 2>&1 \
// RUN:   | %filecheck %s --check-prefix=STAYS
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_MEMORY_LIMIT=1K %run %t

// What cannot be mapped ends the program, and says which item it is about.
// PART: error: {{.*}}errors.c:[[#]]:1 (main): x[0:100]: only a part of the 400 bytes at {{.*}} is on the device, where 40 bytes
// UPDATE: error: {{.*}} (main): x[0:n]: only a part of the 400 bytes at
// ABSENT: error: {{.*}} (main): y: the 400 bytes at {{.*}} are not on {{.*}}, as 'present' requires
// NEGATIVE: error: {{.*}} (main): x[5:m]: the {{.*}} is the length of the section negative?
// DEVICE: error: {{.*}} (main): cannot offload: device(77) names no device
// STAYS: warning: {{.*}} (main): the directive runs on the host: device(77) names no device

#include <ompscan/ompscan.h>
#include <stdio.h>
#include <string.h>

static int x[100], y[100];

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  const int n = 100;
#pragma omp target enter data map(to : x[20 : 10])
  if (!strcmp(what, "part")) {
#pragma omp target enter data map(to : y) map(to : x[0 : 100])
  }
  if (!strcmp(what, "update")) {
#pragma omp target update from(x[0 : n])
  }
  if (!strcmp(what, "absent")) {
#pragma omp target update from(present : y)
  }
  if (!strcmp(what, "negative")) {
    int m = -4;
#pragma omp target enter data map(to : x[5 : m])
  }
  if (!strcmp(what, "device")) {
#pragma omp target data map(to : y) device(77)
    y[0] = 1;
  }
  // What is not there is passed over, as are sections of no elements.
#pragma omp target update from(y)
#pragma omp target exit data map(from : y) map(delete : y[0 : 5])
#pragma omp target enter data map(to : y[0 : n - 100])
  if (ompscan_is_present(-1, y, sizeof y) || !ompscan_is_present(-1, &x[20], 40))
    return 1;
#pragma omp target exit data map(delete : x[20 : 10])
  return ompscan_is_present(-1, &x[20], 40);
}
