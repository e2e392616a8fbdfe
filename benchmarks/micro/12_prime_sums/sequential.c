// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.h"
#include <stdlib.h>

static uint8_t *composite;
static uint64_t *sums; // of the first primes

void load(uint32_t n) {
  composite = array_of(n, sizeof *composite);
  sums = array_of(n / 2 + 2, sizeof *sums);
}

void prime_sums(uint32_t n, const uint32_t *limits, uint32_t *primes,
                int count) {
  for (uint32_t m = 0; m < n; m++)
    composite[m] = m < 2;
  for (uint32_t p = 2; (uint64_t)p * p < n; p++)
    if (!composite[p])
      for (uint32_t m = p * p; m < n; m += p)
        composite[m] = 1;
  uint32_t k = 0;
  sums[0] = 0;
  for (uint32_t m = 2; m < n; m++)
    if (!composite[m]) {
      sums[k + 1] = sums[k] + m;
      k++;
    }
  for (int l = 0; l < count; l++) {
    uint32_t length = 0;
    primes[l] = 0;
    for (uint32_t i = 0, j = 0; i + length < k; i++) {
      if (sums[i + length + 1] - sums[i] > limits[l])
        break; // no longer span, from here on
      while (j < k && sums[j + 1] - sums[i] <= limits[l])
        j++;
      for (uint32_t e = j; e > i + length; e--)
        if (!composite[sums[e] - sums[i]]) {
          length = e - i;
          primes[l] = (uint32_t)(sums[e] - sums[i]);
          break;
        }
    }
  }
}

void unload(uint32_t n) {
  (void)n;
  free(composite);
  free(sums);
}
