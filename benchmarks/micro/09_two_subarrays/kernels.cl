// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#if SCAN == 1

// sums[i]: of x[0..i).
typedef int T;
#define IDENTITY 0
#define COMBINE(a, b) ((a) + (b))
#define PARAMETERS global const int *x, global int *sums, const ulong size
#define ARGUMENTS x, sums, size

T input(ulong i, PARAMETERS) { return i < size ? x[i] : 0; }
void output(ulong i, T before, T after, PARAMETERS) { sums[i] = before; }

#else

// Of a stretch of places: the best windows on the left and on the right of one,
// and the best pair of a left one and a right one that is not before it.
typedef struct {
  int left, right, pair;
} T;

T best(int left, int right, int pair) {
  const T r = {left, right, pair};
  return r;
}
T join(T a, T b) {
  return best(max(a.left, b.left), max(a.right, b.right),
              max(a.left + b.right, max(a.pair, b.pair)));
}

#define IDENTITY best(INT_MIN / 4, INT_MIN / 4, INT_MIN / 2)
#define COMBINE(a, b) join(a, b)
#define PARAMETERS                                                             \
  global const int *sums, global T *all, const ulong k, const ulong last
#define ARGUMENTS sums, all, k, last

// Place i is between elements i + k - 1 and i + k.
T input(ulong i, PARAMETERS) {
  const int left = sums[i + k] - sums[i], right = sums[i + 2 * k] - sums[i + k];
  return best(left, right, left + right);
}
void output(ulong i, T before, T after, PARAMETERS) {
  if (i == last)
    *all = after;
}

#endif
