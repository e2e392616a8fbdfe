// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.h"

void load(const int *tour, const int *weight, int *down, int *up, size_t n) {
  (void)tour, (void)weight, (void)down, (void)up, (void)n;
}

void accumulate(const int *tour, const int *weight, int *down, int *up,
                size_t n) {
  int path = 0, all = 0;
  for (size_t i = 0; i < 2 * n; i++)
    if (tour[i] >= 0) {
      const int v = tour[i];
      up[v] = -all; // until the node is left
      path += weight[v];
      all += weight[v];
      down[v] = path;
    } else {
      const int v = ~tour[i];
      path -= weight[v];
      up[v] += all;
    }
}

void unload(const int *tour, const int *weight, int *down, int *up, size_t n) {
  (void)tour, (void)weight, (void)down, (void)up, (void)n;
}
