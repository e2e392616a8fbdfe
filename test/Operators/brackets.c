// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t 14

// Bracket matching: what is left when pairs are taken out, closing brackets
// first. The input is computed from a text.

#include "Inputs/operator_test.h"

typedef struct {
  unsigned closing, opening;
} Brackets;

static Brackets bracket(char c) {
  Brackets b = {0, 0};
  switch (c) {
  case '(':
  case '[':
    b.opening = 1;
    break;
  case ')':
  case ']':
    b.closing = 1;
    break;
  default:
    break;
  }
  return b;
}

static Brackets match(Brackets a, Brackets b) {
  unsigned matched = a.opening < b.closing ? a.opening : b.closing;
  Brackets result;
  result.closing = a.closing + b.closing - matched;
  result.opening = a.opening - matched + b.opening;
  return result;
}

#pragma omp declare scan(match : Brackets : omp_out = match(omp_out, omp_in))  \
    initializer(omp_priv = (Brackets){0, 0})

static void scan(Brackets *y, const char *text, size_t n) {
#pragma omp parallel for scan(match : y)
  for (size_t i = 1; i < n; i++)
    y[i] = match(y[i - 1], bracket(text[i]));
}

static void expected(Brackets *y, const char *text, size_t n) {
  for (size_t i = 1; i < n; i++)
    y[i] = match(y[i - 1], bracket(text[i]));
}

OPERATOR_TEST_INPUT(brackets, Brackets, char, scan, expected, bracket(x[0]),
                    "(()[])x("[scan_test_hash(k) % 8], SAME_BYTES)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  brackets();
  return scan_test_passed();
}
