// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.h"
#include <stdio.h>

static size_t n;
static int *x;
static uint64_t count;

void problem_make(size_t size, int kind, uint64_t seed) {
  n = size;
  x = array_of(n, sizeof *x);
  int total = 0;
  for (size_t i = 0; i < n; i++) { // every cut fits; no third of the total
    x[i] = kind == Edge1   ? 0
           : kind == Edge2 ? i == 0
                           : (int)(random_bits(seed, i) % 3) - 1;
    total += x[i];
  }
  if (kind == Random)
    x[n - 1] -= total % 3;
}

void problem_poison(void) { count = ~(uint64_t)0; }
void problem_load(void) { load(x, n); }
void problem_run(void) { count = ways(x, n); }
void problem_unload(void) { unload(x, n); }
void problem_answer(void) { answer_bytes(&count, sizeof count); }

// Every pair of cuts.
bool problem_check(void) {
  int64_t total = 0, left = 0;
  uint64_t all = 0;
  for (size_t i = 0; i < n; i++)
    total += x[i];
  for (size_t i = 1; i < n; i++) {
    left += x[i - 1];
    int64_t middle = 0;
    for (size_t j = i + 1; j < n; j++) {
      middle += x[j - 1];
      all += left == middle && total - left - middle == left;
    }
  }
  if (all != count)
    fprintf(stderr, "%llu, not %llu\n", (unsigned long long)count,
            (unsigned long long)all);
  return all == count;
}
