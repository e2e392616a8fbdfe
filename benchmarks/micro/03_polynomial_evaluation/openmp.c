// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "modular.h"
#include "problem.h"

// A stretch of Horner's rule is the map v -> v y + p.
typedef struct {
  double p, y;
} Real;
typedef struct {
  uint32_t p, y;
} Residue;

static Real then(Real a, Real b) { return (Real){a.p * b.y + b.p, a.y * b.y}; }
static Residue modular(Residue a, Residue b) {
  return (Residue){plus(times(a.p, b.y), b.p), times(a.y, b.y)};
}
#pragma omp declare scan(then:Real : omp_out = then(omp_out, omp_in))
#pragma omp declare scan(modular:Residue : omp_out = modular(omp_out, omp_in))

void load(const double *a, double *values, const uint32_t *b,
          uint32_t *residues, size_t n) {
#pragma omp target enter data map(to : a[0 : n], b[0 : n])                     \
    map(alloc : values[0 : n], residues[0 : n])
}

void evaluate(const double *a, double x, double *values, size_t n) {
  Real v = {0, 1};
#pragma omp target parallel for scan(then : v)
  for (size_t i = 0; i < n; i++) {
    v = then(v, (Real){a[i], x});
    values[i] = v.p;
  }
}

void evaluate_modular(const uint32_t *b, uint32_t x, uint32_t *residues,
                      size_t n) {
  Residue v = {0, 1};
#pragma omp target parallel for scan(modular : v)
  for (size_t i = 0; i < n; i++) {
    v = modular(v, (Residue){b[i], x});
    residues[i] = v.p;
  }
}

void unload(const double *a, double *values, const uint32_t *b,
            uint32_t *residues, size_t n) {
#pragma omp target exit data map(release : a[0 : n], b[0 : n])                 \
    map(from : values[0 : n], residues[0 : n])
}
