// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#if SCAN == 1

typedef int T;
#define IDENTITY 0
#define COMBINE(a, b) ((a) + (b))
#define PARAMETERS                                                             \
  global const int *x, global int *sums, global int *all, const ulong last
#define ARGUMENTS x, sums, all, last

T input(ulong i, PARAMETERS) { return x[i]; }
void output(ulong i, T before, T after, PARAMETERS) {
  sums[i] = after;
  if (i == last)
    *all = after;
}

#else

// Of a stretch of places: those of a third, those of two thirds, and the pairs
// of one and a later other.
typedef struct {
  ulong first, second, pairs;
} T;

T cuts(ulong first, ulong second, ulong pairs) {
  const T r = {first, second, pairs};
  return r;
}
T join(T a, T b) {
  return cuts(a.first + b.first, a.second + b.second,
              a.pairs + b.pairs + a.first * b.second);
}

#define IDENTITY cuts(0, 0, 0)
#define COMBINE(a, b) join(a, b)
#define PARAMETERS                                                             \
  global const int *sums, global T *all, const int third, const ulong last
#define ARGUMENTS sums, all, third, last

T input(ulong i, PARAMETERS) {
  return cuts(sums[i] == third, sums[i] == 2 * third, 0);
}
void output(ulong i, T before, T after, PARAMETERS) {
  if (i == last)
    *all = after;
}

#endif
