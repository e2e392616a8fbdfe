// REQUIRES: primary
// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %long %python %S/../Support/fail_each_call.py %opencl_layer %fault_step \
// RUN:   "sums ok" %t | %long %filecheck %s
// RUN: %python %S/../Support/fail_each_call.py %opencl_layer %fault_step \
// RUN:   "sums ok" %t twice | %filecheck %s

// Each OpenCL call of a process fails once, from the search for platforms on; in
// the short form each third one does. The calls of a process that runs its loop
// twice begin with those of one that runs it once.
// The unit tests do the same for more kinds of loops, but for one process only.

// CHECK: {{[1-9][0-9]+}} calls: {{([0-9]+ device, )?}}{{[1-9][0-9]+}} host

#include <stdio.h>

static int check(void) {
  enum { N = 10000 };
  static int x[N], y[N];
  for (int i = 0; i < N; i++)
    x[i] = i % 7;
  y[0] = 3;
#pragma omp target map(to : x) map(tofrom : y)
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < N; i++)
    y[i] = y[i - 1] + x[i];
  int sum = 3;
  for (int i = 1; i < N; i++)
    if (y[i] != (sum += x[i])) {
      printf("y[%d] is %d\n", i, y[i]);
      return 1;
    }
  return 0;
}

int main(int argc, char **argv) {
  (void)argv;
  for (int run = 0; run != argc; run++)
    if (check())
      return 1;
  puts("sums ok");
}
