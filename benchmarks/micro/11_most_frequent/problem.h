// The most frequent integer in n ranges: the begins and ends of the ranges are
// counted, and the largest sum of these differences is where most ranges are.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "harness.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t value; ///< the smallest of those that occur most
  int count;
} Most;

void load(const uint32_t *low, const uint32_t *high, size_t n, uint32_t m);
/// Range i holds low[i], ..., high[i]; all are less than \p m.
Most most_frequent(const uint32_t *low, const uint32_t *high, size_t n,
                   uint32_t m);
void unload(const uint32_t *low, const uint32_t *high, size_t n, uint32_t m);

#ifdef __cplusplus
}
#endif
