// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Step by step: prefix sums, the sums of all windows, the best of those up to
// each, and the best pair.

#include "problem.h"
#include <limits.h>
#include <stdlib.h>

static int *sums, *window, *best; // window[i]: of x[i..i + k)

void load(const int *x, size_t n) {
  sums = array_of(n + 1, sizeof *sums);
  window = array_of(n + 1, sizeof *window);
  best = array_of(n + 1, sizeof *best);
  sums[0] = 0;
#pragma omp target enter data map(to : x[0 : n])                               \
    map(alloc : sums[0 : n + 1], window[0 : n + 1], best[0 : n + 1])
#pragma omp target update to(sums[0 : 1])
}

int largest_pair(const int *x, size_t n, size_t k) {
  if (n < 2 * k)
    return INT_MIN;
#pragma omp target parallel for scan(+ : sums)
  for (size_t i = 1; i <= n; i++)
    sums[i] = sums[i - 1] + x[i - 1];
#pragma omp target teams distribute parallel for
  for (size_t i = 0; i <= n - k; i++)
    best[i] = window[i] = sums[i + k] - sums[i];
#pragma omp target parallel for scan(max : best)
  for (size_t i = 1; i <= n - k; i++)
    best[i] = window[i] > best[i - 1] ? window[i] : best[i - 1];
  int largest = INT_MIN;
#pragma omp target teams distribute parallel for reduction(max : largest)
  for (size_t i = k; i <= n - k; i++) {
    const int pair = best[i - k] + window[i];
    largest = pair > largest ? pair : largest;
  }
  return largest;
}

void unload(const int *x, size_t n) {
#pragma omp target exit data map(release : x[0 : n], sums[0 : n + 1])          \
    map(release : window[0 : n + 1], best[0 : n + 1])
  free(sums);
  free(window);
  free(best);
}
