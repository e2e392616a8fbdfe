// The largest sum of a subarray modulo m. It is the largest prefix sum modulo
// m, or m less the smallest step down from an earlier prefix sum to a later
// one. Between the two of a smallest step lies no other value: neighbours among
// the values that occur are all that has to be looked at, and of each only
// where it comes first and last.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "harness.h"

#ifdef __cplusplus
extern "C" {
#endif

void load(const uint32_t *x, size_t n, uint32_t m);
/// The elements are less than \p m, which is at most 2^24, and their sum is
/// less than 2^64.
uint32_t largest(const uint32_t *x, size_t n, uint32_t m);
void unload(const uint32_t *x, size_t n, uint32_t m);

#ifdef __cplusplus
}
#endif
