// The largest sum of two subarrays of k elements that do not overlap. A window
// that ends at i is paired with the best one that ends at i - k or before.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "harness.h"

#ifdef __cplusplus
extern "C" {
#endif

void load(const int *x, size_t n);
/// The largest sum of two windows of \p k elements in x[0..n) without a common
/// element, or INT_MIN if there is no room for two. All sums of elements have
/// to fit into an int.
int largest_pair(const int *x, size_t n, size_t k);
void unload(const int *x, size_t n);

#ifdef __cplusplus
}
#endif
