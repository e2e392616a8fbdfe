// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Step by step, as in listing 4.1 of the thesis: flags, their sums, and the
// elements to where the sums say.

#include "problem.h"
#include <stdlib.h>

static int *bits, *bitsum;

void load(const int *x, int *out, size_t n) {
  bits = array_of(n, sizeof *bits);
  bitsum = array_of(n, sizeof *bitsum);
#pragma omp target enter data map(to : x[0 : n])                               \
    map(alloc : out[0 : n], bits[0 : n], bitsum[0 : n])
}

size_t compact(const int *x, int *out, size_t n, int threshold) {
#pragma omp target teams distribute parallel for
  for (size_t i = 0; i < n; i++) {
    bits[i] = x[i] > threshold;
    bitsum[i] = bits[i];
  }
#pragma omp target parallel for scan(+ : bitsum)
  for (size_t i = 1; i < n; i++)
    bitsum[i] = bitsum[i - 1] + bits[i];
#pragma omp target teams distribute parallel for map(                          \
        to : x[0 : n], bitsum[0 : n]) map(out[0 : n])
  for (size_t i = 0; i < n; i++)
    if (bits[i])
      out[bitsum[i] - 1] = x[i];
#pragma omp target update from(bitsum[n - 1 : 1])
  return (size_t)bitsum[n - 1];
}

void unload(const int *x, int *out, size_t n) {
#pragma omp target exit data map(from : out[0 : n])                            \
    map(release : x[0 : n], bits[0 : n], bitsum[0 : n])
  free(bits);
  free(bitsum);
}
