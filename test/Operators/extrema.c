// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t 14

// Running minimum, maximum, and where the maximum was first, by an operator of
// `declare reduction`.

#include "Inputs/operator_test.h"

struct Extrema {
  long argmax;
  short min, max;
};

static struct Extrema combine(struct Extrema a, struct Extrema b) {
  struct Extrema r = a;
  if (b.max > a.max) {
    r.max = b.max;
    r.argmax = b.argmax;
  }
  if (b.min < a.min)
    r.min = b.min;
  return r;
}

#pragma omp declare reduction(extrema : struct Extrema : omp_out =             \
                                  combine(omp_out, omp_in))                    \
    initializer(omp_priv = omp_orig)

static struct Extrema single(short x, long at) {
  struct Extrema r = {at, x, x};
  return r;
}

static void scan(struct Extrema *y, const short *x, long n) {
#pragma omp parallel for scan(extrema : y)
  for (long i = 1; i < n; i++)
    y[i] = combine(y[i - 1], single(x[i], i));
}

static void expected(struct Extrema *y, const short *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = combine(y[i - 1], single(x[i], i));
}

static bool same(const struct Extrema *got, const struct Extrema *want) {
  return got->argmax == want->argmax && got->min == want->min &&
         got->max == want->max;
}

// Rises and falls, with many equal values.
OPERATOR_TEST_INPUT(extrema, struct Extrema, short, scan, expected,
                    single(x[0], 0),
                    (short)(scan_test_pick(k, -3, 3) + (long)k / 500), same)

// The same type as a sum: what `declare reduction` declares for `+`.
#pragma omp declare reduction(+ : struct Extrema : omp_out =                   \
                                  combine(omp_out, omp_in))

static void scan_plus(struct Extrema *y, const struct Extrema *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (long i = 1; i < n; i++)
    y[i] = combine(y[i - 1], x[i - 1]);
}

static void expected_plus(struct Extrema *y, const struct Extrema *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = combine(y[i - 1], x[i - 1]);
}

OPERATOR_TEST(plus, struct Extrema, scan_plus, expected_plus, single(5, -1),
              single((short)scan_test_hash(k), (long)k), same)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  extrema();
  plus();
  return scan_test_passed();
}
