// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.h"
#include <stdlib.h>

static int *first, *last; // where a prefix sum occurs

void load(const uint32_t *x, size_t n, uint32_t m) {
  (void)x, (void)n;
  first = array_of(m, sizeof *first);
  last = array_of(m, sizeof *last);
}

uint32_t largest(const uint32_t *x, size_t n, uint32_t m) {
  for (uint32_t v = 0; v < m; v++)
    last[v] = -1;
  uint32_t s = 0, high = 0, step = m;
  for (size_t i = 0; i < n; i++) {
    s = (s + x[i]) % m;
    high = s > high ? s : high;
    if (last[s] < 0)
      first[s] = (int)i;
    last[s] = (int)i;
  }
  for (uint32_t v = 0, below = m; v < m; v++)
    if (last[v] >= 0) {
      if (below < m && first[v] < last[below] && v - below < step)
        step = v - below;
      below = v;
    }
  return high > m - step ? high : m - step;
}

void unload(const uint32_t *x, size_t n, uint32_t m) {
  (void)x, (void)n, (void)m;
  free(first);
  free(last);
}
