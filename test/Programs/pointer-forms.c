// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: %long %clang -O1 -g %asan %s %ompscan_flags %ompscan_libs -lm -o %t.asan
// RUN: %long %run_tiny %t.asan 5000

// Array elements by pointer arithmetic, subscripts turned round, and arrays that
// a pointer to a pointer leads to.

#include "Inputs/int_loops.h"

static void pointer_arithmetic(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    *(y + i) = *(y + i - 1) + *(x + i);
}

static void pointer_arithmetic_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    *(y + i) = *(y + i - 1) + *(x + i);
}

static void subscripts_turned_round(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[-1 + i] + i[x];
}

static void subscripts_turned_round_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = y[-1 + i] + i[x];
}

/* The pointer is read only if there is an iteration. */
static void through_a_pointer(int *y, const int *x, long n) {
  int **out = n > 1 ? &y : NULL;
  const int *const *in = n > 1 ? &x : NULL;
#pragma omp parallel for scan(+ : out)
  for (int i = 1; i < n; i++)
    (*out)[i] = (*out)[i - 1] + (*in)[i];
}

static void through_a_pointer_expected(int *y, const int *x, long n) {
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void stored_through_a_pointer(int *y, const int *x, long n) {
  struct {
    int **out;
  } to = {n ? &y : NULL};
  int s = 3;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    (*to.out)[i] = s;
    s += x[i];
  }
}

static void stored_through_a_pointer_expected(int *y, const int *x, long n) {
  int s = 3;
  for (int i = 0; i < n; i++) {
    y[i] = s;
    s += x[i];
  }
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  CHECK_INT_LOOP(pointer_arithmetic);
  CHECK_INT_LOOP(subscripts_turned_round);
  CHECK_INT_LOOP(through_a_pointer);
  CHECK_INT_LOOP(stored_through_a_pointer);
  return scan_test_passed();
}
