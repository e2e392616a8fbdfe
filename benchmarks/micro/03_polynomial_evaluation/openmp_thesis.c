// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Step by step, as in listing 4.6 of the thesis: an array of pairs, their
// exclusive scan, and the values out of the pairs.

#include "modular.h"
#include "problem.h"
#include <stdlib.h>

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

static Real *h, *t;
static Residue *k, *u;

void load(const double *a, double *values, const uint32_t *b,
          uint32_t *residues, size_t n) {
  h = array_of(n, sizeof *h);
  t = array_of(n + 1, sizeof *t);
  k = array_of(n, sizeof *k);
  u = array_of(n + 1, sizeof *u);
  t[0] = (Real){0, 1};
  u[0] = (Residue){0, 1};
#pragma omp target enter data map(to : a[0 : n], b[0 : n])                     \
    map(alloc : values[0 : n], residues[0 : n], h[0 : n], k[0 : n])            \
    map(alloc : t[0 : n + 1], u[0 : n + 1])
#pragma omp target update to(t[0 : 1], u[0 : 1])
}

void evaluate(const double *a, double x, double *values, size_t n) {
#pragma omp target teams distribute parallel for
  for (size_t i = 0; i < n; i++)
    h[i] = (Real){a[i], x};
#pragma omp target parallel for scan(then : t)
  for (size_t i = 1; i <= n; i++)
    t[i] = then(t[i - 1], h[i - 1]);
#pragma omp target teams distribute parallel for
  for (size_t i = 0; i < n; i++)
    values[i] = t[i + 1].p;
}

void evaluate_modular(const uint32_t *b, uint32_t x, uint32_t *residues,
                      size_t n) {
#pragma omp target teams distribute parallel for
  for (size_t i = 0; i < n; i++)
    k[i] = (Residue){b[i], x};
#pragma omp target parallel for scan(modular : u)
  for (size_t i = 1; i <= n; i++)
    u[i] = modular(u[i - 1], k[i - 1]);
#pragma omp target teams distribute parallel for
  for (size_t i = 0; i < n; i++)
    residues[i] = u[i + 1].p;
}

void unload(const double *a, double *values, const uint32_t *b,
            uint32_t *residues, size_t n) {
#pragma omp target exit data map(from : values[0 : n], residues[0 : n])        \
    map(release : a[0 : n], b[0 : n], h[0 : n], k[0 : n])                      \
    map(release : t[0 : n + 1], u[0 : n + 1])
  free(h);
  free(t);
  free(k);
  free(u);
}
