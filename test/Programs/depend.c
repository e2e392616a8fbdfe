// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: env OMP_NUM_THREADS=4 %run %t
// RUN: env OMP_NUM_THREADS=4 OMP_TARGET_OFFLOAD=DISABLED %run %t

// libomp 22 has one record in each thread for a wait for dependences, which a
// tool such as Archer fills, and asserts that it is empty when a wait begins
// (__kmpc_omp_taskwait_deps_51). A waiting thread may run a task that waits, too.
// The line can go with a libomp that has a record for each wait.
// UNSUPPORTED: archer

// `depend` orders a loop against the tasks around it, with and without nowait.

#include "Inputs/int_loops.h"
#include <unistd.h>

/// Lets tasks that do not wait for this one overtake it.
static void slowly(void) { usleep(500); }

static void in_between(int *y, const int *x, long n) {
  int *in = BLOCK(int, n), *out = BLOCK(int, n);
  struct { int *at; } ends = {out};
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : in[0])
    {
      slowly();
      for (long i = 0; i < n; i++)
        in[i] = x[i];
    }
#pragma omp task depend(out : out[0])
    {
      slowly();
      for (long i = 0; i < n; i++)
        out[i] = y[i];
    }
#pragma omp target parallel for scan(+ : out) map(to : in[0 : n]) \
    map(tofrom : out[0 : n]) nowait depend(in : in[0]) depend(inout : ends.at[0])
    for (long i = 1; i < n; i++)
      out[i] = out[i - 1] + in[i];
#pragma omp task depend(in : out[0])
    for (long i = 0; i < n; i++)
      y[i] = out[i];
#pragma omp task depend(inout : in[0])
    for (long i = 0; i < n; i++)
      in[i] = 0;
  }
  free(in);
  free(out);
}

static void in_between_expected(int *y, const int *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  CHECK_INT_LOOP(in_between);
  return scan_test_passed();
}
