// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: %clang -O1 -g %asan %s %ompscan_flags %ompscan_libs -lm -o %t.asan
// RUN: %run_tiny %t.asan 5000

// Several items, arrays and scalars, of one clause and of several, in one pass.

#include "Inputs/scan_test.h"

/* What both loops of a pair are: with the directive and without it. */
#define LOOP_PAIR(NAME, CLAUSES, ...)                                          \
  static void NAME(int *y, int *z, double *f, const int *x, int n, int *a,     \
                   long *b, double *c) {                                       \
    int s = *a;                                                                \
    long k = *b;                                                               \
    double m = *c;                                                             \
    PRAGMA(omp parallel for CLAUSES)                                           \
    for (int i = 1; i < n; i++)                                                \
      __VA_ARGS__                                                              \
    *a = s, *b = k, *c = m;                                                    \
  }                                                                            \
  static void NAME##_expected(int *y, int *z, double *f, const int *x, int n,  \
                              int *a, long *b, double *c) {                    \
    int s = *a;                                                                \
    long k = *b;                                                               \
    double m = *c;                                                             \
    for (int i = 1; i < n; i++)                                                \
      __VA_ARGS__                                                              \
    *a = s, *b = k, *c = m;                                                    \
  }

LOOP_PAIR(two_arrays, scan(+ : y) scan(max : z), {
  y[i] = y[i - 1] + x[i];
  z[i] = z[i - 1] > x[i] ? z[i - 1] : x[i];
})

LOOP_PAIR(arrays_of_one_clause, scan(+ : y, f), {
  y[i] = y[i - 1] + x[i];
  f[i] = f[i - 1] + x[i - 1];
})

LOOP_PAIR(two_scalars, scan(+ : s) scan(max : m), {
  s += x[i];
  if (x[i] * 0.5 > m)
    m = x[i] * 0.5;
  y[i] = s;
  f[i] = s - m;
})

LOOP_PAIR(three_of_one_clause, scan(+ : s, k, m), {
  y[i] = s;
  s += x[i];
  k += x[i] & 1;
  m += 2.0 * x[i];
  z[i] = (int)k;
  f[i] = m + k;
})

LOOP_PAIR(array_and_scalar, scan(+ : y) scan(+ : k), {
  y[i] = y[i - 1] + x[i];
  if (x[i] > 40)
    z[k++] = x[i];
})

LOOP_PAIR(one_under_if, scan(^ : s) scan(- : k) scan(min : z), {
  if (x[i] & 4)
    s ^= x[i];
  k -= x[i];
  z[i] = x[i] < z[i - 1] ? x[i] : z[i - 1];
  y[i] = s;
  f[i] = (double)k;
})

#define CHECK_PAIR(NAME)                                                       \
  FOR_EACH_SIZE(n) if (n > 0) {                                                \
    int *x = BLOCK(int, n), *y = BLOCK(int, n), *z = BLOCK(int, n);            \
    int *y_want = BLOCK(int, n), *z_want = BLOCK(int, n);                      \
    double *f = BLOCK(double, n), *f_want = BLOCK(double, n);                  \
    for (size_t i = 0; i < n; i++)                                             \
      x[i] = (int)scan_test_pick(i, 0, 99);                                    \
    y[0] = y_want[0] = 11, z[0] = z_want[0] = 30, f[0] = f_want[0] = 0.25;     \
    int a = 5, a_want = 5;                                                     \
    long b = 0, b_want = 0;                                                    \
    double c = 1.5, c_want = 1.5;                                              \
    NAME(y, z, f, x, (int)n, &a, &b, &c);                                      \
    NAME##_expected(y_want, z_want, f_want, x, (int)n, &a_want, &b_want,       \
                    &c_want);                                                  \
    CHECK_SAME(y, y_want, n);                                                  \
    CHECK_SAME(z, z_want, n);                                                  \
    CHECK_SAME(f, f_want, n);                                                  \
    CHECK_SAME(&a, &a_want, 1);                                                \
    CHECK_SAME(&b, &b_want, 1);                                                \
    CHECK_SAME(&c, &c_want, 1);                                                \
    free(x), free(y), free(z), free(f);                                        \
    free(y_want), free(z_want), free(f_want);                                  \
  }

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  CHECK_PAIR(two_arrays)
  CHECK_PAIR(arrays_of_one_clause)
  CHECK_PAIR(two_scalars)
  CHECK_PAIR(three_of_one_clause)
  CHECK_PAIR(array_and_scalar)
  CHECK_PAIR(one_under_if)
  return scan_test_passed();
}
