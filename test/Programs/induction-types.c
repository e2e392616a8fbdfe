// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: %long %clang -O1 -g %asan %s %ompscan_flags %ompscan_libs -lm -o %t.asan
// RUN: %long %run %t.asan 5000

// Any integer type counts, up and down.

#include "Inputs/scan_test.h"

#define INDUCTION_TEST(NAME, I, LARGEST)                                       \
  static void NAME##_expected(int *y, const int *x, I n) {                     \
    for (I i = 1; i < n; i++)                                                  \
      y[i] = y[i - 1] + x[i];                                                  \
  }                                                                            \
  static void NAME##_scan(int *y, const int *x, I n) {                         \
    PRAGMA(omp parallel for scan(+ : y))                                       \
    for (I i = 1; i < n; i++)                                                  \
      y[i] = y[i - 1] + x[i];                                                  \
  }                                                                            \
  static void NAME##_down_expected(int *y, const int *x, I n) {                \
    for (I i = n; i > 1; i--)                                                  \
      y[i - 2] = y[i - 1] + x[i - 1];                                          \
  }                                                                            \
  static void NAME##_down_scan(int *y, const int *x, I n) {                    \
    PRAGMA(omp parallel for scan(+ : y))                                       \
    for (I i = n; i > 1; i--)                                                  \
      y[i - 2] = y[i - 1] + x[i - 1];                                          \
  }                                                                            \
  static void NAME(void) {                                                     \
    FOR_EACH_SIZE(n) {                                                         \
      if (n > LARGEST)                                                         \
        break;                                                                 \
      int *x = BLOCK(int, n), *y = BLOCK(int, n), *want = BLOCK(int, n);       \
      for (size_t k = 0; k < n; ++k) {                                         \
        x[k] = (int)scan_test_pick(k, -9, 9);                                  \
        y[k] = want[k] = 7;                                                    \
      }                                                                        \
      NAME##_scan(y, x, (I)n);                                                 \
      NAME##_expected(want, x, (I)n);                                          \
      CHECK_SAME(y, want, n);                                                  \
      NAME##_down_scan(y, x, (I)n);                                            \
      NAME##_down_expected(want, x, (I)n);                                     \
      CHECK_SAME(y, want, n);                                                  \
      free(x);                                                                 \
      free(y);                                                                 \
      free(want);                                                              \
    }                                                                          \
  }

INDUCTION_TEST(signed_char_type, signed char, SCHAR_MAX)
INDUCTION_TEST(unsigned_char_type, unsigned char, UCHAR_MAX)
INDUCTION_TEST(short_type, short, SHRT_MAX)
INDUCTION_TEST(unsigned_short_type, unsigned short, USHRT_MAX)
INDUCTION_TEST(int_type, int, SIZE_MAX)
INDUCTION_TEST(unsigned_type, unsigned, SIZE_MAX)
INDUCTION_TEST(long_type, long, SIZE_MAX)
INDUCTION_TEST(size_type, size_t, SIZE_MAX)
INDUCTION_TEST(long_long_type, long long, SIZE_MAX)
INDUCTION_TEST(unsigned_long_long_type, unsigned long long, SIZE_MAX)

/// At both ends of the type, where the subscripts are sums that no wider type
/// needs.
static void lowest_scan(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = INT_MIN + 1; i < INT_MIN + n; i++)
    y[i - INT_MIN] = y[i - INT_MIN - 1] + x[2 * (i - INT_MIN) - n];
}

static void highest_scan(int *y, const int *x, int n, int first) {
#pragma omp parallel for scan(+ : y)
  for (int i = INT_MAX - 1; i >= first; i--)
    y[i - first] = y[i - first + 1] + x[i - (first - n) - (n + 1) + 1];
}

static void int_ends(void) {
  FOR_EACH_SIZE(n) {
    if (n < 2)
      continue;
    int *x = BLOCK(int, 2 * n), *y = BLOCK(int, n), *want = BLOCK(int, n);
    for (size_t k = 0; k < 2 * n; ++k)
      x[k] = (int)scan_test_pick(k, -9, 9);
    for (size_t k = 0; k < n; ++k)
      y[k] = want[k] = 7;
    lowest_scan(y, x + n, (int)n);
    for (size_t k = 1; k < n; ++k)
      want[k] = want[k - 1] + x[2 * k];
    CHECK_SAME(y, want, n);
    highest_scan(y, x, (int)n, INT_MAX - (int)n + 1);
    for (size_t k = n - 1; k-- > 0;)
      want[k] = want[k + 1] + x[k];
    CHECK_SAME(y, want, n);
    free(x);
    free(y);
    free(want);
  }
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  signed_char_type();
  unsigned_char_type();
  short_type();
  unsigned_short_type();
  int_type();
  int_ends();
  unsigned_type();
  long_type();
  size_type();
  long_long_type();
  unsigned_long_long_type();
  return scan_test_passed();
}
