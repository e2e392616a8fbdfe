// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t 14

// Operators at file and block scope: the nearest declaration for the type wins.

#include "Inputs/operator_test.h"

typedef struct {
  int value;
} Number;

typedef struct {
  long value;
} LongNumber;

static int last(int a, int b) { return b + 0 * a; }

#pragma omp declare scan(pick : Number, LongNumber : omp_out.value =           \
                             last((int)omp_out.value, (int)omp_in.value))

static void file_scope(Number *y, Number *x, int n) {
#pragma omp parallel for scan(pick : y)
  for (int i = 1; i < n; i++) {
    y[i] = y[i - 1];
    y[i].value = last((int)y[i].value, (int)x[i].value);
  }
}

static Number sum(Number a, Number b) {
  return (Number){(int)((unsigned)a.value + (unsigned)b.value)};
}
static Number difference(Number a, Number b) {
  return (Number){(int)((unsigned)a.value ^ (unsigned)b.value)};
}

static void block_scope(Number *y, Number *x, int n) {
#pragma omp declare scan(pick : Number : omp_out = sum(omp_out, omp_in))       \
    initializer(omp_priv = {0})
  {
#pragma omp declare scan(pick : Number : omp_out = difference(omp_out, omp_in))
#pragma omp parallel for scan(pick : y)
    for (int i = 1; i < n / 2; i++)
      y[i] = difference(y[i - 1], x[i]);
  }
#pragma omp parallel for scan(pick : y)
  for (int i = n < 2 ? 1 : n / 2 < 1 ? 1 : n / 2; i < n; i++)
    y[i] = sum(y[i - 1], x[i]);
}

static void long_numbers(LongNumber *y, LongNumber *x, int n) {
#pragma omp parallel for scan(pick : y)
  for (int i = 1; i < n; i++) {
    y[i] = y[i - 1];
    y[i].value = last((int)y[i].value, (int)x[i].value);
  }
}

static void file_expected(Number *y, Number *x, int n) {
  for (int i = 1; i < n; i++)
    y[i] = x[i];
}

static void block_expected(Number *y, Number *x, int n) {
  for (int i = 1; i < n; i++)
    y[i] = i < n / 2 ? difference(y[i - 1], x[i]) : sum(y[i - 1], x[i]);
}

static void long_expected(LongNumber *y, LongNumber *x, int n) {
  for (int i = 1; i < n; i++)
    y[i].value = (int)x[i].value;
}

#define NUMBER ((Number){(int)scan_test_hash(k)})
OPERATOR_TEST(at_file_scope, Number, file_scope, file_expected, ((Number){3}),
              NUMBER, SAME_BYTES)
OPERATOR_TEST(at_block_scope, Number, block_scope, block_expected,
              ((Number){3}), NUMBER, SAME_BYTES)
OPERATOR_TEST(other_type, LongNumber, long_numbers, long_expected,
              ((LongNumber){3}), ((LongNumber){(long)scan_test_hash(k)}),
              SAME_BYTES)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  at_file_scope();
  at_block_scope();
  other_type();
  return scan_test_passed();
}
