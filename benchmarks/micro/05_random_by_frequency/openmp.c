// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.h"
#include <stdlib.h>

static uint32_t *sums; // sums[v]: of frequency[0..v)

void load(const uint32_t *frequency, uint32_t *out, uint32_t n) {
  sums = array_of((size_t)n + 1, sizeof *sums);
  sums[0] = 0;
#pragma omp target enter data map(to : frequency[0 : n], sums[0 : n + 1])      \
    map(alloc : out[0 : n])
}

void draw_all(const uint32_t *frequency, uint32_t *out, uint32_t n) {
#pragma omp target parallel for scan(+ : sums)
  for (uint32_t v = 1; v <= n; v++)
    sums[v] = sums[v - 1] + frequency[v - 1];
#pragma omp target teams distribute parallel for map(to : sums[0 : n + 1])
  for (uint32_t i = 0; i < n; i++) {
    const uint32_t place = (uint32_t)((uint64_t)draw(i) * sums[n] >> 32);
    size_t low = 0, count = n; // the first sum above the place
    while (count > 0) {
      const size_t half = count / 2;
      if (sums[low + half + 1] > place) {
        count = half;
      } else {
        low += half + 1;
        count -= half + 1;
      }
    }
    out[i] = (uint32_t)low;
  }
}

void unload(const uint32_t *frequency, uint32_t *out, uint32_t n) {
#pragma omp target exit data map(release : frequency[0 : n], sums[0 : n + 1])  \
    map(from : out[0 : n])
  free(sums);
}
