// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.h"
#include <stdlib.h>

// Of a stretch of d: how far it goes, and the highest and lowest on its way.
typedef struct {
  int sum, high, low;
} Walk;

static Walk join(Walk a, Walk b) {
  const int high = a.sum + b.high, low = a.sum + b.low;
  return (Walk){a.sum + b.sum, a.high > high ? a.high : high,
                a.low < low ? a.low : low};
}
static Walk step(int d) { return (Walk){d, d > 0 ? d : 0, d < 0 ? d : 0}; }
#pragma omp declare scan(join:Walk : omp_out = join(omp_out, omp_in))

static int *d, *first; // first[n + d]: where d comes first

void load(const uint8_t *a, const uint8_t *b, int n) {
  d = array_of((size_t)n, sizeof *d);
  first = array_of(2 * (size_t)n + 1, sizeof *first);
#pragma omp target enter data map(to : a[0 : n], b[0 : n])                     \
    map(alloc : d[0 : n], first[0 : 2 * n + 1])
}

int longest_span(const uint8_t *a, const uint8_t *b, int n) {
  Walk w = {0, 0, 0};
#pragma omp target map(first[0 : 2 * n + 1])
#pragma omp parallel for scan(join : w)
  for (int i = 0; i < n; i++) {
    const int high = w.high, low = w.low;
    w = join(w, step(a[i] - b[i]));
    d[i] = w.sum;
    if (w.sum > high || w.sum < low)
      first[n + w.sum] = i + 1;
  }
  int longest = 0;
#pragma omp target teams distribute parallel for reduction(max : longest)      \
    map(first[0 : 2 * n + 1])
  for (int i = 0; i < n; i++) {
    const int length = i + 1 - (d[i] == 0 ? 0 : first[n + d[i]]);
    longest = length > longest ? length : longest;
  }
  return longest;
}

void unload(const uint8_t *a, const uint8_t *b, int n) {
#pragma omp target exit data map(release : a[0 : n], b[0 : n])                 \
    map(release : d[0 : n], first[0 : 2 * n + 1])
  free(d);
  free(first);
}
