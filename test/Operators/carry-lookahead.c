// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t 14

// Carry-lookahead: every pair of digits generates, propagates or kills a carry.
// As an enumeration and as a byte, with a table.

#include "Inputs/operator_test.h"

enum Carry { Kill, Propagate, Generate };

static enum Carry lookahead(enum Carry left, enum Carry right) {
  return right == Propagate ? left : right;
}
#pragma omp declare scan(lookahead : enum Carry : omp_out =                    \
                             lookahead(omp_out, omp_in))                       \
    initializer(omp_priv = Propagate)

static enum Carry carry_of(uint32_t a, uint32_t b) {
  uint64_t sum = (uint64_t)a + b;
  return sum > UINT32_MAX ? Generate : sum == UINT32_MAX ? Propagate : Kill;
}

static void scan(enum Carry *c, const uint32_t *a, const uint32_t *b,
                 size_t n) {
#pragma omp parallel for scan(lookahead : c)
  for (size_t i = 1; i < n; i++)
    c[i] = lookahead(c[i - 1], carry_of(a[i - 1], b[i - 1]));
}

static void adder(enum Carry *c, const uint32_t *a, size_t n) {
  scan(c, a, a, n);
}

static void adder_expected(enum Carry *c, const uint32_t *a, size_t n) {
  for (size_t i = 1; i < n; i++)
    c[i] = lookahead(c[i - 1], carry_of(a[i - 1], a[i - 1]));
}

/* In C the argument is an int, which the call converts. */
static void chosen(enum Carry *c, const uint32_t *a, size_t n) {
#pragma omp parallel for scan(lookahead : c)
  for (size_t i = 1; i < n; i++)
    c[i] = lookahead(c[i - 1], a[i] > 3u << 30   ? Generate
                               : a[i] > 1u << 30 ? Propagate
                                                 : Kill);
}

static void chosen_expected(enum Carry *c, const uint32_t *a, size_t n) {
  for (size_t i = 1; i < n; i++)
    c[i] = lookahead(c[i - 1], a[i] > 3u << 30   ? Generate
                               : a[i] > 1u << 30 ? Propagate
                                                 : Kill);
}

static uint8_t byte_carry(uint8_t left, uint8_t right) {
  static const uint8_t table[3][3] = {{0, 0, 2}, {0, 1, 2}, {0, 2, 2}};
  return table[right][left];
}
#pragma omp declare scan(byte_carry : uint8_t : omp_out =                      \
                             byte_carry(omp_out, omp_in))                      \
    initializer(omp_priv = 1)

static void bytes(uint8_t *c, const uint8_t *x, size_t n) {
#pragma omp parallel for scan(byte_carry : c)
  for (size_t i = 1; i < n; i++)
    c[i] = byte_carry(c[i - 1], x[i]);
}

static void bytes_expected(uint8_t *c, const uint8_t *x, size_t n) {
  for (size_t i = 1; i < n; i++)
    c[i] = byte_carry(c[i - 1], x[i]);
}

OPERATOR_TEST_INPUT(digits, enum Carry, uint32_t, adder, adder_expected, Kill,
                    (uint32_t)scan_test_hash(k), SAME_BYTES)
OPERATOR_TEST_INPUT(arguments, enum Carry, uint32_t, chosen, chosen_expected,
                    Kill, (uint32_t)scan_test_hash(k), SAME_BYTES)
OPERATOR_TEST(table_of_bytes, uint8_t, bytes, bytes_expected, 1,
              (uint8_t)(scan_test_hash(k) % 3), SAME_BYTES)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  digits();
  arguments();
  table_of_bytes();
  return scan_test_passed();
}
