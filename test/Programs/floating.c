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

// Products of many factors leave the range of the type, but none of those that
// the loop computes does. All are powers of two, and so exact.

#define PRODUCT_TEST(NAME, T, SIZE)                                            \
  static void NAME##_scan(T *y, T *z, T *all, const T *x, long n) {            \
    T s = *all;                                                                \
    PRAGMA(omp parallel for scan(* : y))                                       \
    for (long i = 1; i < n; i++)                                               \
      y[i] = y[i - 1] * x[i];                                                  \
    long k = 0;                                                                \
    PRAGMA(omp parallel for scan(* : s) scan(+ : k))                           \
    for (long i = 1; i < n; i++) {                                             \
      z[i] = k++ == i - 1 ? s : -1;                                            \
      s *= x[i];                                                               \
    }                                                                          \
    *all = s;                                                                  \
  }                                                                            \
  static void NAME##_rows_scan(T *y, const T *x, long rows) {                  \
    PRAGMA(omp parallel for collapse(2) scan(* : y))                           \
    for (long i = 0; i < rows; i++)                                            \
      for (long j = 1; j < 32; j++)                                            \
        y[i * 32 + j] = y[i * 32 + j - 1] * x[i * 32 + j];                     \
  }                                                                            \
  static void NAME##_expected(T *y, T *z, T *all, const T *x, long n) {        \
    T s = *all;                                                                \
    for (long i = 1; i < n; i++)                                               \
      y[i] = y[i - 1] * x[i];                                                  \
    for (long i = 1; i < n; i++) {                                             \
      z[i] = s;                                                                \
      s *= x[i];                                                               \
    }                                                                          \
    *all = s;                                                                  \
  }                                                                            \
  static void NAME##_rows(T start, const T *x, size_t n) {                     \
    T *y = BLOCK(T, n), *want = BLOCK(T, n);                                   \
    const long rows = (long)n / 32;                                            \
    for (size_t k = 0; k < n; ++k)                                             \
      y[k] = want[k] = start;                                                  \
    NAME##_rows_scan(y, x, rows);                                              \
    for (long k = 0; k < rows * 32; ++k)                                       \
      if (k % 32)                                                              \
        want[k] = want[k - 1] * x[k];                                          \
    CHECK_SAME(y, want, n);                                                    \
    free(y);                                                                   \
    free(want);                                                                \
  }                                                                            \
  static void NAME##_from(T start, const T *x, size_t n) {                     \
    T *y = BLOCK(T, n), *z = BLOCK(T, n), *want_y = BLOCK(T, n),               \
      *want_z = BLOCK(T, n), all = start, want_all = start;                    \
    if (n)                                                                     \
      y[0] = want_y[0] = z[0] = want_z[0] = start;                             \
    NAME##_scan(y, z, &all, x, (long)n);                                       \
    NAME##_expected(want_y, want_z, &want_all, x, (long)n);                    \
    CHECK_SAME(y, want_y, n);                                                  \
    CHECK_SAME(z, want_z, n);                                                  \
    CHECK_SAME(&all, &want_all, 1);                                            \
    free(y);                                                                   \
    free(z);                                                                   \
    free(want_y);                                                              \
    free(want_z);                                                              \
  }                                                                            \
  static void NAME(void) {                                                     \
    FOR_EACH_SIZE(n) {                                                         \
      T *x = BLOCK(T, n);                                                      \
      for (size_t k = 0; k < n; ++k)                                           \
        x[k] = k / (SIZE) % 2 ? (T)0.5 : 2;                                    \
      NAME##_from((T)ldexp(1, -(SIZE) / 2), x, n);                             \
      NAME##_from(0, x, n);                                                    \
      NAME##_from(INFINITY, x, n);                                             \
      for (size_t k = 0; k < n; ++k)                                           \
        x[k] = (T)ldexp(1, ((k + 1) / 2 % 2 ? (SIZE) : -(SIZE)) / 2);          \
      NAME##_from((T)ldexp(1, -(SIZE) / 2), x, n);                             \
      NAME##_rows((T)ldexp(1, -(SIZE) / 2), x, n);                             \
      for (size_t k = 0; k < n; ++k)                                           \
        x[k] = k < n / 2 ? 4 : 1;                                              \
      NAME##_from(0, x, n);                                                    \
      free(x);                                                                 \
    }                                                                          \
  }

PRODUCT_TEST(float_products, float, 240)
PRODUCT_TEST(double_products, double, 2000)

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
  float_products();
  double_products();
  return scan_test_passed();
}
