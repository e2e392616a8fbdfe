// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: %long %clang -O0 -g %asan %s %ompscan_flags %ompscan_libs -lm -o %t.asan
// RUN: %long %run_tiny %t.asan 5000

// Sums with bounds, by `maxplus` and `minplus`. Integers are exact, also where
// partial sums pass the range of the type; so are floating-point numbers whose
// sums are.

#include "Inputs/recurrences.h"

#define MAX(A, B) ((A) > (B) ? (A) : (B))
#define MIN(A, B) ((A) < (B) ? (A) : (B))

RECURRENCE(kadane, int, scan(maxplus : v), {
  v = MAX(v + b[i], b[i]);
  y[i] = z[i] = v;
})

RECURRENCE(kadane_in_array, double, scan(maxplus : y), {
  y[i] = fmax(y[i - 1], 0) + b[i];
  z[i] = y[i];
})

RECURRENCE(kadane_by_if, int, scan(maxplus : v), {
  z[i] = v;
  v += b[i];
  if (v < 0)
    v = 0;
  y[i] = v;
})

RECURRENCE(queue_length, int, scan(maxplus : v), {
  v = v + b[i] >= 0 ? v + b[i] : 0;
  y[i] = z[i] = v;
})

RECURRENCE(peak_hold, float, scan(maxplus : v), {
  v = fmaxf(v - 0.25f, b[i]);
  y[i] = z[i] = v;
})

RECURRENCE(distance, int, scan(minplus : y), {
  y[i] = MIN(y[i - 1] + 1, a[i]);
  z[i] = y[i];
})

RECURRENCE(distance_backwards_name, double, scan(minplus : v), {
  v = fmin(b[i], 1 + v);
  y[i] = z[i] = v;
})

RECURRENCE(shortest, float, scan(minplus : v), {
  if (!c[i])
    v = a[i] < v + 2 ? a[i] : v + 2;
  y[i] = z[i] = v;
})

RECURRENCE(saturated, int, scan(maxplus : v), {
  v = MIN(MAX(v + b[i], -20), 20);
  y[i] = z[i] = v;
})

RECURRENCE(saturated_by_if, int, scan(minplus : v), {
  v += b[i];
  if (v > 15)
    v = 15;
  if (v < a[i] - 15)
    v = a[i] - 15;
  y[i] = z[i] = v;
})

RECURRENCE(battery, double, scan(minplus : v), {
  v = fmax(0, fmin(v + b[i], 12.5));
  y[i] = z[i] = v;
})

RECURRENCE(restarted, int, scan(maxplus : v) scan(maxplus : z), {
  if (c[i])
    v = -7;
  else
    v = MAX(v, a[i]) - 3;
  y[i] = v;
  z[i] = c[i] ? 0 : MIN(MAX(z[i - 1] + b[i], 0), 9);
})

RECURRENCE(restarted_below, int, scan(minplus : v) scan(minplus : z), {
  if (c[i])
    v = a[i];
  else
    v = MIN(v + b[i], 40);
  y[i] = v;
  z[i] = i % 2 ? a[i] : MIN(z[i - 1] + 3, a[i]);
})

RECURRENCE(restarted_floats, float, scan(maxplus : v) scan(minplus : z), {
  v = c[i] ? b[i] : fmaxf(v + b[i], -20);
  y[i] = v;
  z[i] = i % 2 ? a[i] : fminf(z[i - 1] + 3, a[i]);
})

/* Each partial sum of some tiles is far outside of the type. */
RECURRENCE(far_sums, int, scan(maxplus : v), {
  v = MAX(v - a[i], b[i]);
  y[i] = z[i] = v;
})

RECURRENCE(far_sums_with_both, int, scan(minplus : v), {
  v = MIN(v, INT_MAX - a[i]) + a[i];
  v = MAX(v, INT_MIN + a[i]) - a[i];
  v = v > b[i] ? b[i] : v;
  y[i] = z[i] = v;
})

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
#define SMALL(NAME, T)                                                         \
  RUN_RECURRENCE(NAME, T, scan_test_pick(k, 0, 30),                            \
                 scan_test_pick(k + 3, -9, 9), CHECK_SAME)
  SMALL(kadane, int)
  SMALL(kadane_in_array, double)
  SMALL(kadane_by_if, int)
  SMALL(queue_length, int)
  SMALL(peak_hold, float)
  SMALL(distance, int)
  SMALL(distance_backwards_name, double)
  SMALL(shortest, float)
  SMALL(saturated, int)
  SMALL(saturated_by_if, int)
  SMALL(battery, double)
  SMALL(restarted, int)
  SMALL(restarted_below, int)
  SMALL(restarted_floats, float)
  RUN_RECURRENCE(far_sums, int, 1000000000,
                 scan_test_pick(k, -1000000000, 1000000000), CHECK_SAME)
  RUN_RECURRENCE(far_sums_with_both, int, 1000000000 + k % 7,
                 scan_test_pick(k, -1000000000, 1000000000), CHECK_SAME)
  return scan_test_passed();
}
