// Upward and downward accumulation on a tree: each node gets the sum of the
// weights on its way from the root, and that of its subtree. The tree is given
// by its Euler tour: v where a node is entered, ~v where it is left.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "harness.h"

#ifdef __cplusplus
extern "C" {
#endif

void load(const int *tour, const int *weight, int *down, int *up, size_t n);
/// The tour of the \p n nodes has 2 n steps. All sums have to fit into an int.
void accumulate(const int *tour, const int *weight, int *down, int *up,
                size_t n);
void unload(const int *tour, const int *weight, int *down, int *up, size_t n);

#ifdef __cplusplus
}
#endif
