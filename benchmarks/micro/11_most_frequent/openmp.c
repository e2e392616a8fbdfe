// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.h"
#include <stdlib.h>

// Of a stretch of changes: their sum, and the first of the largest sums of
// those up to a place in it.
typedef struct {
  int sum, most;
  uint32_t at;
} Stretch;

static Stretch join(Stretch a, Stretch b) {
  const int most = a.sum + b.most;
  return most > a.most ? (Stretch){a.sum + b.sum, most, b.at}
                       : (Stretch){a.sum + b.sum, a.most, a.at};
}
#pragma omp declare scan(join:Stretch : omp_out = join(omp_out, omp_in))

static int *change; // how many more ranges hold a value than the one before

void load(const uint32_t *low, const uint32_t *high, size_t n, uint32_t m) {
  change = array_of((size_t)m + 1, sizeof *change);
#pragma omp target enter data map(to : low[0 : n], high[0 : n])                \
    map(alloc : change[0 : m + 1])
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
  Stretch all = {0, 0, 0};
#pragma omp target parallel for scan(join : all)
  for (uint32_t v = 0; v < m; v++)
    all = join(all, (Stretch){change[v], change[v], v});
  return (Most){all.at, all.most};
}

void unload(const uint32_t *low, const uint32_t *high, size_t n, uint32_t m) {
#pragma omp target exit data map(release : low[0 : n], high[0 : n])            \
    map(release : change[0 : m + 1])
  free(change);
}
