// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t 14
// RUN: %long %clang -O1 -g %asan %s %ompscan_flags %ompscan_libs -lm -o %t.asan
// RUN: %long %run %t.asan 2000

// The last value that is there, and the first one: the combiners are
// expressions, and so is what the loops store. Nested structures, enumerations
// and padding.

#include "Inputs/operator_test.h"

enum Kind { Empty, Number, Name };
typedef struct {
  enum Kind kind;
  char sign;
  struct {
    long number;
    char name[5];
  } value;
} Cell;

// Fill down.
#pragma omp declare scan(last : Cell : omp_out =                               \
                             omp_in.kind != Empty ? omp_in : omp_out)          \
    initializer(omp_priv = {Empty})

#pragma omp declare scan(first : Cell : omp_out =                              \
                             omp_out.kind ? omp_out : omp_in)

static void scan_last(Cell *y, const Cell *x, unsigned n) {
#pragma omp parallel for scan(last : y)
  for (unsigned i = 1; i < n; i++)
    y[i] = x[i].kind != Empty ? x[i] : y[i - 1];
}

static void expected_last(Cell *y, const Cell *x, unsigned n) {
  for (unsigned i = 1; i < n; i++)
    y[i] = x[i].kind != Empty ? x[i] : y[i - 1];
}

static void scan_first(Cell *y, const Cell *x, unsigned n) {
#pragma omp parallel for scan(first : y)
  for (unsigned i = 1; i < n; i++)
    y[i] = y[i - 1].kind ? y[i - 1] : x[i - 1];
}

static void expected_first(Cell *y, const Cell *x, unsigned n) {
  for (unsigned i = 1; i < n; i++)
    y[i] = y[i - 1].kind ? y[i - 1] : x[i - 1];
}

static bool same(const Cell *got, const Cell *want) {
  return got->kind == want->kind && got->sign == want->sign &&
         got->value.number == want->value.number &&
         memcmp(got->value.name, want->value.name, 5) == 0;
}

static Cell cell(uint64_t k) {
  Cell c = {Empty, '+', {(long)k, "empt"}};
  if (scan_test_hash(k) % 9 == 4) {
    c.kind = Number;
    c.value.name[4] = '!';
  } else if (scan_test_hash(k) % 40 == 1) {
    c.kind = Name;
    c.sign = '-';
    memcpy(c.value.name, "value", 5);
  }
  return c;
}

OPERATOR_TEST(last, Cell, scan_last, expected_last, cell(0), cell(k), same)
OPERATOR_TEST(first, Cell, scan_first, expected_first, cell(0), cell(k), same)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  last();
  first();
  return scan_test_passed();
}
