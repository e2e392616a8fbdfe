// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static size_t n, k;
static int *x, largest;

void problem_make(size_t size, int kind, uint64_t seed) {
  n = size;
  k = kind == Edge1 ? 1 : kind == Edge2 ? (n + 1) / 2 : n / 50 + 1;
  x = array_of(n, sizeof *x);
  for (size_t i = 0; i < n; i++)
    x[i] = (int)(random_bits(seed, i) % 15) - 7;
}

void problem_poison(void) { largest = INT_MAX; }
void problem_load(void) { load(x, n); }
void problem_run(void) { largest = largest_pair(x, n, k); }
void problem_unload(void) { unload(x, n); }
void problem_answer(void) { answer_bytes(&largest, sizeof largest); }

// Every pair.
bool problem_check(void) {
  int best = INT_MIN;
  int *window = array_of(n, sizeof *window);
  for (size_t i = 0; i + k <= n; i++) {
    window[i] = 0;
    for (size_t j = i; j < i + k; j++)
      window[i] += x[j];
    for (size_t j = 0; j + k <= i; j++)
      best = window[j] + window[i] > best ? window[j] + window[i] : best;
  }
  free(window);
  if (best != largest)
    fprintf(stderr, "%d, not %d\n", largest, best);
  return best == largest;
}
