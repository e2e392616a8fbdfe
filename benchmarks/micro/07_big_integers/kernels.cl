// What a row of digits does with a carry: drops it, makes one, or hands it on.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

enum { Base = 1000000000, Kill = 0, Generate = 1, Propagate = 2 };

typedef uchar T;
#define IDENTITY Propagate
#define COMBINE(a, b) ahead(a, b)
#define PARAMETERS                                                             \
  global const uint *a, global const uint *b, global uint *sum,                \
      global uint *carry, const ulong last
#define ARGUMENTS a, b, sum, carry, last

T ahead(T low, T high) { return high == Propagate ? low : high; }

T input(ulong i, PARAMETERS) {
  const uint s = a[i] + b[i];
  return s >= Base ? Generate : s == Base - 1 ? Propagate : Kill;
}

void output(ulong i, T before, T after, PARAMETERS) {
  const uint s = a[i] + b[i] + (before == Generate);
  sum[i] = s >= Base ? s - Base : s;
  if (i == last)
    *carry = after == Generate;
}
