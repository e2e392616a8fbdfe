// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.h"
#include <limits.h>
#include <stdlib.h>

// Of a range of values: the lowest and the highest that occur (or low = -1),
// where they come first and last, and the smallest step down.
typedef struct {
  int low, first, high, last, step;
} Range;

static Range join(Range a, Range b) {
  if (a.low < 0 || b.low < 0)
    return a.low < 0 ? b : a;
  Range r = {a.low, a.first, b.high, b.last, a.step < b.step ? a.step : b.step};
  if (b.first < a.last && b.low - a.high < r.step)
    r.step = b.low - a.high;
  return r;
}
static Range value(int v, int first, int last) {
  return (Range){last < 0 ? -1 : v, first, v, last, INT_MAX};
}
#pragma omp declare scan(join:Range : omp_out = join(omp_out, omp_in))

static uint32_t *sums;
static int *first, *last; // where a prefix sum occurs

void load(const uint32_t *x, size_t n, uint32_t m) {
  sums = array_of(n, sizeof *sums);
  first = array_of(m, sizeof *first);
  last = array_of(m, sizeof *last);
#pragma omp target enter data map(to : x[0 : n])                               \
    map(alloc : sums[0 : n], first[0 : m], last[0 : m])
}

uint32_t largest(const uint32_t *x, size_t n, uint32_t m) {
#pragma omp target teams distribute parallel for
  for (uint32_t v = 0; v < m; v++) {
    first[v] = INT_MAX;
    last[v] = -1;
  }
  uint64_t s = 0;
#pragma omp target parallel for scan(+ : s)
  for (size_t i = 0; i < n; i++) {
    s += x[i];
    sums[i] = s % m;
  }
#pragma omp target teams distribute parallel for map(to : sums[0 : n])         \
    map(first[0 : m], last[0 : m])
  for (size_t i = 0; i < n; i++) {
    const int at = (int)i;
#pragma omp atomic compare
    if (at < first[sums[i]]) {
      first[sums[i]] = at;
    }
#pragma omp atomic compare
    if (at > last[sums[i]]) {
      last[sums[i]] = at;
    }
  }
  Range all = {-1, 0, 0, 0, INT_MAX};
#pragma omp target parallel for scan(join : all)
  for (uint32_t v = 0; v < m; v++)
    all = join(all, value((int)v, first[v], last[v]));
  const uint32_t low = all.step == INT_MAX ? 0 : m - (uint32_t)all.step;
  return (uint32_t)all.high > low ? (uint32_t)all.high : low;
}

void unload(const uint32_t *x, size_t n, uint32_t m) {
#pragma omp target exit data map(release : x[0 : n], sums[0 : n])              \
    map(release : first[0 : m], last[0 : m])
  free(sums);
  free(first);
  free(last);
}
