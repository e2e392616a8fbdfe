// The ways to cut an array into three parts of equal sum: pairs of places, the
// first with a prefix sum of a third of the total, the second, later, with two
// thirds.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "harness.h"

#ifdef __cplusplus
extern "C" {
#endif

void load(const int *x, size_t n);
/// The number of ways to cut x[0..n) into three parts that are not empty and
/// have the same sum. All sums have to fit into an int.
uint64_t ways(const int *x, size_t n);
void unload(const int *x, size_t n);

#ifdef __cplusplus
}
#endif
