/* INFIX_TEST(NAME, T, OPERATOR, SEED, INPUT) defines NAME(), which scans T with
 * an infix operator at every size and compares with the sequential loop. INPUT
 * is x[k] as an expression over k and n. */
#include "scan_test.h"

#define INFIX_TEST(NAME, T, OPERATOR, SEED, INPUT)                             \
  static void NAME##_expected(T *y, const T *x, size_t n) {                    \
    for (size_t i = 1; i < n; i++)                                             \
      y[i] = y[i - 1] OPERATOR x[i - 1];                                       \
  }                                                                            \
  static void NAME##_scan(T *y, const T *x, size_t n) {                        \
    PRAGMA(omp parallel for scan(OPERATOR : y))                                \
    for (size_t i = 1; i < n; i++)                                             \
      y[i] = y[i - 1] OPERATOR x[i - 1];                                       \
  }                                                                            \
  static void NAME(void) {                                                     \
    FOR_EACH_SIZE(n) {                                                         \
      T *x = BLOCK(T, n), *y = BLOCK(T, n), *want = BLOCK(T, n);               \
      for (size_t k = 0; k < n; ++k)                                           \
        x[k] = (T)(INPUT);                                                     \
      if (n)                                                                   \
        y[0] = want[0] = (T)(SEED);                                            \
      NAME##_scan(y, x, n);                                                    \
      NAME##_expected(want, x, n);                                             \
      CHECK_SAME(y, want, n);                                                  \
      free(x);                                                                 \
      free(y);                                                                 \
      free(want);                                                              \
    }                                                                          \
  }

#define FOR_EACH_INTEGER_TYPE(DO)                                              \
  DO(char_type, char)                                                          \
  DO(signed_char_type, signed char)                                            \
  DO(unsigned_char_type, unsigned char)                                        \
  DO(short_type, short)                                                        \
  DO(unsigned_short_type, unsigned short)                                      \
  DO(int_type, int)                                                            \
  DO(unsigned_type, unsigned)                                                  \
  DO(long_type, long)                                                          \
  DO(unsigned_long_type, unsigned long)                                        \
  DO(int64_type, int64_t)                                                      \
  DO(long_long_type, long long)                                                \
  DO(unsigned_long_long_type, unsigned long long)

#define FOR_EACH_FLOATING_TYPE(DO)                                             \
  DO(float_type, float)                                                        \
  DO(double_type, double)

#define CALL_TEST(NAME, T) NAME();
