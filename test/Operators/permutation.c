// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %run_tiny %t
// RUN: env OMPSCAN_ALGORITHM=three-kernel %run_tiny %t
// RUN: env OMPSCAN_ALGORITHM=reduce-then-scan %run_tiny %t
// RUN: %run_oclgrind %t 14

// Composition of permutations of eight bytes, which does not commute.

#include "Inputs/operator_test.h"

typedef struct {
  unsigned char to[8];
} Permutation;

static Permutation after(Permutation first, Permutation second) {
  Permutation result;
  for (int i = 0; i < 8; i++)
    result.to[i] = second.to[first.to[i]];
  return result;
}

#pragma omp declare scan(after : Permutation : omp_out =                       \
                             after(omp_out, omp_in))                           \
    initializer(omp_priv = {{0, 1, 2, 3, 4, 5, 6, 7}})

static void scan(Permutation *y, const Permutation *x, int n) {
#pragma omp parallel for scan(after : y)
  for (int i = 1; i < n; i++)
    y[i] = after(y[i - 1], x[i]);
}

static void expected(Permutation *y, const Permutation *x, int n) {
  for (int i = 1; i < n; i++)
    y[i] = after(y[i - 1], x[i]);
}

static Permutation shuffled(uint64_t k) {
  Permutation p = {{0, 1, 2, 3, 4, 5, 6, 7}};
  for (int i = 7; i > 0; i--) {
    int j = (int)scan_test_pick(8 * k + (uint64_t)i, 0, i);
    unsigned char t = p.to[i];
    p.to[i] = p.to[j];
    p.to[j] = t;
  }
  return p;
}

OPERATOR_TEST(permutations, Permutation, scan, expected, shuffled(99),
              shuffled(k), SAME_BYTES)

// The bits of a word of sixteen, as sixteen nibbles in a word of sixty-four.
static uint64_t bits_after(uint64_t first, uint64_t second) {
  uint64_t result = 0;
  for (unsigned at = 0; at < 64; at += 4) {
    unsigned nibble = (unsigned)(first >> at) & 15;
    result |= (second >> 4 * nibble & 15) << at;
  }
  return result;
}

#pragma omp declare scan(bits : uint64_t : omp_out =                           \
                             bits_after(omp_out, omp_in))                      \
    initializer(omp_priv = UINT64_C(0xfedcba9876543210))

static void scan_bits(uint64_t *y, const uint64_t *x, int n) {
#pragma omp parallel for scan(bits : y)
  for (int i = 1; i < n; i++)
    y[i] = bits_after(y[i - 1], x[i - 1]);
}

static void expected_bits(uint64_t *y, const uint64_t *x, int n) {
  for (int i = 1; i < n; i++)
    y[i] = bits_after(y[i - 1], x[i - 1]);
}

static uint64_t shuffled_bits(uint64_t k) {
  uint64_t p = UINT64_C(0xfedcba9876543210);
  for (unsigned i = 15; i > 0; i--) {
    unsigned j = (unsigned)scan_test_pick(16 * k + i, 0, (long)i);
    uint64_t change = ((p >> 4 * i) ^ (p >> 4 * j)) & 15;
    p ^= change << 4 * i | change << 4 * j;
    if (i == j)
      continue;
  }
  return p;
}

OPERATOR_TEST(bit_permutations, uint64_t, scan_bits, expected_bits,
              shuffled_bits(99), shuffled_bits(k), SAME_BYTES)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  permutations();
  bit_permutations();
  return scan_test_passed();
}
