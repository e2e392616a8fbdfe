// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t 14
// RUN: %long %clang -O1 -g %asan %s %ompscan_flags %ompscan_libs -lm -o %t.asan
// RUN: %long %run %t.asan 2000

// Rabin-Karp: the hash of every prefix of a text, modulo a prime.

#include "Inputs/operator_test.h"

#define PRIME UINT64_C(2147483647)
enum { BASE = 257 };

typedef struct hash {
  uint32_t value, power;
} hash_t;

static inline uint32_t multiply(uint32_t a, uint32_t b) {
  return (uint32_t)((uint64_t)a * b % PRIME);
}

static inline hash_t hash_of(unsigned char c) {
  return (hash_t){.power = BASE, .value = c + 1u};
}

static inline hash_t concatenate(hash_t a, hash_t b) {
  return (hash_t){
      (uint32_t)(((uint64_t)multiply(a.value, b.power) + b.value) % PRIME),
      multiply(a.power, b.power)};
}

static inline void empty(hash_t *h) { *h = (hash_t){0, 1}; }

// The initialiser is a function.
#pragma omp declare scan(concat : hash_t : omp_out =                           \
                             concatenate(omp_out, omp_in))                     \
    initializer(empty(&omp_priv))

static void scan(hash_t *h, const char *text, size_t n) {
#pragma omp target map(to : text[0 : n]) map(tofrom : h[0 : n])
#pragma omp parallel for scan(concat : h)
  for (size_t i = 1; i < n; i++)
    h[i] = concatenate(h[i - 1], hash_of((unsigned char)text[i - 1]));
}

static void expected(hash_t *h, const char *text, size_t n) {
  for (size_t i = 1; i < n; i++)
    h[i] = concatenate(h[i - 1], hash_of((unsigned char)text[i - 1]));
}

OPERATOR_TEST_INPUT(prefixes, hash_t, char, scan, expected, ((hash_t){0, 1}),
                    (char)scan_test_hash(k), SAME_BYTES)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  prefixes();
  return scan_test_passed();
}
