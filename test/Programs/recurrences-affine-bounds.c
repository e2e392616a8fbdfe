// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %run_tiny %t

// The rounding errors of scan(affine) stay within a bound that holds for every
// order in which the functions are composed.
//
// The exact value is v(i) = sum over j <= i of w(j) = a(i) ... a(j+1) b(j),
// where b(0) is the value before the loop. In any tree of compositions
//
//   (A2, B2) o (A1, B1) = (A2 A1, A2 B1 + B2)
//
// the term w(j) is multiplied i - j times, and takes part in one addition for
// each composition that B passes on its way to the root: at most i - j where
// functions are appended, and MERGES where it is appended to others (lanes,
// rows, tiles and windows of tiles). With fl(x op y) = (x op y)(1 + d),
// |d| <= u, its relative error is at most gamma(2 (i - j) + MERGES), where
// gamma(m) = m u / (1 - m u) (Higham, Accuracy and Stability of Numerical
// Algorithms, 2nd edition, lemma 3.1). The sum over j of these errors is
//
//   |error(i)| <= u (2 T(i) + MERGES S(i)) / (1 - (2 i + MERGES) u),
//   S(i) = |a(i)| S(i-1) + |b(i)|,   T(i) = |a(i)| (T(i-1) + S(i-1)).
//
// Numbers below the smallest normal one may be taken for 0.

#include "Inputs/scan_test.h"

#define MERGES 64

/* The factor of iteration i, of magnitude 1 at most. */
enum { Small, NearOne, Alternating, Mixed, Kinds };
static double factor(int kind, size_t i) {
  const double x = (double)scan_test_pick(i, 0, 1 << 20) / (1 << 20);
  switch (kind) {
  case Small:
    return 0.9 * (2 * x - 1);
  case NearOne:
    return 1 - x * 1e-5;
  case Alternating:
    return (i & 1 ? -1 : 1) * (1 - x * 1e-3);
  default:
    return i % 1000 == 0 ? 0 : i & 2 ? 1 : -x;
  }
}

static void check(const char *name, int kind, size_t n, double got,
                  long double want, long double bound) {
  if (fabsl(got - want) <= bound) // False of NaN.
    return;
  printf("error %Lg, bound %Lg\n", fabsl(got - want), bound);
  scan_test_fail(__FILE__, kind, name, "y", n, got, want);
}

#define TEST(T, UNIT, LEAST)                                                   \
  static T T##_scalar(T *y, const T *a, const T *b, T v, size_t n) {           \
    PRAGMA(omp parallel for scan(affine : v))                                  \
    for (size_t i = 1; i < n; i++) {                                           \
      v = a[i] * v + b[i];                                                     \
      y[i] = v;                                                                \
    }                                                                          \
    return v;                                                                  \
  }                                                                            \
  static void T##_array(T *y, const T *a, const T *b, size_t n) {              \
    PRAGMA(omp parallel for scan(affine : y))                                  \
    for (size_t i = 1; i < n; i++)                                             \
      y[i] = b[i] + y[i - 1] * a[i];                                           \
  }                                                                            \
  static void T##_test(size_t n, int kind) {                                   \
    T *a = BLOCK(T, n), *b = BLOCK(T, n), *y = BLOCK(T, n), *z = BLOCK(T, n);  \
    for (size_t i = 0; i < n; i++) {                                           \
      a[i] = (T)factor(kind, i);                                               \
      /* Errors of one sign do not cancel each other. */                       \
      const long least = kind == NearOne ? 1 : -1000;                          \
      b[i] = (T)scan_test_pick(i + 99, least, 1000) / 7;                       \
    }                                                                          \
    if (n)                                                                     \
      y[0] = z[0] = b[0];                                                      \
    const T end = T##_scalar(y, a, b, n ? b[0] : 3, n);                        \
    T##_array(z, a, b, n);                                                     \
    long double v = n ? b[0] : 3, s = fabsl(v), t = 0;                         \
    for (size_t i = 1; i < n; i++) {                                           \
      v = a[i] * v + b[i];                                                     \
      t = fabsl((long double)a[i]) * (t + s);                                  \
      s = fabsl((long double)a[i]) * s + fabsl((long double)b[i]);             \
      const long double bound =                                                \
          UNIT * (2 * t + MERGES * s) / (1 - (2 * i + MERGES) * UNIT) +        \
          LEAST * (MERGES + s);                                                \
      check(#T " scalar", kind, i, y[i], v, bound);                            \
      check(#T " array", kind, i, z[i], v, bound);                             \
    }                                                                          \
    if (n > 1)                                                                 \
      CHECK_SAME(&end, &y[n - 1], 1);                                          \
    free(a), free(b), free(y), free(z);                                        \
  }
TEST(float, (FLT_EPSILON / 2.0L), (long double)FLT_MIN)
TEST(double, (DBL_EPSILON / 2.0L), (long double)DBL_MIN)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n)
  for (int kind = 0; kind < Kinds; kind++) {
    float_test(n, kind);
    double_test(n, kind);
  }
  return scan_test_passed();
}
