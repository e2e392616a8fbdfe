// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.h"
#include <stdio.h>
#include <string.h>

static size_t n;
static uint32_t *a, *b, *sum;
static bool carry;

void problem_make(size_t size, int kind, uint64_t seed) {
  n = size;
  a = array_of(n, sizeof *a);
  b = array_of(n, sizeof *b);
  sum = array_of(n, sizeof *sum);
  for (size_t i = 0; i < n; i++) {
    const uint64_t r = random_bits(seed, i);
    a[i] = (uint32_t)(r >> 32) % BASE;
    // Half of the digits hand a carry on.
    b[i] = r & 1 ? BASE - 1 - a[i] : (uint32_t)(r >> 1) % BASE;
    if (kind == Edge1) // one carry through all digits
      b[i] = BASE - 1 - a[i] + (i == 0 && a[i] > 0);
    if (kind == Edge2) // no carry
      a[i] = b[i] = i % 5;
  }
}

void problem_poison(void) { memset(sum, 0xCB, n * sizeof *sum); }
void problem_load(void) { load(a, b, sum, n); }
void problem_run(void) { carry = add(a, b, sum, n); }
void problem_unload(void) { unload(a, b, sum, n); }

void problem_answer(void) {
  answer_bytes(&carry, sizeof carry);
  answer_bytes(sum, n * sizeof *sum);
}

// The carry into a digit comes from the nearest one below that does not hand
// one on.
bool problem_check(void) {
  for (size_t i = 0; i <= n; i++) {
    size_t j = i;
    while (j > 0 && a[j - 1] + b[j - 1] == BASE - 1)
      j--;
    const uint32_t in = j > 0 && a[j - 1] + b[j - 1] >= BASE;
    if (i < n ? sum[i] != (a[i] + b[i] + in) % BASE : carry != in) {
      fprintf(stderr, "digit %zu is wrong\n", i);
      return false;
    }
  }
  return true;
}
