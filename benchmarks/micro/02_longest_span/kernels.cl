// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#if SCAN == 1

// Of a stretch of d: how far it goes, and the highest and lowest on its way.
typedef struct {
  int sum, high, low;
} T;

T walk(int sum, int high, int low) {
  const T r = {sum, high, low};
  return r;
}
T join(T a, T b) {
  return walk(a.sum + b.sum, max(a.high, a.sum + b.high),
              min(a.low, a.sum + b.low));
}

#define IDENTITY walk(0, 0, 0)
#define COMBINE(a, b) join(a, b)
#define PARAMETERS                                                             \
  global const uchar *a, global const uchar *b, global int *d,                 \
      global int *first, const int size
#define ARGUMENTS a, b, d, first, size

T input(ulong i, PARAMETERS) {
  const int step = (int)a[i] - b[i];
  return walk(step, max(step, 0), min(step, 0));
}
void output(ulong i, T before, T after, PARAMETERS) {
  d[i] = after.sum;
  if (after.sum > before.high || after.sum < before.low)
    first[size + after.sum] = (int)i + 1;
}

#else

typedef int T;
#define IDENTITY 0
#define COMBINE(a, b) max(a, b)
#define PARAMETERS                                                             \
  global const int *d, global const int *first, global int *longest,           \
      const int size
#define ARGUMENTS d, first, longest, size

T input(ulong i, PARAMETERS) {
  return (int)i + 1 - (d[i] == 0 ? 0 : first[size + d[i]]);
}
void output(ulong i, T before, T after, PARAMETERS) {
  if (i == size - 1)
    *longest = after;
}

#endif
