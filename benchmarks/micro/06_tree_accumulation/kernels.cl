// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#if SCAN == 0

kernel void subtract(global int *up, global const int *before, const ulong n) {
  const size_t v = get_global_id(0);
  if (v < n)
    up[v] -= before[v];
}

#else

// The sums of the weights on the way from the root, and of all nodes entered.
typedef struct {
  int path, all;
} T;

T sums(int path, int all) {
  const T r = {path, all};
  return r;
}

#define IDENTITY sums(0, 0)
#define COMBINE(a, b) sums((a).path + (b).path, (a).all + (b).all)
#define PARAMETERS                                                             \
  global const int *tour, global const int *weight, global int *down,          \
      global int *up, global int *before_node
#define ARGUMENTS tour, weight, down, up, before_node

T input(ulong i, PARAMETERS) {
  const int v = tour[i];
  return v >= 0 ? sums(weight[v], weight[v]) : sums(-weight[~v], 0);
}
void output(ulong i, T before, T after, PARAMETERS) {
  const int v = tour[i];
  if (v >= 0) {
    before_node[v] = before.all;
    down[v] = after.path;
  } else {
    up[~v] = after.all;
  }
}

#endif
