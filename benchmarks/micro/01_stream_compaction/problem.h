// Stream compaction: keep the elements above a threshold, in their order.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "harness.h"

#ifdef __cplusplus
extern "C" {
#endif

void load(const int *x, int *out, size_t n);
/// Stores the elements of x[0..n) above \p threshold in \p out, which has room
/// for n, and answers how many there are.
size_t compact(const int *x, int *out, size_t n, int threshold);
void unload(const int *x, int *out, size_t n);

#ifdef __cplusplus
}
#endif
