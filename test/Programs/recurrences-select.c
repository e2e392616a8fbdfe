// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: %clang -O0 -g %asan %s %ompscan_flags %ompscan_libs -lm -o %t.asan
// RUN: %run_tiny %t.asan 5000

// Recurrences that select values or change bits: `last` and `bits`, exact in
// every type, operators that the plugin chooses, and resets of items that other
// operators combine.

#include "Inputs/recurrences.h"

RECURRENCE(carried_forward, double, scan(last : v), {
  if (c[i])
    v = b[i];
  y[i] = z[i] = v;
})

RECURRENCE(carried_forward_in_array, float, scan(last : y), {
  y[i] = isnan(a[i]) ? y[i - 1] : a[i];
  z[i] = y[i];
})

RECURRENCE(spread, int, scan(auto : y) scan(last : z), {
  y[i] = y[i - 1];
  z[i] = z[i - 1];
})

RECURRENCE(spread_alone, float, scan(auto : y), { y[i] = y[i - 1]; })

RECURRENCE(only_the_array, double, scan(last : y), {
  y[i] = c[i] ? b[i] : y[i - 1];
})

RECURRENCE(exclusive, int, scan(last : v), {
  z[i] = v;
  if (c[i])
    v = i;
  y[i] = i - v;
})

RECURRENCE(one_of_several, int8_t, scan(last : v), {
  if (c[i]) {
    v = b[i];
  } else if (a[i] == 3) {
    v = 5;
  }
  y[i] = z[i] = v;
})

RECURRENCE(last_truth, bool, scan(last : v), {
  v = c[i] ? a[i] : v;
  y[i] = z[i] = v;
})

RECURRENCE(later_one_wins, int, scan(last : v) scan(last : z), {
  if (a[i] > 0)
    v = a[i];
  if (c[i])
    v = b[i];
  y[i] = v;
  z[i] = a[i] > 2 ? i : z[i - 1];
})

RECURRENCE(each_time, int, scan(last : v), {
  z[i] = v;
  if (c[i])
    v = 1;
  else
    v = a[i];
  y[i] = v;
})

RECURRENCE(only_if_new, int, scan(last : v), {
  if (a[i] != v)
    v = a[i];
  y[i] = z[i] = v;
})

// In C before C23, `false` is of type int.
RECURRENCE(truth_or_false, bool, scan(bits : v), {
  if (c[i])
    v = !v;
  else
    v = false;
  y[i] = z[i] = v;
})

RECURRENCE(number_as_condition, float, scan(last : v) scan(+ : z), {
  const float number = a[i] * 0.5f;
  v = number ? b[i] : v;
  y[i] = v;
  z[i] = !(a[i] - 4) ? b[i] : z[i - 1] + 1;
})

RECURRENCE(guarded_load, int, scan(last : v), {
  v = i % 3 == 0 ? a[i / 3] : v;
  y[i] = z[i] = v;
})

RECURRENCE(masked, uint32_t, scan(bits : v), {
  v = (v & a[i]) | b[i];
  y[i] = z[i] = v;
})

RECURRENCE(toggled, uint64_t, scan(bits : v), {
  v ^= a[i];
  v &= ~b[i];
  y[i] = z[i] = v;
})

RECURRENCE(bits_in_array, uint8_t, scan(bits : y), {
  y[i] = ~(y[i - 1] & a[i]) ^ b[i];
  z[i] = y[i];
})

RECURRENCE(set_and_cleared, int, scan(bits : v), {
  if (c[i])
    v |= b[i];
  else
    v &= a[i];
  y[i] = z[i] = v;
})

RECURRENCE(latch, bool, scan(bits : v), {
  v = c[i] ? a[i] : v ^ b[i];
  y[i] = z[i] = v;
})

RECURRENCE(truth_toggled, bool, scan(bits : v), {
  z[i] = v;
  v = v != b[i];
  if (c[i])
    v = !v;
  y[i] = v;
})

/* The operator is chosen. */

RECURRENCE(chosen, int, scan(auto : v, z), {
  v = c[i] ? 0 : v + 1;
  y[i] = v;
  z[i] = z[i - 1] > a[i] ? z[i - 1] : a[i];
})

RECURRENCE(chosen_sum, uint64_t, scan(auto : v) scan(auto : z), {
  v += b[i];
  y[i] = v;
  z[i] = z[i - 1] * 33 + a[i];
})

RECURRENCE(chosen_last, double, scan(auto : v), {
  if (c[i])
    v = b[i];
  y[i] = z[i] = v;
})

RECURRENCE(chosen_maximum_of_sums, int, scan(auto : v), {
  v = v + b[i] > 0 ? v + b[i] : 0;
  y[i] = z[i] = v;
})

RECURRENCE(chosen_bits, uint16_t, scan(auto : v), {
  v = (v & a[i]) ^ b[i];
  y[i] = z[i] = v;
})

/* Combined by the operator of the clause, or assigned anew. */

RECURRENCE(reset_sums, int, scan(+ : v) scan(* : z), {
  if (c[i])
    v = a[i];
  else
    v -= b[i];
  y[i] = v;
  z[i] = c[i] ? b[i] | 1 : (a[i] | 1) * z[i - 1];
})

RECURRENCE(reset_before, double, scan(+ : v), {
  z[i] = v;
  if (a[i] > 7)
    v = 0;
  if (!c[i])
    v += b[i];
  y[i] = v;
})

RECURRENCE(reset_maximum, int, scan(max : v) scan(min : z), {
  v = c[i] ? b[i] : v > a[i] ? v : a[i];
  y[i] = v;
  if (c[i])
    z[i] = 0;
  else
    z[i] = z[i - 1] < b[i] ? z[i - 1] : b[i];
})

RECURRENCE(reset_bits, uint16_t, scan(| : v) scan(^ : z), {
  if (c[i])
    v = 0;
  v |= a[i] & b[i];
  y[i] = v;
  z[i] = c[i] ? a[i] : z[i - 1] ^ b[i];
})

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
#define EXACT(NAME, T)                                                         \
  RUN_RECURRENCE(NAME, T, scan_test_hash(k), scan_test_hash(k + 3), CHECK_SAME)
#define SMALL(NAME, T)                                                         \
  RUN_RECURRENCE(NAME, T, scan_test_pick(k, 0, 9),                             \
                 scan_test_pick(k + 3, -9, 9), CHECK_SAME)
#define SPECIAL                                                                \
  (scan_test_hash(k) % 5 == 0   ? NAN                                          \
   : scan_test_hash(k) % 5 == 1 ? -INFINITY                                    \
   : scan_test_hash(k) % 5 == 2 ? -0.0                                         \
                                : (double)k)
  RUN_RECURRENCE(carried_forward, double, SPECIAL, SPECIAL, CHECK_SAME)
  RUN_RECURRENCE(carried_forward_in_array, float, SPECIAL, SPECIAL, CHECK_SAME)
  RUN_RECURRENCE(only_the_array, double, SPECIAL, SPECIAL, CHECK_SAME)
  SMALL(spread, int)
  RUN_RECURRENCE(spread_alone, float, SPECIAL, SPECIAL, CHECK_SAME)
  SMALL(exclusive, int)
  SMALL(one_of_several, int8_t)
  RUN_RECURRENCE(last_truth, bool, scan_test_hash(k) & 1,
                 scan_test_hash(k) & 2, CHECK_SAME)
  SMALL(later_one_wins, int)
  SMALL(each_time, int)
  SMALL(only_if_new, int)
  RUN_RECURRENCE(truth_or_false, bool, scan_test_hash(k) & 1,
                 scan_test_hash(k) & 2, CHECK_SAME)
  SMALL(number_as_condition, float)
  SMALL(guarded_load, int)
  EXACT(masked, uint32_t)
  EXACT(toggled, uint64_t)
  EXACT(bits_in_array, uint8_t)
  EXACT(set_and_cleared, int)
  RUN_RECURRENCE(latch, bool, scan_test_hash(k) & 1, scan_test_hash(k) & 2,
                 CHECK_SAME)
  RUN_RECURRENCE(truth_toggled, bool, scan_test_hash(k) & 1,
                 scan_test_hash(k) & 2, CHECK_SAME)
  SMALL(chosen, int)
  EXACT(chosen_sum, uint64_t)
  RUN_RECURRENCE(chosen_last, double, SPECIAL, SPECIAL, CHECK_SAME)
  SMALL(chosen_maximum_of_sums, int)
  EXACT(chosen_bits, uint16_t)
  SMALL(reset_sums, int)
  SMALL(reset_before, double)
  SMALL(reset_maximum, int)
  EXACT(reset_bits, uint16_t)
  return scan_test_passed();
}
