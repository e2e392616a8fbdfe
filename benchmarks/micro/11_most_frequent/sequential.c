// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.h"
#include <stdlib.h>

static int *change; // how many more ranges hold a value than the one before

void load(const uint32_t *low, const uint32_t *high, size_t n, uint32_t m) {
  (void)low, (void)high, (void)n;
  change = array_of((size_t)m + 1, sizeof *change);
}

Most most_frequent(const uint32_t *low, const uint32_t *high, size_t n,
                   uint32_t m) {
  for (uint32_t v = 0; v <= m; v++)
    change[v] = 0;
  for (size_t i = 0; i < n; i++) {
    change[low[i]]++;
    change[high[i] + 1]--;
  }
  Most most = {0, 0};
  int count = 0;
  for (uint32_t v = 0; v < m; v++) {
    count += change[v];
    if (count > most.count)
      most = (Most){v, count};
  }
  return most;
}

void unload(const uint32_t *low, const uint32_t *high, size_t n, uint32_t m) {
  (void)low, (void)high, (void)n, (void)m;
  free(change);
}
