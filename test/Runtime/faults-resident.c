// REQUIRES: primary
// RUN: %clang %opt -Wall -Werror %s %ompscan_include %ompscan_flags \
// RUN:   %ompscan_libs -o %t
// RUN: %python %S/../Support/fail_each_call.py %opencl_layer %fault_step \
// RUN:   "sums ok" %t | %filecheck %s

// Every OpenCL call of a program fails once that keeps its data on the device
// from loop to loop: what is on the device only is not lost without a word.

// CHECK: {{[1-9][0-9]+}} calls: {{([0-9]+ device, )?}}{{[1-9][0-9]+}} host, {{[1-9][0-9]*}} late, {{[1-9][0-9]*}} lost

#include <ompscan/ompscan.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 10000 };
static int x[N], y[N], z[N];

// Data that cannot be mapped stays on the host.
static int map(const int *data) {
  if (ompscan_map(OMPSCAN_DEFAULT_DEVICE, data, sizeof x, OMPSCAN_TO) == 0)
    return 1;
  fprintf(stderr, "ompscan: note: %s\n", ompscan_last_error());
  return 0;
}

static void fetch(int *data, int is_mapped) {
  for (int run = 0; is_mapped; run++) {
    if (ompscan_unmap(OMPSCAN_DEFAULT_DEVICE, data, sizeof x, OMPSCAN_FROM) ==
        0)
      return;
    fprintf(stderr, "ompscan: %s: %s\n", run ? "error" : "note",
            ompscan_last_error());
    if (run) {
      fprintf(stderr, "it cannot be read back\n");
      exit(1);
    }
  }
}

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i % 7;
  y[0] = 3;
  const int x_mapped = map(x), y_mapped = map(y), z_mapped = map(z);
  for (int run = 0; run != 2; run++) {
#pragma omp target map(to : x) map(tofrom : y)
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < N; i++)
      y[i] = y[i - 1] + x[i];
  }
#pragma omp target map(to : y) map(tofrom : z)
#pragma omp parallel for scan(max : z)
  for (int i = 1; i < N; i++)
    z[i] = z[i - 1] > y[i] ? z[i - 1] : y[i];
#pragma omp target map(tofrom : z)
#pragma omp parallel for scan(+ : z)
  for (int i = 1; i < N; i++)
    z[i] = z[i] + z[i - 1];
  fetch(x, x_mapped);
  fetch(y, y_mapped);
  fetch(z, z_mapped);
  int sum = 3, sum_of_sums = 0;
  for (int i = 1; i < N; i++) {
    sum += x[i];
    sum_of_sums = (int)((unsigned)sum_of_sums + (unsigned)sum);
    if (y[i] != sum || z[i] != sum_of_sums) {
      printf("y[%d] is %d, z[%d] is %d\n", i, y[i], i, z[i]);
      return 1;
    }
  }
  puts("sums ok");
}
