// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.h"
#include <stdlib.h>

static int *before; // the sum of what was entered before each node

void load(const int *tour, const int *weight, int *down, int *up, size_t n) {
  before = array_of(n, sizeof *before);
#pragma omp target enter data map(to : tour[0 : 2 * n], weight[0 : n])         \
    map(alloc : down[0 : n], up[0 : n], before[0 : n])
}

void accumulate(const int *tour, const int *weight, int *down, int *up,
                size_t n) {
  int path = 0, all = 0;
#pragma omp target map(to : weight[0 : n])                                     \
    map(down[0 : n], up[0 : n], before[0 : n])
#pragma omp parallel for scan(+ : path, all)
  for (size_t i = 0; i < 2 * n; i++)
    if (tour[i] >= 0) {
      before[tour[i]] = all;
      path += weight[tour[i]];
      all += weight[tour[i]];
      down[tour[i]] = path;
    } else {
      path -= weight[~tour[i]];
      up[~tour[i]] = all;
    }
#pragma omp target teams distribute parallel for
  for (size_t v = 0; v < n; v++)
    up[v] -= before[v];
}

void unload(const int *tour, const int *weight, int *down, int *up, size_t n) {
#pragma omp target exit data map(from : down[0 : n], up[0 : n])                \
    map(release : tour[0 : 2 * n], weight[0 : n], before[0 : n])
  free(before);
}
