// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static int n, longest;
static uint8_t *a, *b;

void problem_make(size_t size, int kind, uint64_t seed) {
  if (size > INT_MAX / 2) {
    fprintf(stderr, "this benchmark takes at most %d elements\n", INT_MAX / 2);
    exit(1);
  }
  n = (int)size;
  a = array_of(size, 1);
  b = array_of(size, 1);
  for (size_t i = 0; i < size; i++) {
    const uint64_t r = random_bits(seed, i);
    a[i] = kind == Edge1 || (r & 1);                              // no span
    b[i] = kind == Edge1 ? 0 : kind == Edge2 ? a[i] : r >> 1 & 1; // the whole
  }
}

void problem_poison(void) { longest = -1; }
void problem_load(void) { load(a, b, n); }
void problem_run(void) { longest = longest_span(a, b, n); }
void problem_unload(void) { unload(a, b, n); }
void problem_answer(void) { answer_bytes(&longest, sizeof longest); }

// Every span.
bool problem_check(void) {
  int best = 0;
  for (int i = 0; i < n; i++)
    for (int j = i, d = 0; j < n; j++) {
      d += a[j] - b[j];
      if (d == 0 && j + 1 - i > best)
        best = j + 1 - i;
    }
  if (best != longest)
    fprintf(stderr, "%d, not %d\n", longest, best);
  return best == longest;
}
