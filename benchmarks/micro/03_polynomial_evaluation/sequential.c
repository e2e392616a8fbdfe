// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "modular.h"
#include "problem.h"

void load(const double *a, double *values, const uint32_t *b,
          uint32_t *residues, size_t n) {
  (void)a, (void)values, (void)b, (void)residues, (void)n;
}

// Horner's rule.
void evaluate(const double *a, double x, double *values, size_t n) {
  double value = 0;
  for (size_t i = 0; i < n; i++)
    values[i] = value = value * x + a[i];
}

void evaluate_modular(const uint32_t *b, uint32_t x, uint32_t *residues,
                      size_t n) {
  uint32_t value = 0;
  for (size_t i = 0; i < n; i++)
    residues[i] = value = plus(times(value, x), b[i]);
}

void unload(const double *a, double *values, const uint32_t *b,
            uint32_t *residues, size_t n) {
  (void)a, (void)values, (void)b, (void)residues, (void)n;
}
