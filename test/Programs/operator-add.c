// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t 150

// y[i] = y[i-1] + x[i-1] in every type. Narrow and unsigned types wrap around;
// the floating sums are exact, in any order.

#include "Inputs/infix_operator.h"

#define ADD(NAME, T) INFIX_TEST(NAME, T, +, 5, scan_test_pick(k, -9, 9))

FOR_EACH_INTEGER_TYPE(ADD)
FOR_EACH_FLOATING_TYPE(ADD)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_INTEGER_TYPE(CALL_TEST)
  FOR_EACH_FLOATING_TYPE(CALL_TEST)
  return scan_test_passed();
}
