// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size

// &, | and ^ in every integer type and bool. For & and | a bit falls or rises
// now and then, so that the result changes all along the array.

#include "Inputs/infix_operator.h"

#define BIT(K, T) (UINT64_C(1) << scan_test_hash(~(K)) % (sizeof(T) * CHAR_BIT))
#define SELDOM(K) (scan_test_hash(K) % (scan_test_size / 64 + 2) == 0)

#define AND(NAME, T) INFIX_TEST(NAME##_and, T, &, -1, ~(SELDOM(k) * BIT(k, T)))
#define OR(NAME, T) INFIX_TEST(NAME##_or, T, |, 0, SELDOM(k) * BIT(k, T))
#define XOR(NAME, T) INFIX_TEST(NAME##_xor, T, ^, 0x5a, scan_test_hash(k))

FOR_EACH_INTEGER_TYPE(AND)
FOR_EACH_INTEGER_TYPE(OR)
FOR_EACH_INTEGER_TYPE(XOR)
INFIX_TEST(bool_and, bool, &, true, k != n / 2)
INFIX_TEST(bool_or, bool, |, false, k == n / 2)
INFIX_TEST(bool_xor, bool, ^, true, scan_test_pick(k, 0, 1))

#define CALL_AND(NAME, T) NAME##_and();
#define CALL_OR(NAME, T) NAME##_or();
#define CALL_XOR(NAME, T) NAME##_xor();

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_INTEGER_TYPE(CALL_AND)
  FOR_EACH_INTEGER_TYPE(CALL_OR)
  FOR_EACH_INTEGER_TYPE(CALL_XOR)
  bool_and();
  bool_or();
  bool_xor();
  return scan_test_passed();
}
