// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.h"
#include "modular.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Arrays arrays;

void problem_make(size_t n, int kind, uint64_t seed) {
  arrays = (Arrays){n,
                    array_of(n, sizeof(uint32_t)),
                    array_of(n, sizeof(uint32_t)),
                    array_of(n, sizeof(uint32_t)),
                    array_of(n, sizeof(uint32_t)),
                    array_of(n, sizeof(double)),
                    array_of(n, sizeof(double))};
  for (size_t i = 0; i < n; i++) {
    const uint64_t r = random_bits(seed, i);
    // Fibonacci's numbers; only the terms at even distance.
    arrays.a[i] = kind == Edge1 ? 1 : kind == Edge2 ? 0 : (uint32_t)r % MODULUS;
    arrays.b[i] =
        kind == Edge1 ? 1 : (uint32_t)(random_bits(seed + 1, i) % MODULUS);
    // An impulse; silence.
    arrays.x[i] = kind == Edge1   ? i == 0
                  : kind == Edge2 ? 0
                                  : (double)(r >> 32 & 0xFFFF) / 32768 - 1;
  }
}

void problem_poison(void) {
  memset(arrays.f, 0xCB, arrays.n * sizeof *arrays.f);
  memset(arrays.g, 0xCB, arrays.n * sizeof *arrays.g);
  memset(arrays.y, 0xCB, arrays.n * sizeof *arrays.y);
}
void problem_load(void) { load(&arrays); }
void problem_run(void) {
  order2(arrays.a, arrays.b, arrays.f, arrays.n);
  order4(arrays.a, arrays.b, arrays.g, arrays.n);
  filter(arrays.x, arrays.y, arrays.n);
}
void problem_unload(void) { unload(&arrays); }

void problem_answer(void) {
  answer_bytes(arrays.f, arrays.n * sizeof *arrays.f);
  answer_bytes(arrays.g, arrays.n * sizeof *arrays.g);
  answer_reals(arrays.y, arrays.n);
}

// The terms by 64-bit remainders; the filter by its impulse response.
bool problem_check(void) {
  const Arrays *p = &arrays;
  uint64_t f[2] = {1, 0}, g[4] = {1, 0, 0, 0};
  double *response = array_of(p->n, sizeof *response);
  for (size_t i = 0; i < p->n; i++) {
    // (c^(i+1) - conj) / (c - conj) for the poles 0.8 +- 0.4i.
    const double angle = atan2(0.4, 0.8), radius = sqrt(0.8);
    response[i] =
        pow(radius, (double)i) * sin((double)(i + 1) * angle) / sin(angle);
  }
  bool right = true;
  for (size_t i = 0; right && i < p->n; i++) {
    const uint64_t next_f =
        (p->a[i] * f[0] + p->b[i] * f[1] % MODULUS) % MODULUS;
    const uint64_t next_g = (p->a[i] * g[0] % MODULUS +
                             p->b[i] * g[1] % MODULUS + 3 * g[2] + 5 * g[3]) %
                            MODULUS;
    f[1] = f[0], f[0] = next_f;
    g[3] = g[2], g[2] = g[1], g[1] = g[0], g[0] = next_g;
    double y = 0;
    for (size_t j = 0; j <= i; j++)
      y += p->x[j] * response[i - j];
    right =
        p->f[i] == next_f && p->g[i] == next_g && fabs(p->y[i] - y) <= 1e-11;
    if (!right)
      fprintf(stderr, "at %zu: %u, %u, %g\n", i, p->f[i], p->g[i], p->y[i]);
  }
  free(response);
  return right;
}
