// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size

// Names that mean something in OpenCL C are ordinary names in C.

#include "Inputs/int_loops.h"

static void keywords(int *global, const int *local, long kernel) {
#pragma omp parallel for scan(+ : global)
  for (long half = 1; half < kernel; half++)
    global[half] = global[half - 1] + local[half];
}

static void built_ins(int *dot, const int *cross, long get_global_id) {
  int uint = 2, ulong = 1;
#pragma omp parallel for scan(+ : dot)
  for (long barrier = 1; barrier < get_global_id; barrier++)
    dot[barrier] = dot[barrier - 1] + (cross[barrier] * ulong - uint + 2);
}

static void our_own(int *ompscan_T, const int *ompscan_input, long ompscan_k) {
#pragma omp parallel for scan(+ : ompscan_T)
  for (long ompscan_v = 1; ompscan_v < ompscan_k; ompscan_v++)
    ompscan_T[ompscan_v] = ompscan_T[ompscan_v - 1] + ompscan_input[ompscan_v];
}

static void origins(int *y, const int *y_origin, long ompscan_lower) {
#pragma omp parallel for scan(+ : y)
  for (long i = 1; i < ompscan_lower; i++)
    y[i] = y[i - 1] + y_origin[i];
}

static void expected(int *y, const int *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  check_int_loop("keywords", keywords, expected, 1);
  check_int_loop("built_ins", built_ins, expected, 1);
  check_int_loop("our_own", our_own, expected, 1);
  check_int_loop("origins", origins, expected, 1);
  return scan_test_passed();
}
