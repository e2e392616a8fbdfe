// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.h"
#include "modular.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static size_t n;
static double *a, *values, x;
static uint32_t *b, *residues, y;

void problem_make(size_t size, int kind, uint64_t seed) {
  n = size;
  a = array_of(n, sizeof *a);
  values = array_of(n, sizeof *values);
  b = array_of(n, sizeof *b);
  residues = array_of(n, sizeof *residues);
  for (size_t i = 0; i < n; i++) {
    const uint64_t r = random_bits(seed, i);
    a[i] = (double)(r & 0xFFFF) / 32768 - 1;
    b[i] = (uint32_t)(r >> 16) % MODULUS;
  }
  // The values stay bounded; at 1 they are plain sums, at 0 the coefficients.
  x = kind == Edge1 ? 1 : kind == Edge2 ? 0 : -0.999;
  y = kind == Edge1 ? 1 : kind == Edge2 ? 0 : 123456789;
}

void problem_poison(void) {
  memset(values, 0xCB, n * sizeof *values);
  memset(residues, 0xCB, n * sizeof *residues);
}
void problem_load(void) { load(a, values, b, residues, n); }
void problem_run(void) {
  evaluate(a, x, values, n);
  evaluate_modular(b, y, residues, n);
}
void problem_unload(void) { unload(a, values, b, residues, n); }

void problem_answer(void) {
  answer_reals(values, n);
  answer_bytes(residues, n * sizeof *residues);
}

// Term by term.
bool problem_check(void) {
  for (size_t i = 0; i < n; i++) {
    double value = 0, scale = 0, power = 1;
    uint64_t residue = 0, residue_power = 1;
    for (size_t j = i + 1; j-- > 0;) {
      value += a[j] * power;
      scale += fabs(a[j] * power);
      power *= x;
      residue = (residue + b[j] * residue_power) % MODULUS;
      residue_power = residue_power * y % MODULUS;
    }
    if (!(fabs(value - values[i]) <= 1e-12 * scale) || residue != residues[i]) {
      fprintf(stderr, "at %zu: %g and %u, not %g and %u\n", i, values[i],
              residues[i], value, (unsigned)residue);
      return false;
    }
  }
  return true;
}
