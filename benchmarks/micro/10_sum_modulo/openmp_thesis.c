// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Step by step: prefix sums, where each occurs, the next lower value that
// occurs for each, and the smallest step.

#include "problem.h"
#include <limits.h>
#include <stdlib.h>

static uint64_t *sums;
static int *first, *last; // where a prefix sum occurs
static int *occurs;       // the value itself, or -1; then the highest so far

void load(const uint32_t *x, size_t n, uint32_t m) {
  sums = array_of(n, sizeof *sums);
  first = array_of(m, sizeof *first);
  last = array_of(m, sizeof *last);
  occurs = array_of(m, sizeof *occurs);
#pragma omp target enter data map(to : x[0 : n]) map(alloc : sums[0 : n])      \
    map(alloc : first[0 : m], last[0 : m], occurs[0 : m])
}

uint32_t largest(const uint32_t *x, size_t n, uint32_t m) {
#pragma omp target teams distribute parallel for
  for (uint32_t v = 0; v < m; v++) {
    first[v] = INT_MAX;
    last[v] = -1;
  }
#pragma omp target teams distribute parallel for
  for (size_t i = 0; i < n; i++)
    sums[i] = x[i];
#pragma omp target parallel for scan(+ : sums)
  for (size_t i = 1; i < n; i++)
    sums[i] = sums[i - 1] + x[i];
#pragma omp target teams distribute parallel for map(to : sums[0 : n])         \
    map(first[0 : m], last[0 : m])
  for (size_t i = 0; i < n; i++) {
    const int at = (int)i;
    const uint32_t v = (uint32_t)(sums[i] % m);
#pragma omp atomic compare
    if (at < first[v]) {
      first[v] = at;
    }
#pragma omp atomic compare
    if (at > last[v]) {
      last[v] = at;
    }
  }
#pragma omp target teams distribute parallel for
  for (uint32_t v = 0; v < m; v++)
    occurs[v] = last[v] < 0 ? -1 : (int)v;
#pragma omp target parallel for scan(max : occurs)
  for (uint32_t v = 1; v < m; v++)
    occurs[v] = occurs[v] > occurs[v - 1] ? occurs[v] : occurs[v - 1];
  uint32_t best = 0;
#pragma omp target teams distribute parallel for reduction(max : best)         \
    map(to : first[0 : m], last[0 : m], occurs[0 : m])
  for (uint32_t v = 0; v < m; v++) {
    if (last[v] >= 0 && v > best)
      best = v;
    if (last[v] >= 0 && v > 0 && occurs[v - 1] >= 0 &&
        first[v] < last[occurs[v - 1]] &&
        m - (v - (uint32_t)occurs[v - 1]) > best)
      best = m - (v - (uint32_t)occurs[v - 1]);
  }
  return best;
}

void unload(const uint32_t *x, size_t n, uint32_t m) {
#pragma omp target exit data map(release : x[0 : n], sums[0 : n])              \
    map(release : first[0 : m], last[0 : m], occurs[0 : m])
  free(sums);
  free(first);
  free(last);
  free(occurs);
}
