// Primes that are the sum of the most consecutive primes: a sieve, the prefix
// sums of the primes, and a search for the longest span of them.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "harness.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Prepares for numbers below \p n <= 2^31.
void load(uint32_t n);
/// primes[j] becomes the prime up to limits[j] < \p n that is the sum of the
/// most consecutive primes, the smallest one if there are several; 0 if there
/// is no prime.
void prime_sums(uint32_t n, const uint32_t *limits, uint32_t *primes,
                int count);
void unload(uint32_t n);

/// Stores the primes whose squares are below \p n and answers how many these
/// are, at most MOST_SMALL_PRIMES.
#define MOST_SMALL_PRIMES 4792
uint32_t small_primes(uint32_t n, uint32_t *primes);

/// Numbers that are sieved together.
#define SEGMENT 512u
/// Begins of spans that are searched together.
#define BEGINS 65536u
/// Of the longest spans the one with the smallest sum has the largest key.
#define KEY(length, sum) ((uint64_t)(length) << 32 | (0xFFFFFFFFu - (sum)))
#define LENGTH(key) ((key) >> 32)
#define SUM(key) ((key) == 0 ? 0 : 0xFFFFFFFFu - (uint32_t)(key))

#ifdef __cplusplus
}
#endif
