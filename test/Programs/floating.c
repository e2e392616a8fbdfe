// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size

// Floating-point sums and products of ordinary fractions, which the device may
// associate in another order.

#include "Inputs/scan_test.h"

static void float_sum(float *y, const float *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void double_sum(double *y, const double *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i] / 3;
}

static void double_product(double *y, const double *x, long n) {
#pragma omp parallel for scan(* : y)
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] * (1 + x[i] * 1e-6);
}

static void expected(long double *sum, long double *third, long double *product,
                     const double *x, long n) {
  for (long i = 1; i < n; i++) {
    sum[i] = sum[i - 1] + (float)x[i];
    third[i] = third[i - 1] + x[i] / 3;
    product[i] = product[i - 1] * (1 + x[i] * 1e-6);
  }
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n) {
    double *x = BLOCK(double, n), *third = BLOCK(double, n),
           *product = BLOCK(double, n);
    float *single = BLOCK(float, n), *sum = BLOCK(float, n);
    long double *want_sum = BLOCK(long double, n),
                *want_third = BLOCK(long double, n),
                *want_product = BLOCK(long double, n);
    for (size_t k = 0; k < n; ++k)
      single[k] = (float)(x[k] = scan_test_pick(k, 1, 1000000) * 1e-6);
    if (n) {
      want_sum[0] = sum[0] = 0.5f;
      want_third[0] = third[0] = 0.1;
      want_product[0] = product[0] = 3;
    }
    float_sum(sum, single, (long)n);
    double_sum(third, x, (long)n);
    double_product(product, x, (long)n);
    expected(want_sum, want_third, want_product, x, (long)n);
    CHECK_CLOSE(sum, want_sum, n, n * FLT_EPSILON);
    CHECK_CLOSE(third, want_third, n, n * DBL_EPSILON);
    CHECK_CLOSE(product, want_product, n, n * DBL_EPSILON);
    free(x);
    free(third);
    free(product);
    free(single);
    free(sum);
    free(want_sum);
    free(want_third);
    free(want_product);
  }
  return scan_test_passed();
}
