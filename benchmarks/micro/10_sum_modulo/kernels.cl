// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#if SCAN == 0

kernel void clear(global int *first, global int *last, const uint m) {
  const size_t v = get_global_id(0);
  if (v < m) {
    first[v] = INT_MAX;
    last[v] = -1;
  }
}

/// Where each prefix sum comes first and last.
kernel void occur(global const uint *sums, global int *first, global int *last,
                  const ulong n) {
  const size_t i = get_global_id(0);
  if (i < n) {
    atomic_min(&first[sums[i]], (int)i);
    atomic_max(&last[sums[i]], (int)i);
  }
}

#elif SCAN == 1

typedef ulong T;
#define IDENTITY 0
#define COMBINE(a, b) ((a) + (b))
#define PARAMETERS global const uint *x, global uint *sums, const uint m
#define ARGUMENTS x, sums, m

T input(ulong i, PARAMETERS) { return x[i]; }
void output(ulong i, T before, T after, PARAMETERS) { sums[i] = after % m; }

#else

// Of a range of values: the lowest and the highest that occur (or low = -1),
// where they come first and last, and the smallest step down.
typedef struct {
  int low, first, high, last, step;
} T;

T range(int low, int first, int high, int last, int step) {
  const T r = {low, first, high, last, step};
  return r;
}
T join(T a, T b) {
  if (a.low < 0 || b.low < 0)
    return a.low < 0 ? b : a;
  int step = min(a.step, b.step);
  if (b.first < a.last)
    step = min(step, b.low - a.high);
  return range(a.low, a.first, b.high, b.last, step);
}

#define IDENTITY range(-1, 0, 0, 0, INT_MAX)
#define COMBINE(a, b) join(a, b)
#define PARAMETERS                                                             \
  global const int *first, global const int *last, global T *all,              \
      const ulong last_value
#define ARGUMENTS first, last, all, last_value

T input(ulong v, PARAMETERS) {
  return range(last[v] < 0 ? -1 : (int)v, first[v], (int)v, last[v], INT_MAX);
}
void output(ulong v, T before, T after, PARAMETERS) {
  if (v == last_value)
    *all = after;
}

#endif
