// Linear recurrences: of order 2 with coefficients that change, of order 4 by
// companion matrices, and a recursive filter (a biquad).
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "harness.h"

#ifdef __cplusplus
extern "C" {
#endif

/// f[i] = a[i] f[i-1] + b[i] f[i-2] modulo 2^31 - 1, after f[-1] = 1, f[-2] =
/// 0.
void order2(const uint32_t *a, const uint32_t *b, uint32_t *f, size_t n);
/// g[i] = a[i] g[i-1] + b[i] g[i-2] + 3 g[i-3] + 5 g[i-4] modulo 2^31 - 1,
/// after g[-1] = 1 and zeros.
void order4(const uint32_t *a, const uint32_t *b, uint32_t *g, size_t n);
/// y[i] = x[i] + FEEDBACK1 y[i-1] + FEEDBACK2 y[i-2], after zeros.
void filter(const double *x, double *y, size_t n);
#define FEEDBACK1 1.6
#define FEEDBACK2 -0.8

typedef struct {
  size_t n;
  uint32_t *a, *b, *f, *g;
  double *x, *y;
} Arrays;
void load(const Arrays *arrays);
void unload(const Arrays *arrays);

#ifdef __cplusplus
}
#endif
