// REQUIRES: omptarget
// UNSUPPORTED: no-device
// RUN: %clang -O1 -Wall -Werror %s %ompscan_include %offload_flags \
// RUN:   %ompscan_libs -o %t
// RUN: not %run %t accumulator 2>&1 | %filecheck %s --check-prefix=ACCUMULATOR
// RUN: not %run %t scalar 2>&1 | %filecheck %s --check-prefix=SCALAR
// RUN: not %run %t bound 2>&1 | %filecheck %s --check-prefix=BOUND
// RUN: not %run %t part 2>&1 | %filecheck %s --check-prefix=PART
// RUN: not %run sh -c "%t section || exit 1" 2>&1 \
// RUN:   | %filecheck %s --check-prefix=SECTION
// RUN: not %run %t number 2>&1 | %filecheck %s --check-prefix=NUMBER
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t number 2>&1 \
// RUN:   | %filecheck %s --check-prefix=DISABLED

// Without libomptarget there are no devices.
// RUN: %clang -O1 -Wall -Werror %s %ompscan_include %offload_flags -DALONE \
// RUN:   -c -o %t.o
// RUN: %clang -fopenmp %t.o %ompscan_libs -o %t.alone
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT %run %t.alone 2>&1 \
// RUN:   | %filecheck %s --check-prefix=DISABLED
// RUN: not %run %t.alone 2>&1 | %filecheck %s --check-prefix=ALONE

// A loop that cannot have the values of libomptarget's device is an error. The
// cores would compute with those of the host.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 5000 };

static long x[N], y[N], sum;

int main(int argc, char **argv) {
  const char *const what = argv[argc - 1];
  int n = N;
  for (int i = 0; i < N; i++)
    x[i] = i;
#ifdef ALONE
#pragma omp target map(tofrom : y)
// ALONE: error: {{.*}}:[[#@LINE+1]]:26 (main): cannot offload: OMP_TARGET_OFFLOAD=MANDATORY requires a device, and the program has not loaded libomptarget
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + 1;
  sum = what != NULL;
#else
  if (strcmp(what, "accumulator") == 0) {
#pragma omp target data map(tofrom : sum)
    {
#pragma omp target map(to : x) map(from : y)
// ACCUMULATOR: error: {{.*}}:[[#@LINE+1]]:26 (main): the accumulator (8 bytes at {{.*}}) is mapped on device 0 of libomptarget{{.*}}; accumulators belong to the host, unmap it before the loop
#pragma omp parallel for scan(+ : sum)
      for (int i = 0; i < n; i++) {
        sum += x[i];
        y[i] = sum;
      }
    }
  }
  if (strcmp(what, "scalar") == 0) {
    long step = 3;
#pragma omp target data map(to : step)
    {
      // As long as both values are the same, there is nothing to say.
#pragma omp target map(tofrom : y)
#pragma omp parallel for scan(+ : y)
      for (int i = 1; i < n; i++)
        y[i] = y[i - 1] + step;
      printf("%ld\n", y[N - 1]);
      fflush(stdout);
      // SCALAR: 14997
      step = 4;
#pragma omp target map(tofrom : y)
// SCALAR: error: {{.*}}:[[#@LINE+1]]:26 (main): a scalar (8 bytes at {{.*}}) is mapped on device 0 of libomptarget{{.*}}, where it has another value than on the host, which the loop uses; unmap it, or update it before the loop
#pragma omp parallel for scan(+ : y)
      for (int i = 1; i < n; i++)
        y[i] = y[i - 1] + step;
    }
  }
  if (strcmp(what, "bound") == 0) {
    int *count = malloc(sizeof *count);
    *count = N;
#pragma omp target data map(to : count[0 : 1])
    {
      *count = N / 2;
#pragma omp target map(tofrom : y)
// BOUND: error: {{.*}}:[[#@LINE+1]]:26 (main): what a bound of the loop reads (4 bytes at {{.*}}) is mapped on device 0 of libomptarget{{.*}}, where it has another value than on the host
#pragma omp parallel for scan(+ : y)
      for (int i = 1; i < count[0]; i++)
        y[i] = y[i - 1] + 1;
    }
    free(count);
  }
  if (strcmp(what, "part") == 0) {
    long *p = x;
#pragma omp target data map(to : p[0 : N / 2])
    {
#pragma omp target map(tofrom : y)
// PART: error: {{.*}}:[[#@LINE+1]]:26 (main): only a part of elements 1 to 4999 of p is on {{.*}}, where 20000 bytes at {{.*}} are mapped; map all that the loop uses at once
#pragma omp parallel for scan(+ : y)
      for (int i = 1; i < n; i++)
        y[i] = y[i - 1] + p[i];
    }
  }
  if (strcmp(what, "section") == 0) {
    // As for a construct of Clang's own, the words are those of libomptarget.
    // SECTION: explicit extension not allowed
#pragma omp target data map(to : x[0 : N / 2])
    {
#pragma omp target map(to : x[0 : N]) map(tofrom : y)
#pragma omp parallel for scan(+ : y)
      for (int i = 1; i < n; i++)
        y[i] = y[i - 1] + x[i];
    }
  }
  if (strcmp(what, "number") == 0) {
// NUMBER: error: {{.*}}:[[#@LINE+2]]:26 (main): device(5000) is no device of libomptarget, which has {{[0-9]+}}
#pragma omp target map(tofrom : y) device(n)
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + 1;
  }
#endif
  // DISABLED-NOT: error:
  // DISABLED: y ends with 4999
  printf("y ends with %ld\n", y[N - 1]);
}
