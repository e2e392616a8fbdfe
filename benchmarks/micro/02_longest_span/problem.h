// The longest span with the same sum in two binary arrays. Let d be the
// difference of the arrays' prefix sums: the span goes from the first place of
// a value of d to the last. As d moves by one at most, a value comes first
// where d is higher or lower than ever before.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "harness.h"

#ifdef __cplusplus
extern "C" {
#endif

void load(const uint8_t *a, const uint8_t *b, int n);
/// The length of the longest span in which \p a and \p b, of 0 and 1, have as
/// many ones.
int longest_span(const uint8_t *a, const uint8_t *b, int n);
void unload(const uint8_t *a, const uint8_t *b, int n);

#ifdef __cplusplus
}
#endif
