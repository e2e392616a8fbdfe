// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: %long %clang -O0 -g %asan %s %ompscan_flags %ompscan_libs -lm -o %t.asan
// RUN: %long %run_tiny %t.asan 5000

// Linear recurrences by `affine`: exact on integers, within an error bound on
// floating-point numbers.

#include "Inputs/recurrences.h"

/* Recurrences of integers, modulo 2^w. */

RECURRENCE(congruential, uint32_t, scan(affine : v), {
  v = v * 1664525u + 1013904223u;
  y[i] = v;
  z[i] = v >> 16;
})

RECURRENCE(polynomial_hash, uint64_t, scan(affine : v), {
  z[i] = v;
  v = v * 31 + b[i];
  y[i] = v;
})

RECURRENCE(djb2, uint32_t, scan(affine : v), {
  v = (v << 5) + v + (uint8_t)b[i];
  y[i] = z[i] = v;
})

RECURRENCE(array_elements, int64_t, scan(affine : y), {
  y[i] = a[i] * y[i - 1] + b[i];
  z[i] = y[i] - y[i - 1];
})

RECURRENCE(only_the_array, uint16_t, scan(affine : y) scan(+ : z), {
  y[i] = b[i] - 3 * y[i - 1];
  z[i] = z[i - 1] + a[i];
})

RECURRENCE(in_place, uint32_t, scan(affine : y) scan(affine : z), {
  y[i] = a[i] * y[i - 1];
  z[i] = c[i] ? b[i] : z[i - 1] * 5 - (z[i - 1] + a[i]);
})

RECURRENCE(two_statements, uint64_t, scan(affine : v), {
  z[i] = v;
  v *= a[i];
  v += b[i];
  y[i] = v;
})

RECURRENCE(statements_under_conditions, uint64_t, scan(affine : v), {
  if (c[i])
    v = 3;
  if (a[i] & 1)
    v -= b[i];
  else
    v = -v;
  if (b[i] & 2)
    v <<= 3;
  y[i] = z[i] = v;
})

RECURRENCE(decimal_digits, uint32_t, scan(affine : v), {
  const unsigned digit = b[i] % 10;
  if (c[i])
    v = 0;
  v = 10 * v + digit;
  y[i] = v;
  z[i] = digit;
})

RECURRENCE(run_length, int, scan(affine : v), {
  v = c[i] ? 0 : v + 1;
  y[i] = z[i] = v;
})

RECURRENCE(run_length_by_increment, int, scan(affine : v), {
  if (c[i])
    v = 0;
  else
    v++;
  y[i] = z[i] = v;
})

RECURRENCE(segmented_sum, int64_t, scan(affine : v) scan(affine : z), {
  if (c[i])
    v = 0;
  else
    v += b[i];
  y[i] = v;
  z[i] = c[i] ? b[i] : z[i - 1] + b[i];
})

RECURRENCE(guarded_update, uint8_t, scan(affine : v), {
  if (c[i])
    v = v * 7 + b[i];
  y[i] = z[i] = v;
})

/* Recurrences of floating-point numbers. */

RECURRENCE(moving_average, float, scan(affine : v), {
  const float k = 0.125f;
  v += k * (a[i] - v);
  y[i] = z[i] = v;
})

RECURRENCE(decaying_average, double, scan(affine : v), {
  z[i] = v;
  v = 0.9 * v + (1 - 0.9) * a[i];
  y[i] = v;
})

RECURRENCE(low_pass, double, scan(affine : y), {
  y[i] = 0.25 * a[i] + 0.75 * y[i - 1];
  z[i] = y[i] + y[i - 1];
})

RECURRENCE(high_pass, float, scan(affine : y), {
  y[i] = 0.5f * (y[i - 1] + a[i] - a[i - 1]);
  z[i] = a[i];
})

RECURRENCE(state_space, float, scan(affine : v), {
  v = a[i] * v + b[i] * a[i];
  y[i] = z[i] = v;
})

RECURRENCE(discounted, double, scan(affine : v), {
  v = fma(0.99, v, b[i]);
  y[i] = z[i] = v;
})

RECURRENCE(divided, double, scan(affine : v), {
  v = (v + b[i]) / (1.0 + a[i]);
  y[i] = z[i] = v;
})

RECURRENCE(subtracted, float, scan(affine : v), {
  v = b[i] - v * a[i];
  y[i] = z[i] = v;
})

RECURRENCE(interest, double, scan(affine : v), {
  v *= 1 + 0.001 * a[i];
  v -= 0.0005;
  y[i] = z[i] = v;
})

RECURRENCE(segmented_average, float, scan(affine : v), {
  v = c[i] ? a[i] : 0.75f * v + 0.25f * a[i];
  y[i] = z[i] = v;
})

/* A reset selects: neither infinity nor NaN comes through. */
RECURRENCE(reset_of_infinity, double, scan(affine : v), {
  if (c[i])
    v = 0;
  else
    v += b[i];
  y[i] = z[i] = v;
})
#define RARE (scan_test_hash(k) % 97 == 0 ? INFINITY : (double)(k % 5))

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
#define EXACT(NAME, T)                                                         \
  RUN_RECURRENCE(NAME, T, scan_test_hash(k), scan_test_hash(k + 3), CHECK_SAME)
#define SMALL(NAME, T)                                                         \
  RUN_RECURRENCE(NAME, T, 1, scan_test_pick(k, -9, 9), CHECK_SAME)
  EXACT(congruential, uint32_t)
  EXACT(polynomial_hash, uint64_t)
  EXACT(djb2, uint32_t)
  RUN_RECURRENCE(array_elements, int64_t, scan_test_pick(k, 0, 1),
                 scan_test_pick(k, -9, 9), CHECK_SAME)
  EXACT(only_the_array, uint16_t)
  EXACT(in_place, uint32_t)
  EXACT(two_statements, uint64_t)
  EXACT(statements_under_conditions, uint64_t)
  EXACT(decimal_digits, uint32_t)
  SMALL(run_length, int)
  SMALL(run_length_by_increment, int)
  SMALL(segmented_sum, int64_t)
  EXACT(guarded_update, uint8_t)
  RUN_RECURRENCE(reset_of_infinity, double, 0, RARE, CHECK_SAME)
#define FLOAT(NAME) RUN_RECURRENCE(NAME, float, FACTOR, UNIT, CHECK_FLOAT)
#define DOUBLE(NAME) RUN_RECURRENCE(NAME, double, FACTOR, UNIT, CHECK_DOUBLE)
  FLOAT(moving_average)
  DOUBLE(decaying_average)
  DOUBLE(low_pass)
  FLOAT(high_pass)
  FLOAT(state_space)
  DOUBLE(discounted)
  DOUBLE(divided)
  FLOAT(subtracted)
  FLOAT(segmented_average)
  RUN_RECURRENCE(interest, double, -UNIT, UNIT, CHECK_DOUBLE)
  return scan_test_passed();
}
