// Random numbers by frequency: number v is drawn with a probability of
// frequency[v] / (sum of all). Prefix sums of the frequencies are searched for
// a number below their total.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "harness.h"

#ifdef __CUDACC__
#define BOTH __host__ __device__
#else
#define BOTH
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// Draw \p i: a number from 0 to 2^32 - 1 (the finaliser of MurmurHash3).
BOTH static inline uint32_t draw(uint32_t i) {
  i ^= i >> 16;
  i *= 0x85EBCA6B;
  i ^= i >> 13;
  i *= 0xC2B2AE35;
  return i ^ i >> 16;
}

void load(const uint32_t *frequency, uint32_t *out, uint32_t n);
/// Makes as many draws as there are frequencies, whose total is from 1 to
/// 2^32 - 1. out[i] is the number in whose share of the total the place
/// draw(i) x total / 2^32 lies.
void draw_all(const uint32_t *frequency, uint32_t *out, uint32_t n);
void unload(const uint32_t *frequency, uint32_t *out, uint32_t n);

#ifdef __cplusplus
}
#endif
