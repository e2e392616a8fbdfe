// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size

// && and || in every type. Results are 0 or 1 whatever the inputs are, and
// turn over once, in the middle of the array. A seed of 3 stays 3.

#include "Inputs/infix_operator.h"

#define AND(NAME, T)                                                           \
  INFIX_TEST(NAME##_and, T, &&, 3, k == n / 2 ? 0 : scan_test_pick(k, 1, 9))
#define OR(NAME, T)                                                            \
  INFIX_TEST(NAME##_or, T, ||, 0, k == n / 2 ? scan_test_pick(k, 1, 9) : 0)
#define CONSTANT(NAME, T)                                                      \
  INFIX_TEST(NAME##_or_seed, T, ||, 3, 0)                                      \
  INFIX_TEST(NAME##_and_seed, T, &&, 0, 1)

FOR_EACH_INTEGER_TYPE(AND)
FOR_EACH_INTEGER_TYPE(OR)
FOR_EACH_FLOATING_TYPE(AND)
FOR_EACH_FLOATING_TYPE(OR)
AND(bool_type, bool)
OR(bool_type, bool)
CONSTANT(int_type, int)
CONSTANT(double_type, double)
CONSTANT(bool_type, bool)

#define CALL_AND(NAME, T) NAME##_and();
#define CALL_OR(NAME, T) NAME##_or();
#define CALL_CONSTANT(NAME, T)                                                 \
  NAME##_or_seed();                                                            \
  NAME##_and_seed();

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_INTEGER_TYPE(CALL_AND)
  FOR_EACH_INTEGER_TYPE(CALL_OR)
  FOR_EACH_FLOATING_TYPE(CALL_AND)
  FOR_EACH_FLOATING_TYPE(CALL_OR)
  CALL_AND(bool_type, bool)
  CALL_OR(bool_type, bool)
  CALL_CONSTANT(int_type, int)
  CALL_CONSTANT(double_type, double)
  CALL_CONSTANT(bool_type, bool)
  return scan_test_passed();
}
