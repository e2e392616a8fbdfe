/* What the tests of declared operators share, for C and C++: sizes, and the
 * comparison of a scan with the plain loop. */
#ifndef OPERATOR_TEST_H
#define OPERATOR_TEST_H

#include "../../Programs/Inputs/scan_test.h"

/* Few elements, and around one, two and three levels of the tiny tiles (12
 * elements) and one of those that devices get. */
static const size_t operator_test_sizes[] = {0,   1,    2,    12,   13,   14,
                                             145, 1728, 1729, 1730, 5003, 20011};

/* OPERATOR_TEST(NAME, T, SCAN, EXPECTED, SEED, INPUT, SAME) defines NAME(), which
 * for every size fills exactly sized blocks x and y, sets y[0] to SEED, calls
 * SCAN(y, x, n) and EXPECTED(want, x, n), and compares all elements by
 * SAME(&got, &want). INPUT is x[k] as an expression over k; T is the type of
 * x and y. */
#define OPERATOR_TEST(NAME, T, SCAN, EXPECTED, SEED, INPUT, SAME)              \
  OPERATOR_TEST_INPUT(NAME, T, T, SCAN, EXPECTED, SEED, INPUT, SAME)

/* The same with inputs of another type, X. */
#define OPERATOR_TEST_INPUT(NAME, T, X, SCAN, EXPECTED, SEED, INPUT, SAME)     \
  static void NAME(void) {                                                     \
    for (size_t s = 0;                                                         \
         s < sizeof operator_test_sizes / sizeof *operator_test_sizes; ++s) {  \
      const size_t n = scan_test_size = operator_test_sizes[s];                \
      if (n > scan_test_limit)                                                 \
        break;                                                                 \
      X *x = BLOCK(X, n);                                                      \
      T *y = BLOCK(T, n), *want = BLOCK(T, n);                                 \
      for (size_t k = 0; k < n; ++k)                                           \
        x[k] = INPUT;                                                          \
      if (n)                                                                   \
        y[0] = want[0] = SEED;                                                 \
      SCAN(y, x, n);                                                           \
      EXPECTED(want, x, n);                                                    \
      for (size_t k = 0; k < n; ++k)                                           \
        if (!SAME(&y[k], &want[k])) {                                          \
          printf("%s:%d: %s: size %zu: element %zu differs\n", __FILE__,       \
                 __LINE__, #NAME, n, k);                                       \
          scan_test_stop();                                                    \
        }                                                                      \
      free(x);                                                                 \
      free(y);                                                                 \
      free(want);                                                              \
    }                                                                          \
  }

/* For types without padding, and with one representation of each value. */
#define SAME_BYTES(GOT, WANT) (memcmp((GOT), (WANT), sizeof *(GOT)) == 0)

/* Up to a relative error, or an absolute one near zero. */
static inline bool scan_test_close(double got, double want, double tolerance) {
  return got == want || fabs(got - want) <= tolerance * fmax(1, fabs(want));
}

#endif
