// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Step by step: the differences, their prefix sums, the highest and the lowest
// so far, the places where these change, and the longest span.

#include "problem.h"
#include <stdlib.h>

static int *d, *high, *low, *first; // first[n + d]: where d comes first

void load(const uint8_t *a, const uint8_t *b, int n) {
  d = array_of((size_t)n, sizeof *d);
  high = array_of((size_t)n, sizeof *high);
  low = array_of((size_t)n, sizeof *low);
  first = array_of(2 * (size_t)n + 1, sizeof *first);
#pragma omp target enter data map(to : a[0 : n], b[0 : n])                     \
    map(alloc : d[0 : n], high[0 : n], low[0 : n], first[0 : 2 * n + 1])
}

int longest_span(const uint8_t *a, const uint8_t *b, int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    d[i] = a[i] - b[i];
#pragma omp target parallel for scan(+ : d)
  for (int i = 1; i < n; i++)
    d[i] = d[i - 1] + d[i];
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    high[i] = d[i] > 0 ? d[i] : 0;
    low[i] = d[i] < 0 ? d[i] : 0;
  }
#pragma omp target parallel for scan(max : high)
  for (int i = 1; i < n; i++)
    high[i] = high[i] > high[i - 1] ? high[i] : high[i - 1];
#pragma omp target parallel for scan(min : low)
  for (int i = 1; i < n; i++)
    low[i] = low[i] < low[i - 1] ? low[i] : low[i - 1];
#pragma omp target teams distribute parallel for map(                          \
        to : high[0 : n], low[0 : n]) map(first[0 : 2 * n + 1])
  for (int i = 0; i < n; i++)
    if (d[i] > (i > 0 ? high[i - 1] : 0) || d[i] < (i > 0 ? low[i - 1] : 0))
      first[n + d[i]] = i + 1;
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
#pragma omp target exit data map(release : a[0 : n], b[0 : n], d[0 : n])       \
    map(release : high[0 : n], low[0 : n], first[0 : 2 * n + 1])
  free(d);
  free(high);
  free(low);
  free(first);
}
