// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.h"
#include <stdio.h>
#include <string.h>

enum { Limits = 8 };
static uint32_t n, limits[Limits], primes[Limits];

uint32_t small_primes(uint32_t below, uint32_t *small) {
  uint32_t count = 0;
  for (uint32_t p = 2; (uint64_t)p * p < below; p++) {
    bool is_prime = true;
    for (uint32_t i = 0; is_prime && i < count && small[i] * small[i] <= p; i++)
      is_prime = p % small[i] != 0;
    if (is_prime)
      small[count++] = p;
  }
  return count;
}

void problem_make(size_t size, int kind, uint64_t seed) {
  n = size < 0x80000000 ? (uint32_t)size : 0x80000000;
  for (uint32_t j = 0; j < Limits; j++) {
    limits[j] = (n - 1) >> j;
    if (kind == Edge1) // neighbours
      limits[j] = n - 1 > j ? n - 1 - j : 0;
    if (kind == Edge2) // few primes, or none
      limits[j] = j < n ? j : n - 1;
  }
  if (kind == Random)
    limits[Limits - 1] = (uint32_t)(random_bits(seed, 0) % n);
}

void problem_poison(void) { memset(primes, 0xCB, sizeof primes); }
void problem_load(void) { load(n); }
void problem_run(void) { prime_sums(n, limits, primes, Limits); }
void problem_unload(void) { unload(n); }
void problem_answer(void) { answer_bytes(primes, sizeof primes); }

static bool is_prime(uint32_t v) {
  for (uint32_t d = 2; d < v; d++)
    if (v % d == 0)
      return false;
  return v >= 2;
}

// Every span of primes.
bool problem_check(void) {
  for (int l = 0; l < Limits; l++) {
    uint32_t best = 0, best_length = 0;
    for (uint32_t i = 2; i <= limits[l]; i++) {
      if (!is_prime(i))
        continue;
      for (uint32_t j = i, sum = 0, length = 0; sum <= limits[l]; j++) {
        if (length > best_length || (length == best_length && sum < best))
          if (is_prime(sum)) {
            best = sum;
            best_length = length;
          }
        if (is_prime(j)) {
          sum += j;
          length++;
        }
      }
    }
    if (best != primes[l]) {
      fprintf(stderr, "up to %u: %u, not %u\n", limits[l], primes[l], best);
      return false;
    }
  }
  return true;
}
