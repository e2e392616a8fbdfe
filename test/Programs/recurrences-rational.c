// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: %long %clang -O0 -g %asan %s %ompscan_flags %ompscan_libs -lm -o %t.asan
// RUN: %long %run_tiny %t.asan 5000

// First-order rational recurrences by `rational`, within an error bound.

#include "Inputs/recurrences.h"

RECURRENCE(continued_fraction, double, scan(rational : y), {
  y[i] = 1 + b[i] / (1 + y[i - 1]);
  z[i] = y[i] - y[i - 1];
})

/* The forward sweep of Thomas' algorithm for tridiagonal systems. */
RECURRENCE(tridiagonal, double, scan(rational : v), {
  v = b[i] / (2.5 - a[i] * v);
  y[i] = z[i] = v;
})

RECURRENCE(quotient, float, scan(rational : v), {
  z[i] = v;
  v = (a[i] * v + b[i]) / (b[i] * v + 1);
  y[i] = v;
})

/* The gain of a scalar Kalman filter. */
RECURRENCE(variance, double, scan(rational : v), {
  v = v + a[i];
  v = v * b[i] / (v + b[i]);
  y[i] = z[i] = v;
})

RECURRENCE(parallel_resistors, float, scan(rational : y), {
  y[i] = 1 / (1 / y[i - 1] + 1 / (b[i] + 1)) + a[i];
  z[i] = b[i];
})

RECURRENCE(affine_too, double, scan(rational : v), {
  v = fma(a[i], v, b[i]);
  v -= 0.125 * v;
  y[i] = z[i] = -v;
})

RECURRENCE(of_both_signs, float, scan(rational : v), {
  v = -(v - b[i]) / (3 - -v);
  v /= 1.5f;
  y[i] = z[i] = v;
})

RECURRENCE(chosen, double, scan(auto : v), {
  v = v / (1 + b[i] * v);
  if (c[i])
    v = a[i];
  y[i] = z[i] = v;
})

RECURRENCE(under_conditions, float, scan(rational : v), {
  if (c[i])
    v = (v + b[i]) / (v + 2);
  else if (b[i] > 0.5f)
    v = a[i] > 0.3f ? 0.5f * v : 1 / (1 + v);
  y[i] = z[i] = v;
})

/* Products of these parameters pass the range of the type. */
RECURRENCE(large_and_small, float, scan(rational : v), {
  const float s = i % 3000 < 1500 ? 0x1p90f : 0x1p-90f;
  v = (s * a[i] * v + s * b[i]) / (s * v + s);
  y[i] = z[i] = v;
})

/* Neither infinity nor NaN passes a new value, and iterations without an
 * update change nothing. */
RECURRENCE(reset_of_infinity, double, scan(rational : v), {
  if (b[i] > 0.98)
    v = INFINITY;
  else if (b[i] > 0.96)
    v = NAN;
  else if (c[i])
    v = 0.5;
  y[i] = z[i] = isnan(v) ? -1 : isinf(v) ? -2 : v;
})

/* 1, infinity, 0, 1, ... of either sign. */
RECURRENCE(poles, float, scan(rational : v), {
  v = 1 / (1 - v);
  y[i] = z[i] = fabsf(v);
})
#define CHECK_MAGNITUDE(GOT, WANT, COUNT)                                      \
  do                                                                           \
    for (size_t at = 0; at < (size_t)(COUNT); ++at)                            \
      if (!(fabsf((GOT)[at]) == fabsf((WANT)[at])))                            \
        scan_test_fail(__FILE__, __LINE__, __PRETTY_FUNCTION__, #GOT, at,      \
                       (GOT)[at], (WANT)[at]);                                 \
  while (0)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
#define FLOAT(NAME) RUN_RECURRENCE(NAME, float, FACTOR, UNIT, CHECK_FLOAT)
#define DOUBLE(NAME) RUN_RECURRENCE(NAME, double, FACTOR, UNIT, CHECK_DOUBLE)
  DOUBLE(continued_fraction)
  DOUBLE(tridiagonal)
  FLOAT(quotient)
  DOUBLE(variance)
  FLOAT(parallel_resistors)
  DOUBLE(affine_too)
  FLOAT(of_both_signs)
  DOUBLE(chosen)
  FLOAT(under_conditions)
  FLOAT(large_and_small)
  RUN_RECURRENCE(reset_of_infinity, double, 0, UNIT, CHECK_SAME)
  RUN_RECURRENCE(poles, float, 0, 0, CHECK_MAGNITUDE)
  return scan_test_passed();
}
