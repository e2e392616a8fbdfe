// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.h"
#include <limits.h>
#include <stdlib.h>

// Of a stretch of places: the best windows on the left and on the right of one,
// and the best pair of a left one and a right one that is not before it.
typedef struct {
  int left, right, pair;
} Best;

static int larger(int a, int b) { return a > b ? a : b; }
static Best join(Best a, Best b) {
  return (Best){larger(a.left, b.left), larger(a.right, b.right),
                larger(a.left + b.right, larger(a.pair, b.pair))};
}
static Best place(int left, int right) {
  return (Best){left, right, left + right};
}
#pragma omp declare scan(join:Best : omp_out = join(omp_out, omp_in))

static int *sums; // sums[i]: of x[0..i)

void load(const int *x, size_t n) {
  sums = array_of(n + 1, sizeof *sums);
  sums[0] = 0;
#pragma omp target enter data map(to : x[0 : n], sums[0 : n + 1])
}

int largest_pair(const int *x, size_t n, size_t k) {
  if (n < 2 * k)
    return INT_MIN;
#pragma omp target parallel for scan(+ : sums)
  for (size_t i = 1; i <= n; i++)
    sums[i] = sums[i - 1] + x[i - 1];
  Best all = {INT_MIN / 4, INT_MIN / 4, INT_MIN / 2};
#pragma omp target parallel for scan(join : all) map(to : sums[0 : n + 1])
  for (size_t i = k; i <= n - k; i++)
    all = join(all, place(sums[i] - sums[i - k], sums[i + k] - sums[i]));
  return all.pair;
}

void unload(const int *x, size_t n) {
#pragma omp target exit data map(release : x[0 : n], sums[0 : n + 1])
  free(sums);
}
