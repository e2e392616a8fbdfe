// Counts the elements that are kept, and stores each where its count says.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

typedef uint T;
#define IDENTITY 0
#define COMBINE(a, b) ((a) + (b))
#define PARAMETERS                                                             \
  global const int *x, global int *out, global uint *kept,                     \
      const int threshold, const ulong last
#define ARGUMENTS x, out, kept, threshold, last

uint input(ulong i, PARAMETERS) { return x[i] > threshold; }

void output(ulong i, uint before, uint after, PARAMETERS) {
  if (after != before)
    out[before] = x[i];
  if (i == last)
    *kept = after;
}
