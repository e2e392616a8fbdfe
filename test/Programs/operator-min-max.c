// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size

// Running minimum and maximum with ?: in every type.

#include "Inputs/infix_operator.h"
#include "Inputs/min_max.h"

#define EXTREME_TEST(NAME, T, IDENTIFIER, RELATION, INPUT)                     \
  static void NAME##_expected(T *y, const T *x, size_t n) {                    \
    for (size_t i = 1; i < n; i++)                                             \
      y[i] = x[i] RELATION y[i - 1] ? x[i] : y[i - 1];                         \
  }                                                                            \
  static void NAME##_scan(T *y, const T *x, size_t n) {                        \
    PRAGMA(omp parallel for scan(IDENTIFIER : y))                              \
    for (size_t i = 1; i < n; i++)                                             \
      y[i] = x[i] RELATION y[i - 1] ? x[i] : y[i - 1];                         \
  }                                                                            \
  static void NAME(void) {                                                     \
    FOR_EACH_SIZE(n) {                                                         \
      T *x = BLOCK(T, n), *y = BLOCK(T, n), *want = BLOCK(T, n);               \
      for (size_t k = 0; k < n; ++k)                                           \
        x[k] = (T)(INPUT);                                                     \
      if (n)                                                                   \
        y[0] = want[0] = x[0];                                                 \
      NAME##_scan(y, x, n);                                                    \
      NAME##_expected(want, x, n);                                             \
      CHECK_SAME(y, want, n);                                                  \
      free(x);                                                                 \
      free(y);                                                                 \
      free(want);                                                              \
    }                                                                          \
  }

#define MIN(NAME, T)                                                           \
  EXTREME_TEST(NAME##_min, T, min, <, scan_test_falling(k, n))
#define MAX(NAME, T)                                                           \
  EXTREME_TEST(NAME##_max, T, max, >, scan_test_rising(k, n))

FOR_EACH_INTEGER_TYPE(MIN)
FOR_EACH_INTEGER_TYPE(MAX)
FOR_EACH_FLOATING_TYPE(MIN)
FOR_EACH_FLOATING_TYPE(MAX)
EXTREME_TEST(bool_min, bool, min, <, k < n / 2)
EXTREME_TEST(bool_max, bool, max, >, k > n / 2)

#define CALL_MIN(NAME, T) NAME##_min();
#define CALL_MAX(NAME, T) NAME##_max();

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_INTEGER_TYPE(CALL_MIN)
  FOR_EACH_INTEGER_TYPE(CALL_MAX)
  FOR_EACH_FLOATING_TYPE(CALL_MIN)
  FOR_EACH_FLOATING_TYPE(CALL_MAX)
  bool_min();
  bool_max();
  return scan_test_passed();
}
