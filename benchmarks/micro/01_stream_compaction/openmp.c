// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.h"

void load(const int *x, int *out, size_t n) {
#pragma omp target enter data map(to : x[0 : n]) map(alloc : out[0 : n])
}

size_t compact(const int *x, int *out, size_t n, int threshold) {
  size_t kept = 0;
#pragma omp target parallel for scan(+ : kept)
  for (size_t i = 0; i < n; i++)
    if (x[i] > threshold)
      out[kept++] = x[i];
  return kept;
}

void unload(const int *x, int *out, size_t n) {
#pragma omp target exit data map(release : x[0 : n]) map(from : out[0 : n])
}
