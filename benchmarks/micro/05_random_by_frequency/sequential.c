// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.h"
#include <stdlib.h>

static uint32_t *sums;

void load(const uint32_t *frequency, uint32_t *out, uint32_t n) {
  (void)frequency, (void)out;
  sums = array_of(n, sizeof *sums);
}

void draw_all(const uint32_t *frequency, uint32_t *out, uint32_t n) {
  uint32_t total = 0;
  for (uint32_t v = 0; v < n; v++)
    sums[v] = total += frequency[v];
  for (uint32_t i = 0; i < n; i++) {
    const uint32_t place = (uint32_t)((uint64_t)draw(i) * total >> 32);
    uint32_t low = 0, high = n - 1; // the first sum above the place
    while (low < high) {
      const uint32_t middle = low + (high - low) / 2;
      if (sums[middle] > place)
        high = middle;
      else
        low = middle + 1;
    }
    out[i] = low;
  }
}

void unload(const uint32_t *frequency, uint32_t *out, uint32_t n) {
  (void)frequency, (void)out, (void)n;
  free(sums);
}
