// RUN: %clang %opt -Wall -Werror -c %s %ompscan_flags -o %t.main.o
// RUN: %clang %opt -Wall -Werror -c %S/Inputs/files-device.c %ompscan_flags -o %t.device.o
// RUN: %clang %opt -Wall -c %S/Inputs/files-host.c -fopenmp -o %t.host.o
// RUN: %clang %t.main.o %t.device.o %t.host.o %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %run_tiny %t
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t

// A program of three files. The one without the plugin has the host's own data:
// what it needs is brought, and what it has changed is sent, around its calls.

#include "Inputs/files.h"
#include <stdio.h>
#include <stdlib.h>

int *values, count = 2000;

int main(void) {
  values = malloc((size_t)count * sizeof *values);
  int *want = malloc((size_t)count * sizeof *want);
  for (int i = 0; i < count; i++)
    want[i] = values[i] = i % 9;
  put();
  scan_values();
#pragma omp target update from(values[0 : count])
  negate_on_host();
#pragma omp target update to(values[0 : count])
  scan_values();
  get();
  for (int round = 0; round < 2; round++) {
    for (int i = 1; i < count; i++)
      want[i] += want[i - 1];
    for (int i = 0; i < count && round == 0; i++)
      want[i] = -want[i];
  }
  for (int i = 0; i < count; i++)
    if (values[i] != want[i]) {
      printf("%d: %d, not %d\n", i, values[i], want[i]);
      return 1;
    }
  free(values);
  free(want);
  return 0;
}
