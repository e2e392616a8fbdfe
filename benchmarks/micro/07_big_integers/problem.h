// The sum of two big integers: carry look-ahead by a scan.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "harness.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a digit holds: nine decimal ones.
#define BASE 1000000000u

void load(const uint32_t *a, const uint32_t *b, uint32_t *sum, size_t n);
/// The sum of two numbers of \p n digits, the lowest first.
/// \returns the carry out of the highest digit.
bool add(const uint32_t *a, const uint32_t *b, uint32_t *sum, size_t n);
void unload(const uint32_t *a, const uint32_t *b, uint32_t *sum, size_t n);

#ifdef __cplusplus
}
#endif
