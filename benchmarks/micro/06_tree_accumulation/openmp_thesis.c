// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Step by step: what each step of the tour adds to both sums, their scans, and
// the nodes' values out of the sums.

#include "problem.h"
#include <stdlib.h>

static int *path, *all;     // after each step
static int *before, *after; // the sums when a node is entered and left

void load(const int *tour, const int *weight, int *down, int *up, size_t n) {
  path = array_of(2 * n, sizeof *path);
  all = array_of(2 * n, sizeof *all);
  before = array_of(n, sizeof *before);
  after = array_of(n, sizeof *after);
#pragma omp target enter data map(to : tour[0 : 2 * n], weight[0 : n])         \
    map(alloc : down[0 : n], up[0 : n], before[0 : n], after[0 : n])           \
    map(alloc : path[0 : 2 * n], all[0 : 2 * n])
}

void accumulate(const int *tour, const int *weight, int *down, int *up,
                size_t n) {
#pragma omp target teams distribute parallel for map(to : weight[0 : n])
  for (size_t i = 0; i < 2 * n; i++) {
    path[i] = tour[i] >= 0 ? weight[tour[i]] : -weight[~tour[i]];
    all[i] = tour[i] >= 0 ? weight[tour[i]] : 0;
  }
#pragma omp target parallel for scan(+ : path)
  for (size_t i = 1; i < 2 * n; i++)
    path[i] += path[i - 1];
#pragma omp target parallel for scan(+ : all)
  for (size_t i = 1; i < 2 * n; i++)
    all[i] += all[i - 1];
#pragma omp target teams distribute parallel for map(to : path[0 : 2 * n],     \
                                                         all[0 : 2 * n])       \
    map(down[0 : n], before[0 : n], after[0 : n])
  for (size_t i = 0; i < 2 * n; i++)
    if (tour[i] >= 0) {
      down[tour[i]] = path[i];
      before[tour[i]] = i > 0 ? all[i - 1] : 0;
    } else {
      after[~tour[i]] = all[i];
    }
#pragma omp target teams distribute parallel for
  for (size_t v = 0; v < n; v++)
    up[v] = after[v] - before[v];
}

void unload(const int *tour, const int *weight, int *down, int *up, size_t n) {
#pragma omp target exit data map(from : down[0 : n], up[0 : n])                \
    map(release : tour[0 : 2 * n], weight[0 : n])                              \
    map(release : before[0 : n], after[0 : n])                                 \
    map(release : path[0 : 2 * n], all[0 : 2 * n])
  free(path);
  free(all);
  free(before);
  free(after);
}
