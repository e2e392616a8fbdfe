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

#define CALL_TEST(NAME, ...) NAME();

FOR_EACH_PAIR(MIXED_TEST)

// Minima and maxima that are compared in a type with all values of the item.

#define COMPARED_TEST(NAME, T, E, IDENTIFIER, NEW)                             \
  static void NAME##_expected(T *y, const E *x, size_t n) {                    \
    for (size_t i = 1; i < n; i++)                                             \
      y[i] = NEW(y[i - 1], x[i]);                                              \
  }                                                                            \
  static void NAME##_scan(T *y, const E *x, size_t n) {                        \
    PRAGMA(omp parallel for scan(IDENTIFIER : y))                              \
    for (size_t i = 1; i < n; i++)                                             \
      y[i] = NEW(y[i - 1], x[i]);                                              \
  }                                                                            \
  static void NAME(void) {                                                     \
    FOR_EACH_SIZE(n) {                                                         \
      E *x = BLOCK(E, n);                                                      \
      T *y = BLOCK(T, n), *want = BLOCK(T, n);                                 \
      for (size_t k = 0; k < n; ++k)                                           \
        x[k] = (E)(scan_test_pick(k, -9, 9) + (long)(k * 100 / n));            \
      if (n)                                                                   \
        y[0] = want[0] = (T)20;                                                \
      NAME##_scan(y, x, n);                                                    \
      NAME##_expected(want, x, n);                                             \
      CHECK_SAME(y, want, n);                                                  \
      free(x);                                                                 \
      free(y);                                                                 \
      free(want);                                                              \
    }                                                                          \
  }

#define LARGER(A, B) (A) < (B) ? (B) : (A)
#define LARGER_AS_UNSIGNED(A, B) (unsigned)((A) < (B) ? (B) : (A))
#define LARGER_OF_CALL(A, B) fmax(A, B)
#define LARGER_OF_FLOAT_CALL(A, B) fmaxf(A, B)

#define FOR_EACH_COMPARISON(DO)                                                \
  DO(unsigned_or_int, unsigned, int, max, LARGER)                              \
  DO(long_or_unsigned, long, unsigned, max, LARGER)                            \
  DO(narrow_or_narrow, uint8_t, uint8_t, maxplus, LARGER)                      \
  DO(converted_back, int, int, max, LARGER_AS_UNSIGNED)                        \
  DO(double_or_long, double, long, max, LARGER)                                \
  DO(float_or_double, float, double, max, LARGER)                              \
  DO(call_of_int, int, short, max, LARGER_OF_CALL)                             \
  DO(call_of_short, short, signed char, max, LARGER_OF_FLOAT_CALL)             \
  DO(call_of_float, float, double, max, LARGER_OF_FLOAT_CALL)

FOR_EACH_COMPARISON(COMPARED_TEST)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_PAIR(CALL_TEST)
  FOR_EACH_COMPARISON(CALL_TEST)
  return scan_test_passed();
}
