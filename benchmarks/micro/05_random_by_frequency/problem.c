// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.h"
#include <stdio.h>
#include <string.h>

static uint32_t n, *frequency, *out;

void problem_make(size_t size, int kind, uint64_t seed) {
  n = (uint32_t)size;
  frequency = array_of(n, sizeof *frequency);
  out = array_of(n, sizeof *out);
  for (size_t i = 0; i < n; i++) // all alike; only the last one
    frequency[i] = kind == Edge1   ? 1
                   : kind == Edge2 ? i == size - 1
                                   : (uint32_t)(random_bits(seed, i) % 14);
  frequency[n / 2] += kind == Random; // a total of 0 has no draws
}

void problem_poison(void) { memset(out, 0xCB, n * sizeof *out); }
void problem_load(void) { load(frequency, out, n); }
void problem_run(void) { draw_all(frequency, out, n); }
void problem_unload(void) { unload(frequency, out, n); }
void problem_answer(void) { answer_bytes(out, n * sizeof *out); }

// Walks along the frequencies for every draw.
bool problem_check(void) {
  uint64_t total = 0;
  for (uint32_t v = 0; v < n; v++)
    total += frequency[v];
  for (uint32_t i = 0; i < n; i++) {
    uint64_t place = draw(i) * total >> 32;
    uint32_t v = 0;
    while (place >= frequency[v])
      place -= frequency[v++];
    if (out[i] != v) {
      fprintf(stderr, "draw %u is %u, not %u\n", i, out[i], v);
      return false;
    }
  }
  return true;
}
