// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t 14

// Products modulo a number: the combiner is an expression of one declaration
// for several types, which the loop writes out.

#include "Inputs/operator_test.h"

#define MODULUS 1000000007

#pragma omp declare scan(modular : uint32_t, int, int64_t                      \
                         : omp_out = (int64_t)omp_out * omp_in % MODULUS)      \
    initializer(omp_priv = 1)

#define MODULAR_TEST(NAME, T)                                                  \
  static void NAME##_scan(T *y, const T *x, int n) {                           \
    PRAGMA(omp parallel for scan(modular : y))                                 \
    for (int i = 1; i < n; i++)                                                \
      y[i] = (int64_t)y[i - 1] * x[i - 1] % MODULUS;                           \
  }                                                                            \
  static void NAME##_expected(T *y, const T *x, int n) {                       \
    for (int i = 1; i < n; i++)                                                \
      y[i] = (int64_t)y[i - 1] * x[i - 1] % MODULUS;                           \
  }                                                                            \
  OPERATOR_TEST(NAME, T, NAME##_scan, NAME##_expected, 1,                      \
                (T)scan_test_pick(k, 2, MODULUS - 1), SAME_BYTES)

MODULAR_TEST(modular_unsigned, uint32_t)
MODULAR_TEST(modular_int, int)
MODULAR_TEST(modular_long, int64_t)

// Square-and-multiply where an input is a base and an exponent.
typedef struct {
  uint32_t value;
} Residue;

static Residue power(Residue base, unsigned exponent) {
  Residue result = {1};
  while (exponent) {
    if (exponent & 1)
      result.value = (uint32_t)((uint64_t)result.value * base.value % MODULUS);
    base.value = (uint32_t)((uint64_t)base.value * base.value % MODULUS);
    exponent >>= 1;
  }
  return result;
}

static Residue multiply(Residue a, Residue b) {
  a.value = (uint32_t)((uint64_t)a.value * b.value % MODULUS);
  return a;
}
#pragma omp declare scan(multiply : Residue : omp_out =                        \
                             multiply(omp_out, omp_in))

static void scan(Residue *y, const Residue *base, const unsigned short *e,
                 int n) {
#pragma omp parallel for scan(multiply : y)
  for (int i = 1; i < n; i++)
    y[i] = multiply(y[i - 1], power(base[i], e[i]));
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  modular_unsigned();
  modular_int();
  modular_long();
  Residue y[40] = {{1}}, base[40];
  unsigned short e[40];
  for (int i = 0; i < 40; i++) {
    base[i].value = (uint32_t)scan_test_pick((uint64_t)i, 1, MODULUS - 1);
    e[i] = (unsigned short)scan_test_hash((uint64_t)i + 1);
  }
  scan(y, base, e, 40);
  Residue want = {1};
  for (int i = 1; i < 40; i++) {
    want = multiply(want, power(base[i], e[i]));
    if (y[i].value != want.value)
      return printf("powers: element %d differs\n", i);
  }
  return scan_test_passed();
}
