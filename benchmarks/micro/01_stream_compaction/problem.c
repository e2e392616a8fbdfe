// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.h"
#include <stdio.h>
#include <string.h>

static size_t n, kept;
static int *x, *out, threshold;

void problem_make(size_t size, int kind, uint64_t seed) {
  n = size;
  x = array_of(n, sizeof *x);
  out = array_of(n, sizeof *out);
  for (size_t i = 0; i < n; i++)
    x[i] = (int)(random_bits(seed, i) % 1000);
  threshold = kind == Edge1   ? -1
              : kind == Edge2 ? 1000
                              : 499; // all, none, half
}

void problem_poison(void) { memset(out, 0xCB, n * sizeof *out); }
void problem_load(void) { load(x, out, n); }
void problem_run(void) { kept = compact(x, out, n, threshold); }
void problem_unload(void) { unload(x, out, n); }

void problem_answer(void) {
  answer_bytes(&kept, sizeof kept);
  answer_bytes(out, kept * sizeof *out);
}

// Every element that is kept has its rank among them.
bool problem_check(void) {
  size_t all = 0;
  for (size_t i = 0; i < n; i++) {
    size_t rank = 0;
    for (size_t j = 0; j < i; j++)
      rank += x[j] > threshold;
    if (x[i] <= threshold)
      continue;
    all++;
    if (rank >= kept || out[rank] != x[i]) {
      fprintf(stderr, "element %zu is not at place %zu\n", i, rank);
      return false;
    }
  }
  if (all != kept)
    fprintf(stderr, "%zu are kept, not %zu\n", kept, all);
  return all == kept;
}
