// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t 14

// The run of equal values that ends at each element.

#include "Inputs/operator_test.h"

struct Run {
  uint32_t value;  /* of the last element */
  uint32_t length; /* how many at the end are equal to it */
  bool whole;      /* whether all of them are */
};

struct Run one(uint32_t value) {
  struct Run r = {.value = value, .length = 1, .whole = true};
  return r;
}

struct Run join(const struct Run a, const struct Run b) {
  struct Run r = b;
  if (b.whole) {
    if (a.value == b.value)
      r.length += a.length;
    r.whole = a.whole && a.value == b.value;
  }
  return r;
}

#pragma omp declare scan(join : struct Run : omp_out = join(omp_out, omp_in))

static void scan(struct Run *y, const uint32_t *x, size_t n) {
#pragma omp parallel for scan(join : y)
  for (size_t i = 1; i < n; i++)
    y[i] = join(y[i - 1], one(x[i]));
}

static void expected(struct Run *y, const uint32_t *x, size_t n) {
  for (size_t i = 1; i < n; i++)
    y[i] = join(y[i - 1], one(x[i]));
}

static bool same(const struct Run *got, const struct Run *want) {
  return got->value == want->value && got->length == want->length &&
         got->whole == want->whole;
}

OPERATOR_TEST_INPUT(runs, struct Run, uint32_t, scan, expected, one(x[0]),
                    (uint32_t)scan_test_hash(k / 40) % 2, same)
OPERATOR_TEST_INPUT(one_run, struct Run, uint32_t, scan, expected, one(x[0]), 7,
                    same)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  runs();
  one_run();
  return scan_test_passed();
}
