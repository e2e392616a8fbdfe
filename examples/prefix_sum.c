// The prefix sum of 1, 2, 3, ...: the smallest scan.
//
// Build: ompscan-clang -O2 prefix_sum.c -o prefix_sum
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>

enum { N = 1000000 };

static long x[N], y[N];

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i + 1;

  y[0] = 0;
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < N; i++)
    y[i] = y[i - 1] + x[i - 1];

  printf("the first %d numbers add up to %ld\n", N - 1, y[N - 1]);
}
