// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: %long %clang -O0 -g %asan %s %ompscan_flags %ompscan_libs -lm -o %t.asan
// RUN: %long %run_tiny %t.asan 5000

// Linear recurrences of orders 2 to 4 by `affine`: exact on integers, within an
// error bound on floating-point numbers.

#include "Inputs/recurrences.h"

/* A body for the iterations behind the first ones, which keep their element.
 * The loop of the directive begins where all elements exist. */
#define ORDER(NAME, T, FIRST, ...)                                             \
  static void NAME(T *y, T *z, const T *a, const T *b, int n) {                \
    PRAGMA(omp target parallel for map(to : a[0:n], b[0:n])                    \
           map(tofrom : y[0:n], z[0:n]) scan(affine : y))                      \
    for (int i = FIRST; i < n; i++)                                            \
      __VA_ARGS__                                                              \
  }                                                                            \
  static void NAME##_expected(T *y, T *z, const T *a, const T *b, int n) {     \
    for (int i = FIRST; i < n; i++)                                            \
      __VA_ARGS__                                                              \
  }

/* Integers, modulo 2^w. */

ORDER(fibonacci, uint32_t, 2, {
  y[i] = y[i - 1] + y[i - 2];
})

ORDER(variable_factors, uint64_t, 2, {
  y[i] = a[i] * y[i - 1] - b[i] * y[i - 2] + a[i];
  z[i] = y[i] - y[i - 1];
})

ORDER(narrow, uint8_t, 3, {
  y[i] = b[i] - 3 * y[i - 1] + (y[i - 3] << 2);
})

ORDER(all_four, uint64_t, 4, {
  y[i] = (y[i - 1] + a[i]) - 2 * (y[i - 2] - y[i - 3]) + b[i] * y[i - 4];
  z[i] = y[i - 4] + y[i - 2];
})

ORDER(none_between, int32_t, 4, {
  y[i] = -y[i - 4] + (a[i] & 255);
})

ORDER(in_place, uint16_t, 2, {
  y[i] += 5 * y[i - 2];
})

ORDER(functions, uint32_t, 2, {
  const uint32_t last = y[i - 1];
  z[i] = b[i];
  y[i] = 7 * (last + y[i - 2]) - z[i];
})

/* Floating-point numbers. The filters are stable. */

ORDER(biquad, float, 2, {
  y[i] = 0.2f * a[i] + 0.1f * b[i] + 1.2f * y[i - 1] - 0.5f * y[i - 2];
})

ORDER(biquad_of_inputs, double, 2, {
  y[i] = 0.2 * a[i] + 0.4 * a[i - 1] + 0.2 * a[i - 2] -
         (-1.2 * y[i - 1] + 0.5 * y[i - 2]);
  z[i] = y[i];
})

ORDER(autoregressive, double, 4, {
  y[i] = b[i] + 0.5 * y[i - 1] - 0.25 * y[i - 2] + 0.125 * y[i - 3] -
         y[i - 4] / 16;
})

ORDER(varying, float, 2, {
  y[i] = b[i] + 0.5f * a[i] * y[i - 1] - 0.4f * b[i] * y[i - 2];
})

ORDER(fused, double, 2, {
  y[i] = fma(0.25, y[i - 2], b[i]) + 0.5 * y[i - 1];
})

/* From the right, with the factors of the caller, and in steps. */

#define FACTORS(NAME, DIRECTIVE)                                               \
  static void NAME(double *y, double *z, const double *a, const double f[2],   \
                   int n) {                                                    \
    DIRECTIVE(y)                                                               \
    for (int i = n - 3; i >= 0; i--)                                           \
      y[i] = a[i] - f[0] * y[i + 1] + f[1] * y[i + 2];                         \
    DIRECTIVE(z)                                                               \
    for (int i = 6; i < n; i += 3)                                             \
      z[i] = a[i] - f[0] * z[i - 3] + f[1] * z[i - 6];                         \
  }
#define WITH_DIRECTIVE(ITEM)                                                   \
  PRAGMA(omp target parallel for map(to : a[0:n], f[0:2])                      \
         map(tofrom : ITEM[0:n]) scan(affine : ITEM))
#define WITHOUT(ITEM)
FACTORS(factors, WITH_DIRECTIVE)
FACTORS(factors_expected, WITHOUT)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
#define RUN_ORDER(NAME, T, A, B, CHECK)                                        \
  RUN_ON_ARRAYS(T, A, B, CHECK, {                                              \
    NAME(y, z, a, b, (int)n);                                                  \
    NAME##_expected(y_want, z_want, a, b, (int)n);                             \
  })
#define EXACT(NAME, T)                                                         \
  RUN_ORDER(NAME, T, scan_test_hash(k), scan_test_hash(k + 3), CHECK_SAME)
#define FLOAT(NAME) RUN_ORDER(NAME, float, FACTOR, UNIT, CHECK_FLOAT)
#define DOUBLE(NAME) RUN_ORDER(NAME, double, FACTOR, UNIT, CHECK_DOUBLE)
  EXACT(fibonacci, uint32_t)
  EXACT(variable_factors, uint64_t)
  EXACT(narrow, uint8_t)
  RUN_ORDER(all_four, uint64_t, scan_test_pick(k, -9, 9), 0, CHECK_SAME)
  RUN_ORDER(none_between, int32_t, scan_test_pick(k, 0, 9),
            scan_test_pick(k, -9, 9), CHECK_SAME)
  EXACT(in_place, uint16_t)
  EXACT(functions, uint32_t)
  FLOAT(biquad)
  DOUBLE(biquad_of_inputs)
  DOUBLE(autoregressive)
  FLOAT(varying)
  DOUBLE(fused)
  const double f[2] = {0.9, -0.4};
  FOR_EACH_SIZE(n) {
    double *a = BLOCK(double, n), *y = BLOCK(double, n), *z = BLOCK(double, n);
    double *y_want = BLOCK(double, n), *z_want = BLOCK(double, n);
    for (size_t k = 0; k < n; k++)
      a[k] = y[k] = y_want[k] = z[k] = z_want[k] = UNIT;
    factors(y, z, a, f, (int)n);
    factors_expected(y_want, z_want, a, f, (int)n);
    CHECK_DOUBLE(y, y_want, n);
    CHECK_DOUBLE(z, z_want, n);
    free(a), free(y), free(z), free(y_want), free(z_want);
  }
  return scan_test_passed();
}
