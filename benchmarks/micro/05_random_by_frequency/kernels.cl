// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#if SCAN == 1

typedef uint T;
#define IDENTITY 0
#define COMBINE(a, b) ((a) + (b))
#define PARAMETERS global const uint *frequency, global uint *sums
#define ARGUMENTS frequency, sums

T input(ulong v, PARAMETERS) { return frequency[v]; }
void output(ulong v, T before, T after, PARAMETERS) { sums[v] = after; }

#else

// The finaliser of MurmurHash3.
uint draw(uint i) {
  i ^= i >> 16;
  i *= 0x85EBCA6B;
  i ^= i >> 13;
  i *= 0xC2B2AE35;
  return i ^ i >> 16;
}

kernel void search(global const uint *sums, global uint *out, const uint n) {
  const uint i = get_global_id(0);
  if (i >= n)
    return;
  const uint place = mul_hi(draw(i), sums[n - 1]);
  ulong low = 0, count = n; // the first sum above the place
  while (count > 0) {
    const ulong half_count = count / 2;
    if (sums[low + half_count] > place) {
      count = half_count;
    } else {
      low += half_count + 1;
      count -= half_count + 1;
    }
  }
  out[i] = (uint)low;
}

#endif
