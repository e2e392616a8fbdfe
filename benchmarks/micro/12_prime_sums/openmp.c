// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.h"
#include <stdlib.h>

static uint32_t small[MOST_SMALL_PRIMES];
static uint8_t *composite;
static uint64_t *sums; // sums[k]: of the primes up to number k, from 0 up

void load(uint32_t n) {
  composite = array_of(n, sizeof *composite);
  sums = array_of(n / 2 + 1, sizeof *sums);
#pragma omp target enter data map(alloc : small, composite[0 : n],             \
                                      sums[0 : n / 2 + 1])
}

void prime_sums(uint32_t n, const uint32_t *limits, uint32_t *primes,
                int count) {
  const uint32_t smalls = small_primes(n, small);
#pragma omp target update to(small[0 : smalls])
#pragma omp target teams distribute parallel for map(composite[0 : n])
  for (uint32_t low = 0; low < n; low += SEGMENT) {
    const uint32_t high = n - low < SEGMENT ? n : low + SEGMENT;
    for (uint32_t m = low; m < high; m++)
      composite[m] = m < 2;
    for (uint32_t s = 0; s < smalls && small[s] * small[s] < high; s++) {
      const uint32_t p = small[s], first = (low + p - 1) / p * p;
      for (uint32_t m = first < p * p ? p * p : first; m < high; m += p)
        composite[m] = 1;
    }
  }
  uint32_t k = 0;
  uint64_t sum = 0;
#pragma omp target parallel for scan(+ : k, sum)
  for (uint32_t m = 0; m < n; m++)
    if (!composite[m]) {
      sum += m;
      sums[k] = sum;
      k++;
    }
  for (int l = 0; l < count; l++) {
    const uint64_t limit = limits[l];
    uint64_t best = 0;
    uint32_t begin = 0;
    // Primes from number k on are larger than k: no longer span begins there.
    do {
      const uint32_t end = k - begin < BEGINS ? k : begin + BEGINS;
#pragma omp target teams distribute parallel for reduction(max : best)         \
    map(to : composite[0 : n], sums[0 : n / 2 + 1])
      for (uint32_t i = begin; i < end; i++) {
        const uint64_t before = i > 0 ? sums[i - 1] : 0;
        uint32_t low = i, high = k; // the first end that is too far
        while (low < high) {
          const uint32_t middle = low + (high - low) / 2;
          if (sums[middle] - before <= limit)
            low = middle + 1;
          else
            high = middle;
        }
        while (low > i && composite[sums[low - 1] - before])
          low--;
        const uint64_t key =
            low > i ? KEY(low - i, (uint32_t)(sums[low - 1] - before)) : 0;
        best = key > best ? key : best;
      }
      begin = end;
    } while (begin < k && LENGTH(best) * begin < limit);
    primes[l] = SUM(best);
  }
}

void unload(uint32_t n) {
#pragma omp target exit data map(release : small, composite[0 : n],            \
                                     sums[0 : n / 2 + 1])
  free(composite);
  free(sums);
}
