// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t 14

// log(exp(x[0]) + ... + exp(x[i])), without overflow.

#include "Inputs/operator_test.h"

typedef struct {
  float max, sum; /* sum of exp(x - max) */
} LogSum;

static LogSum add(LogSum a, LogSum b) {
  LogSum r;
  r.max = fmaxf(a.max, b.max);
  r.sum = a.sum * expf(a.max - r.max) + b.sum * expf(b.max - r.max);
  return r;
}

static LogSum term(float x) {
  LogSum r = {x, 1};
  return r;
}

#pragma omp declare scan(logsumexp : LogSum : omp_out = add(omp_out, omp_in))  \
    initializer(omp_priv = {-INFINITY, 0})

static void scan(LogSum *y, const float *x, size_t n) {
#pragma omp parallel for scan(logsumexp : y)
  for (size_t i = 1; i < n; i++)
    y[i] = add(y[i - 1], term(x[i]));
}

static void expected(LogSum *y, const float *x, size_t n) {
  for (size_t i = 1; i < n; i++)
    y[i] = add(y[i - 1], term(x[i]));
}

static bool same(const LogSum *got, const LogSum *want) {
  return got->max == want->max &&
         scan_test_close(got->max + logf(got->sum), want->max + logf(want->sum),
                         1e-4);
}

OPERATOR_TEST_INPUT(sums, LogSum, float, scan, expected, term(x[0]),
                    (float)scan_test_pick(k, -5000, 5000) / 7, same)

// The same on double, with log1p: the scanned values are the logarithms.
static double log_add(double a, double b) {
  if (a < b) {
    double t = a;
    a = b;
    b = t;
  }
  return a + log1p(exp(b - a));
}
#pragma omp declare scan(log_add : double : omp_out = log_add(omp_out, omp_in))

static void scan_log(double *y, const double *x, size_t n) {
#pragma omp parallel for scan(log_add : y)
  for (size_t i = 1; i < n; i++)
    y[i] = log_add(y[i - 1], x[i]);
}

static void expected_log(double *y, const double *x, size_t n) {
  for (size_t i = 1; i < n; i++)
    y[i] = log_add(y[i - 1], x[i]);
}

static bool same_log(const double *got, const double *want) {
  return scan_test_close(*got, *want, 1e-10);
}

OPERATOR_TEST(logarithms, double, scan_log, expected_log, x[0],
              (double)scan_test_pick(k, -5000, 5000) / 7, same_log)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  sums();
  logarithms();
  return scan_test_passed();
}
