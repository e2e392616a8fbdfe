// Polynomial evaluation: the values of all prefixes of a polynomial at a point,
// in floating point and modulo a prime.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "harness.h"

#ifdef __cplusplus
extern "C" {
#endif

void load(const double *a, double *values, const uint32_t *b,
          uint32_t *residues, size_t n);
/// values[i] becomes a[0] x^i + a[1] x^(i-1) + ... + a[i].
void evaluate(const double *a, double x, double *values, size_t n);
/// The same modulo 2^31 - 1.
void evaluate_modular(const uint32_t *b, uint32_t x, uint32_t *residues,
                      size_t n);
void unload(const double *a, double *values, const uint32_t *b,
            uint32_t *residues, size_t n);

#ifdef __cplusplus
}
#endif
