// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.h"
#include <stdlib.h>

static int *first; // first[n + d]: where d comes first, or -1

void load(const uint8_t *a, const uint8_t *b, int n) {
  (void)a, (void)b;
  first = array_of(2 * (size_t)n + 1, sizeof *first);
}

int longest_span(const uint8_t *a, const uint8_t *b, int n) {
  for (int i = 0; i <= 2 * n; i++)
    first[i] = -1;
  int d = 0, longest = 0;
  first[n] = 0;
  for (int i = 0; i < n; i++) {
    d += a[i] - b[i];
    if (first[n + d] < 0)
      first[n + d] = i + 1;
    else if (i + 1 - first[n + d] > longest)
      longest = i + 1 - first[n + d];
  }
  return longest;
}

void unload(const uint8_t *a, const uint8_t *b, int n) {
  (void)a, (void)b, (void)n;
  free(first);
}
