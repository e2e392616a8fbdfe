// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Step by step: the differences, their sums, the largest one, and where it is.

#include "problem.h"
#include <stdlib.h>

static int *change, *count;

void load(const uint32_t *low, const uint32_t *high, size_t n, uint32_t m) {
  change = array_of((size_t)m + 1, sizeof *change);
  count = array_of(m, sizeof *count);
#pragma omp target enter data map(to : low[0 : n], high[0 : n])                \
    map(alloc : change[0 : m + 1], count[0 : m])
}

Most most_frequent(const uint32_t *low, const uint32_t *high, size_t n,
                   uint32_t m) {
#pragma omp target teams distribute parallel for
  for (uint32_t v = 0; v <= m; v++)
    change[v] = 0;
#pragma omp target teams distribute parallel for map(                          \
        to : low[0 : n], high[0 : n]) map(change[0 : m + 1])
  for (size_t i = 0; i < n; i++) {
#pragma omp atomic
    change[low[i]]++;
#pragma omp atomic
    change[high[i] + 1]--;
  }
#pragma omp target teams distribute parallel for
  for (uint32_t v = 0; v < m; v++)
    count[v] = change[v];
#pragma omp target parallel for scan(+ : count)
  for (uint32_t v = 1; v < m; v++)
    count[v] = count[v - 1] + change[v];
  int largest = 0;
#pragma omp target teams distribute parallel for reduction(max : largest)
  for (uint32_t v = 0; v < m; v++)
    largest = count[v] > largest ? count[v] : largest;
  uint32_t value = m;
#pragma omp target teams distribute parallel for reduction(min : value)
  for (uint32_t v = 0; v < m; v++)
    if (count[v] == largest && v < value)
      value = v;
  return (Most){value, largest};
}

void unload(const uint32_t *low, const uint32_t *high, size_t n, uint32_t m) {
#pragma omp target exit data map(release : low[0 : n], high[0 : n])            \
    map(release : change[0 : m + 1], count[0 : m])
  free(change);
  free(count);
}
