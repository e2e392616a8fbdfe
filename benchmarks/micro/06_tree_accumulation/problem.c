// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t n;
static int *tour, *parent, *weight, *down, *up;

void problem_make(size_t size, int kind, uint64_t seed) {
  if (size > INT_MAX / 4) {
    fprintf(stderr, "this benchmark takes at most %d nodes\n", INT_MAX / 4);
    exit(1);
  }
  n = size;
  tour = array_of(2 * n, sizeof *tour);
  parent = array_of(n, sizeof *parent);
  weight = array_of(n, sizeof *weight);
  down = array_of(n, sizeof *down);
  up = array_of(n, sizeof *up);
  // Nodes are numbered as they are entered; the root is left last.
  int node = -1, entered = 0;
  for (size_t i = 0; i < 2 * n; i++) {
    const uint64_t r = random_bits(seed, i);
    const bool can_enter = (size_t)entered < n;
    const bool enters = kind == Edge1   ? can_enter              // a path
                        : kind == Edge2 ? can_enter && node <= 0 // a star
                        : node <= 0     ? can_enter
                                        : can_enter && (r & 1);
    if (enters) {
      parent[entered] = node;
      weight[entered] = (int)(r >> 1) % 4;
      tour[i] = node = entered++;
    } else {
      tour[i] = ~node;
      node = parent[node];
    }
  }
}

void problem_poison(void) {
  memset(down, 0xCB, n * sizeof *down);
  memset(up, 0xCB, n * sizeof *up);
}
void problem_load(void) { load(tour, weight, down, up, n); }
void problem_run(void) { accumulate(tour, weight, down, up, n); }
void problem_unload(void) { unload(tour, weight, down, up, n); }

void problem_answer(void) {
  answer_bytes(down, n * sizeof *down);
  answer_bytes(up, n * sizeof *up);
}

// Climbs from every node to the root.
bool problem_check(void) {
  int *subtree = array_of(n, sizeof *subtree);
  memset(subtree, 0, n * sizeof *subtree);
  bool right = true;
  for (size_t v = 0; v < n; v++) {
    int path = 0;
    for (int a = (int)v; a >= 0; a = parent[a]) {
      path += weight[a];
      subtree[a] += weight[v];
    }
    right = right && path == down[v];
  }
  for (size_t v = 0; v < n; v++)
    right = right && subtree[v] == up[v];
  if (!right)
    fprintf(stderr, "a sum is wrong\n");
  free(subtree);
  return right;
}
