// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size

// y[i] = y[i-1] - x[i-1]: a sum of negated inputs.

#include "Inputs/infix_operator.h"

#define SUBTRACT(NAME, T) INFIX_TEST(NAME, T, -, 5, scan_test_pick(k, -9, 9))

FOR_EACH_INTEGER_TYPE(SUBTRACT)
FOR_EACH_FLOATING_TYPE(SUBTRACT)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_INTEGER_TYPE(CALL_TEST)
  FOR_EACH_FLOATING_TYPE(CALL_TEST)
  return scan_test_passed();
}
