// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.h"
#include <stdio.h>

static size_t n;
static uint32_t *x, m, sum;

void problem_make(size_t size, int kind, uint64_t seed) {
  n = size;
  m = n < 1 << 22 ? (uint32_t)n + 1 : (1 << 22) + 15;
  x = array_of(n, sizeof *x);
  for (size_t i = 0; i < n; i++) // nothing; a step down each time
    x[i] = kind == Edge1   ? 0
           : kind == Edge2 ? m - 1
                           : (uint32_t)(random_bits(seed, i) % m);
}

void problem_poison(void) { sum = 0xCBCBCBCB; }
void problem_load(void) { load(x, n, m); }
void problem_run(void) { sum = largest(x, n, m); }
void problem_unload(void) { unload(x, n, m); }
void problem_answer(void) { answer_bytes(&sum, sizeof sum); }

// Every subarray.
bool problem_check(void) {
  uint32_t best = 0;
  for (size_t i = 0; i < n; i++) {
    uint64_t s = 0;
    for (size_t j = i; j < n; j++) {
      s = (s + x[j]) % m;
      best = s > best ? (uint32_t)s : best;
    }
  }
  if (sum != best)
    fprintf(stderr, "%u, not %u\n", sum, best);
  return sum == best;
}
