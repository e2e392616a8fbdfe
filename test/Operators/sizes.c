// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t 14
// RUN: %long %clang -O1 -g %asan %s %ompscan_flags %ompscan_libs -lm -o %t.asan
// RUN: %long %run %t.asan 145

// Types of 1 to 256 bytes: maps v -> factor * v + offset of vectors of bytes.

#include "Inputs/operator_test.h"

#define SIZE_TEST(SIZE)                                                        \
  typedef struct {                                                             \
    uint8_t byte[SIZE];                                                        \
  } Bytes##SIZE;                                                               \
  static Bytes##SIZE compose##SIZE(Bytes##SIZE f, Bytes##SIZE g) {             \
    for (int i = 1; i < (int)sizeof f; i++)                                    \
      f.byte[i] = (uint8_t)(f.byte[i] * g.byte[0] + g.byte[i]);                \
    f.byte[0] *= g.byte[0];                                                    \
    return f;                                                                  \
  }                                                                            \
  PRAGMA(omp declare scan(compose : Bytes##SIZE : omp_out =                    \
                              compose##SIZE(omp_out, omp_in)))                 \
  static void scan##SIZE(Bytes##SIZE *y, const Bytes##SIZE *x, size_t n) {     \
    PRAGMA(omp parallel for scan(compose : y))                                 \
    for (size_t i = 1; i < n; i++)                                             \
      y[i] = compose##SIZE(y[i - 1], x[i]);                                    \
  }                                                                            \
  static void expected##SIZE(Bytes##SIZE *y, const Bytes##SIZE *x, size_t n) { \
    for (size_t i = 1; i < n; i++)                                             \
      y[i] = compose##SIZE(y[i - 1], x[i]);                                    \
  }                                                                            \
  static Bytes##SIZE value##SIZE(uint64_t k) {                                 \
    Bytes##SIZE v;                                                             \
    for (unsigned i = 0; i < sizeof v; i++)                                    \
      v.byte[i] = (uint8_t)scan_test_hash(k * sizeof v + i);                   \
    v.byte[0] |= 1;                                                            \
    return v;                                                                  \
  }                                                                            \
  OPERATOR_TEST(bytes##SIZE, Bytes##SIZE, scan##SIZE, expected##SIZE,          \
                value##SIZE(99), value##SIZE(k), SAME_BYTES)

SIZE_TEST(1)
SIZE_TEST(2)
SIZE_TEST(3)
SIZE_TEST(12)
SIZE_TEST(20)
SIZE_TEST(64)
SIZE_TEST(256)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  bytes1();
  bytes2();
  bytes3();
  bytes12();
  bytes20();
  bytes64();
  if (argc < 2) /* Oclgrind interprets. */
    bytes256();
  return scan_test_passed();
}
