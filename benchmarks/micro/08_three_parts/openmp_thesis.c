// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Step by step: prefix sums, flags of the places of a third, their sums, and
// for each place of two thirds the thirds before it.

#include "problem.h"
#include <stdlib.h>

static int *sums;
static uint32_t *thirds;

void load(const int *x, size_t n) {
  sums = array_of(n, sizeof *sums);
  thirds = array_of(n, sizeof *thirds);
#pragma omp target enter data map(to : x[0 : n])                               \
    map(alloc : sums[0 : n], thirds[0 : n])
}

uint64_t ways(const int *x, size_t n) {
#pragma omp target teams distribute parallel for
  for (size_t i = 0; i < n; i++)
    sums[i] = x[i];
#pragma omp target parallel for scan(+ : sums)
  for (size_t i = 1; i < n; i++)
    sums[i] += sums[i - 1];
#pragma omp target update from(sums[n - 1 : 1])
  if (sums[n - 1] % 3 != 0)
    return 0;
  const int third = sums[n - 1] / 3;
#pragma omp target teams distribute parallel for
  for (size_t i = 0; i < n; i++)
    thirds[i] = sums[i] == third;
#pragma omp target parallel for scan(+ : thirds)
  for (size_t i = 1; i < n; i++)
    thirds[i] += thirds[i - 1];
  uint64_t count = 0;
#pragma omp target teams distribute parallel for reduction(+ : count)          \
    map(to : thirds[0 : n])
  for (size_t i = 1; i < n - 1; i++)
    count += sums[i] == 2 * third ? thirds[i - 1] : 0;
  return count;
}

void unload(const int *x, size_t n) {
#pragma omp target exit data map(release : x[0 : n], sums[0 : n])              \
    map(release : thirds[0 : n])
  free(sums);
  free(thirds);
}
