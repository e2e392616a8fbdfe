// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size

// Items and inputs of different types, where the conversion commutes with the
// operator.

#include "Inputs/scan_test.h"

#define MIXED_TEST(NAME, T, E, IDENTIFIER, OPERATOR)                           \
  static void NAME##_expected(T *y, const E *x, size_t n) {                    \
    for (size_t i = 1; i < n; i++)                                             \
      y[i] = y[i - 1] OPERATOR x[i];                                           \
  }                                                                            \
  static void NAME##_scan(T *y, const E *x, size_t n) {                        \
    PRAGMA(omp parallel for scan(IDENTIFIER : y))                              \
    for (size_t i = 1; i < n; i++)                                             \
      y[i] = y[i - 1] OPERATOR x[i];                                           \
  }                                                                            \
  static void NAME(void) {                                                     \
    FOR_EACH_SIZE(n) {                                                         \
      E *x = BLOCK(E, n);                                                      \
      T *y = BLOCK(T, n), *want = BLOCK(T, n);                                 \
      for (size_t k = 0; k < n; ++k)                                           \
        x[k] = (E)scan_test_pick(k, -9, 9);                                    \
      if (n)                                                                   \
        y[0] = want[0] = (T)100;                                               \
      NAME##_scan(y, x, n);                                                    \
      NAME##_expected(want, x, n);                                             \
      CHECK_SAME(y, want, n);                                                  \
      free(x);                                                                 \
      free(y);                                                                 \
      free(want);                                                              \
    }                                                                          \
  }

#define FOR_EACH_PAIR(DO)                                                      \
  DO(narrow_from_int, uint8_t, int, +, +)                                      \
  DO(narrow_from_unsigned, int16_t, unsigned, +, +)                            \
  DO(narrow_minus_long, int8_t, long, -, -)                                    \
  DO(int_from_long, int, long long, +, +)                                      \
  DO(unsigned_from_signed, unsigned, signed char, +, +)                        \
  DO(signed_from_unsigned, int, unsigned, +, +)                                \
  DO(long_from_unsigned, long, unsigned, +, +)                                 \
  DO(unsigned_long_from_int, unsigned long, int, ^, ^)                         \
  DO(narrow_times_unsigned, uint16_t, unsigned, *, *)                          \
  DO(short_or_int, short, int, |, |)                                           \
  DO(char_and_long, char, long, &, &)                                          \
  DO(long_from_bool, long, bool, +, +)                                         \
  DO(float_from_int, float, int, +, +)                                         \
  DO(float_from_bool, float, bool, +, +)                                       \
  DO(double_from_float, double, float, +, +)                                   \
  DO(double_from_short, double, short, -, -)                                   \
  DO(bool_and_int, bool, int, &&, &&)                                          \
  DO(int_or_double, int, double, ||, ||)                                       \
  DO(char_and_long_logical, char, long, &&, &&)

#define CALL_TEST(NAME, T, E, IDENTIFIER, OPERATOR) NAME();

FOR_EACH_PAIR(MIXED_TEST)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_PAIR(CALL_TEST)
  return scan_test_passed();
}
