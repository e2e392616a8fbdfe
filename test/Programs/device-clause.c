// It needs a CPU that is an OpenCL device.
// UNSUPPORTED: cuda
// RUN: %clang %opt -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: env OMPSCAN_DEVICE=CPU %run %t
// device(CPU), device(0) and an expression. GPU and CPU need no declaration; a
// declared one is meant as declared.

#include "Inputs/int_loops.h"

#define DEVICE_LOOP(NAME, DEVICE)                                              \
  static void NAME(int *y, const int *x, long n) {                             \
    PRAGMA(omp target device(DEVICE) map(to : x[0 : n]) map(tofrom : y[0 : n])) \
    PRAGMA(omp parallel for scan(+ : y))                                       \
    for (long i = 1; i < n; i++)                                               \
      y[i] = y[i - 1] + x[i];                                                  \
  }

DEVICE_LOOP(cpu, CPU)
DEVICE_LOOP(first, 0)

static int choose(void) { return 0; }
DEVICE_LOOP(chosen, choose())

enum { GPU = 0 };
DEVICE_LOOP(declared, GPU)

static void combined(int *y, const int *x, long n) {
#pragma omp target parallel for device(CPU) scan(+ : y)
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void expected(int *y, const int *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  check_int_loop("cpu", cpu, expected, 1);
  check_int_loop("first", first, expected, 1);
  check_int_loop("chosen", chosen, expected, 1);
  check_int_loop("declared", declared, expected, 1);
  check_int_loop("combined", combined, expected, 1);
  return scan_test_passed();
}
