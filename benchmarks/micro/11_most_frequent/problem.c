// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.h"
#include <stdio.h>

static size_t n;
static uint32_t *low, *high, m;
static Most most;

void problem_make(size_t size, int kind, uint64_t seed) {
  n = size;
  m = (uint32_t)n;
  low = array_of(n, sizeof *low);
  high = array_of(n, sizeof *high);
  for (size_t i = 0; i < n; i++) {
    const uint64_t r = random_bits(seed, i);
    low[i] = (uint32_t)((r & 0xFFFFFFFF) * m >> 32);
    high[i] = low[i] + (uint32_t)((r >> 32) * (m - low[i]) >> 32);
    if (kind == Edge1) // each integer once
      low[i] = high[i] = (uint32_t)i;
    if (kind == Edge2) // all ranges end with the last integer
      low[i] = (uint32_t)i, high[i] = m - 1;
  }
}

void problem_poison(void) { most = (Most){0xCBCBCBCB, -1}; }
void problem_load(void) { load(low, high, n, m); }
void problem_run(void) { most = most_frequent(low, high, n, m); }
void problem_unload(void) { unload(low, high, n, m); }
void problem_answer(void) { answer_bytes(&most, sizeof most); }

// Every integer in every range.
bool problem_check(void) {
  Most best = {0, 0};
  for (uint32_t v = 0; v < m; v++) {
    int count = 0;
    for (size_t i = 0; i < n; i++)
      count += low[i] <= v && v <= high[i];
    if (count > best.count)
      best = (Most){v, count};
  }
  if (best.value == most.value && best.count == most.count)
    return true;
  fprintf(stderr, "%u occurs %d times, and %u %d times\n", most.value,
          most.count, best.value, best.count);
  return false;
}
