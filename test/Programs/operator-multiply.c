// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size

// y[i] = y[i-1] * x[i-1]. Types that wrap take odd factors; signed ones of 32
// bits and more take signs and a 3 now and then, so that nothing overflows;
// floating ones powers of two, so that every order of products is exact.

#include "Inputs/infix_operator.h"

#define SIGN(K) scan_test_pick(K, 0, 1) ? 1 : -1

#define WRAPPING(DO)                                                           \
  DO(char_type, char)                                                          \
  DO(signed_char_type, signed char)                                            \
  DO(unsigned_char_type, unsigned char)                                        \
  DO(short_type, short)                                                        \
  DO(unsigned_short_type, unsigned short)                                      \
  DO(unsigned_type, unsigned)                                                  \
  DO(unsigned_long_type, unsigned long)                                        \
  DO(unsigned_long_long_type, unsigned long long)

#define SIGNED(DO)                                                             \
  DO(int_type, int)                                                            \
  DO(long_type, long)                                                          \
  DO(long_long_type, long long)

#define MULTIPLY_WRAPPING(NAME, T)                                             \
  INFIX_TEST(NAME, T, *, 7, scan_test_pick(k, 0, 31) * 2 + 1)
#define MULTIPLY_SIGNED(NAME, T)                                               \
  INFIX_TEST(NAME, T, *, 7, k % 100003 == 2 ? 3 : SIGN(k))
#define MULTIPLY_FLOATING(NAME, T)                                             \
  INFIX_TEST(NAME, T, *, 7, (SIGN(k)) * (k % 2 ? 2 : 0.5))

WRAPPING(MULTIPLY_WRAPPING)
SIGNED(MULTIPLY_SIGNED)
FOR_EACH_FLOATING_TYPE(MULTIPLY_FLOATING)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  WRAPPING(CALL_TEST)
  SIGNED(CALL_TEST)
  FOR_EACH_FLOATING_TYPE(CALL_TEST)
  return scan_test_passed();
}
