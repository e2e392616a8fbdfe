// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t 14

// The largest sum of a subarray, and mean and variance, as monoids.

#include "Inputs/operator_test.h"

typedef struct {
  int64_t sum, prefix, suffix, best;
} Subarray;

static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

static Subarray append(Subarray a, Subarray b) {
  Subarray r = {
      .sum = a.sum + b.sum,
      .prefix = larger(a.prefix, a.sum + b.prefix),
      .suffix = larger(b.suffix, a.suffix + b.sum),
      .best = larger(larger(a.best, b.best), a.suffix + b.prefix),
  };
  return r;
}

static Subarray element(int32_t x) { return (Subarray){x, x, x, x}; }

#pragma omp declare scan(append : Subarray : omp_out = append(omp_out, omp_in))

static void scan(Subarray *y, const int32_t *x, int64_t n) {
#pragma omp parallel for scan(append : y)
  for (int64_t i = 1; i < n; i++)
    y[i] = append(y[i - 1], element(x[i]));
}

static void expected(Subarray *y, const int32_t *x, int64_t n) {
  for (int64_t i = 1; i < n; i++)
    y[i] = append(y[i - 1], element(x[i]));
}

OPERATOR_TEST_INPUT(subarrays, Subarray, int32_t, scan, expected, element(x[0]),
                    (int32_t)scan_test_pick(k, -1000000000, 1000000000),
                    SAME_BYTES)

typedef struct {
  uint64_t count;
  double mean, squares; /* squares: of the distances from the mean */
} Moments;

static void merge(Moments *a, Moments b) {
  const double total = (double)(a->count + b.count);
  const double delta = b.mean - a->mean;
  a->mean += delta * (double)b.count / total;
  a->squares +=
      b.squares + delta * delta * (double)a->count * (double)b.count / total;
  a->count += b.count;
}

#pragma omp declare scan(merge : Moments : merge(&omp_out, omp_in))

static void moments_scan(Moments *y, const float *x, int64_t n) {
#pragma omp parallel for scan(merge : y)
  for (int64_t i = 1; i < n; i++) {
    y[i] = y[i - 1];
    merge(&y[i], (Moments){1, x[i], 0});
  }
}

static void moments_expected(Moments *y, const float *x, int64_t n) {
  for (int64_t i = 1; i < n; i++) {
    y[i] = y[i - 1];
    merge(&y[i], (Moments){1, x[i], 0});
  }
}

static bool same(const Moments *got, const Moments *want) {
  return got->count == want->count &&
         scan_test_close(got->mean, want->mean, 1e-9) &&
         scan_test_close(got->squares, want->squares, 1e-9);
}

OPERATOR_TEST_INPUT(moments, Moments, float, moments_scan, moments_expected,
                    ((Moments){1, x[0], 0}),
                    (float)scan_test_pick(k, -300, 500) / 3, same)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  subarrays();
  moments();
  return scan_test_passed();
}
