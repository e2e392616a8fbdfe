// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.h"
#include <stdlib.h>

// Of a stretch of places: those of a third, those of two thirds, and the pairs
// of one and a later other.
typedef struct {
  uint32_t first, second; // places with a third, and with two
  uint64_t pairs;
} Cuts;

static Cuts join(Cuts a, Cuts b) {
  return (Cuts){a.first + b.first, a.second + b.second,
                a.pairs + b.pairs + (uint64_t)a.first * b.second};
}
#pragma omp declare scan(join:Cuts : omp_out = join(omp_out, omp_in))

static int *sums;

void load(const int *x, size_t n) {
  sums = array_of(n, sizeof *sums);
#pragma omp target enter data map(to : x[0 : n]) map(alloc : sums[0 : n])
}

uint64_t ways(const int *x, size_t n) {
  int total = 0;
#pragma omp target parallel for scan(+ : total)
  for (size_t i = 0; i < n; i++) {
    total += x[i];
    sums[i] = total;
  }
  if (total % 3 != 0)
    return 0;
  const int third = total / 3;
  Cuts all = {0, 0, 0};
#pragma omp target parallel for scan(join : all)
  for (size_t i = 0; i < n - 1; i++)
    all = join(all, (Cuts){sums[i] == third, sums[i] == 2 * third, 0});
  return all.pairs;
}

void unload(const int *x, size_t n) {
#pragma omp target exit data map(release : x[0 : n], sums[0 : n])
  free(sums);
}
