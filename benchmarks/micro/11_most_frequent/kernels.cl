// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#if SCAN == 0

kernel void clear(global int *change, const uint m) {
  const size_t v = get_global_id(0);
  if (v <= m)
    change[v] = 0;
}

kernel void count(global const uint *low, global const uint *high,
                  global int *change, const ulong n) {
  const size_t i = get_global_id(0);
  if (i < n) {
    atomic_inc(&change[low[i]]);
    atomic_dec(&change[high[i] + 1]);
  }
}

#else

// Of a stretch of changes: their sum, and the first of the largest sums of
// those up to a place in it.
typedef struct {
  int sum, most;
  uint at;
} T;

T stretch(int sum, int most, uint at) {
  const T r = {sum, most, at};
  return r;
}
T join(T a, T b) {
  const int most = a.sum + b.most;
  return most > a.most ? stretch(a.sum + b.sum, most, b.at)
                       : stretch(a.sum + b.sum, a.most, a.at);
}

#define IDENTITY stretch(0, 0, 0)
#define COMBINE(a, b) join(a, b)
#define PARAMETERS global const int *change, global T *all, const ulong last
#define ARGUMENTS change, all, last

T input(ulong v, PARAMETERS) { return stretch(change[v], change[v], (uint)v); }
void output(ulong v, T before, T after, PARAMETERS) {
  if (v == last)
    *all = after;
}

#endif
