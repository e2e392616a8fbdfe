// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "modular.h"
#include "problem.h"

void load(const Arrays *arrays) { (void)arrays; }

void order2(const uint32_t *a, const uint32_t *b, uint32_t *f, size_t n) {
  uint32_t last = 1, before = 0;
  for (size_t i = 0; i < n; i++) {
    f[i] = plus(times(a[i], last), times(b[i], before));
    before = last;
    last = f[i];
  }
}

void order4(const uint32_t *a, const uint32_t *b, uint32_t *g, size_t n) {
  uint32_t v[4] = {1, 0, 0, 0};
  for (size_t i = 0; i < n; i++) {
    g[i] = plus(plus(times(a[i], v[0]), times(b[i], v[1])),
                plus(times(3, v[2]), times(5, v[3])));
    v[3] = v[2], v[2] = v[1], v[1] = v[0], v[0] = g[i];
  }
}

void filter(const double *x, double *y, size_t n) {
  double last = 0, before = 0;
  for (size_t i = 0; i < n; i++) {
    y[i] = x[i] + FEEDBACK1 * last + FEEDBACK2 * before;
    before = last;
    last = y[i];
  }
}

void unload(const Arrays *arrays) { (void)arrays; }
