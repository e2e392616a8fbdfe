// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "modular.h"
#include "problem.h"

// One step multiplies the vector of the last values by a matrix, from the left.
typedef struct {
  uint32_t m[2][2];
} Matrix2;
typedef struct {
  uint32_t m[4][4];
} Matrix4;
// v -> m v + c.
typedef struct {
  double m[2][2], c[2];
} Affine;

static Matrix2 multiply2(Matrix2 a, Matrix2 b) {
  Matrix2 r;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      r.m[i][j] =
          plus(times(a.m[i][0], b.m[0][j]), times(a.m[i][1], b.m[1][j]));
  return r;
}
static Matrix4 multiply4(Matrix4 a, Matrix4 b) {
  Matrix4 r;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      r.m[i][j] =
          plus(plus(times(a.m[i][0], b.m[0][j]), times(a.m[i][1], b.m[1][j])),
               plus(times(a.m[i][2], b.m[2][j]), times(a.m[i][3], b.m[3][j])));
  return r;
}
static Affine apply(Affine a, Affine b) {
  Affine r;
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 2; j++)
      r.m[i][j] = a.m[i][0] * b.m[0][j] + a.m[i][1] * b.m[1][j];
    r.c[i] = a.m[i][0] * b.c[0] + a.m[i][1] * b.c[1] + a.c[i];
  }
  return r;
}
static Matrix2 step2(uint32_t a, uint32_t b) {
  return (Matrix2){{{a, b}, {1, 0}}};
}
static Matrix4 step4(uint32_t a, uint32_t b) {
  return (Matrix4){{{a, b, 3, 5}, {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
}
static Affine tap(double x) {
  return (Affine){{{FEEDBACK1, FEEDBACK2}, {1, 0}}, {x, 0}};
}
#pragma omp declare scan(multiply2:Matrix2 : omp_out =                         \
                             multiply2(omp_in, omp_out))
#pragma omp declare scan(multiply4:Matrix4 : omp_out =                         \
                             multiply4(omp_in, omp_out))
#pragma omp declare scan(apply:Affine : omp_out = apply(omp_in, omp_out))

void load(const Arrays *arrays) {
  const size_t n = arrays->n;
  uint32_t *a = arrays->a, *b = arrays->b, *f = arrays->f, *g = arrays->g;
  double *x = arrays->x, *y = arrays->y;
#pragma omp target enter data map(to : a[0 : n], b[0 : n], x[0 : n])           \
    map(alloc : f[0 : n], g[0 : n], y[0 : n])
}

void order2(const uint32_t *a, const uint32_t *b, uint32_t *f, size_t n) {
  Matrix2 m = {{{1, 0}, {0, 1}}};
#pragma omp target parallel for scan(multiply2 : m)
  for (size_t i = 0; i < n; i++) {
    m = multiply2(step2(a[i], b[i]), m);
    f[i] = m.m[0][0];
  }
}

void order4(const uint32_t *a, const uint32_t *b, uint32_t *g, size_t n) {
  Matrix4 m = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
#pragma omp target parallel for scan(multiply4 : m)
  for (size_t i = 0; i < n; i++) {
    m = multiply4(step4(a[i], b[i]), m);
    g[i] = m.m[0][0];
  }
}

void filter(const double *x, double *y, size_t n) {
  Affine v = {{{1, 0}, {0, 1}}, {0, 0}};
#pragma omp target parallel for scan(apply : v)
  for (size_t i = 0; i < n; i++) {
    v = apply(tap(x[i]), v);
    y[i] = v.c[0];
  }
}

void unload(const Arrays *arrays) {
  const size_t n = arrays->n;
  uint32_t *a = arrays->a, *b = arrays->b, *f = arrays->f, *g = arrays->g;
  double *x = arrays->x, *y = arrays->y;
#pragma omp target exit data map(release : a[0 : n], b[0 : n], x[0 : n])       \
    map(from : f[0 : n], g[0 : n], y[0 : n])
}
