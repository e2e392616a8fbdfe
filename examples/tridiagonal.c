// Solves a tridiagonal system of equations without a factorisation,
//
//   a[i] x[i-1] + b[i] x[i] + c[i] x[i+1] = d[i],
//
// by three scans. Elimination gives x[i] + p[i] x[i+1] = q[i], where
//
//   p[i] = c[i] / (b[i] - a[i] p[i-1])
//
// is a fractional map of p[i-1], represented by a 2x2 matrix; maps compose by
// the product of their matrices, up to a common factor. Then q[i] follows from
// q[i-1] by an affine map, and x[i] from x[i+1] by another one. So two
// operators are declared. Every scan computes its maps from the arrays, and
// stores the resulting numbers, not the maps.
//
// Build: ompscan-clang -O2 tridiagonal.c -o tridiagonal
// Run:   ./tridiagonal [EQUATIONS]
//
// The operator of the first scan divides by the largest entry, so that products
// of many matrices neither grow nor vanish. As in elimination without pivoting,
// the matrix should be diagonally dominant.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "inputs.h"
#include <math.h>

// p -> (top[0] p + top[1]) / (bottom[0] p + bottom[1])
typedef struct {
  double top[2], bottom[2];
} Fraction;

// x -> factor * x + offset
typedef struct {
  double factor, offset;
} Affine;

// The composition of `first`, then `second`.
static Fraction then_fraction(Fraction first, Fraction second) {
  Fraction r;
  double largest = 0;
  for (int j = 0; j < 2; j++) {
    r.top[j] = second.top[0] * first.top[j] + second.top[1] * first.bottom[j];
    r.bottom[j] =
        second.bottom[0] * first.top[j] + second.bottom[1] * first.bottom[j];
    largest = fmax(largest, fmax(fabs(r.top[j]), fabs(r.bottom[j])));
  }
  for (int j = 0; j < 2; j++) {
    r.top[j] /= largest;
    r.bottom[j] /= largest;
  }
  return r;
}
static Affine then_affine(Affine first, Affine second) {
  const Affine r = {second.factor * first.factor,
                    second.factor * first.offset + second.offset};
  return r;
}
#pragma omp declare scan(then:Fraction : omp_out =                             \
                             then_fraction(omp_out, omp_in))                   \
    initializer(omp_priv = {{1, 0}, {0, 1}})
#pragma omp declare scan(then:Affine : omp_out = then_affine(omp_out, omp_in)) \
    initializer(omp_priv = {1, 0})

static struct times on_device(const struct equations *s, double *x) {
  const size_t n = s->count;
  const double *a = s->a, *b = s->b, *c = s->c, *d = s->d;
  double *p = allocate(n, sizeof *p), *q = allocate(n, sizeof *q);
  struct times times;
  const double start = seconds();
#pragma omp target data map(to : a[0 : n], b[0 : n], c[0 : n], d[0 : n])       \
    map(alloc : p[0 : n], q[0 : n]) map(from : x[0 : n])
  {
    const double inside = seconds();
    // a[0] is 0: the p and q before the first equation do not matter.
    Fraction fraction = {{1, 0}, {0, 1}};
#pragma omp target parallel for scan(then : fraction)
    for (size_t i = 0; i < n; i++) {
      fraction = then_fraction(fraction, (Fraction){{0, c[i]}, {-a[i], b[i]}});
      p[i] = fraction.top[1] / fraction.bottom[1];
    }

    Affine forward = {1, 0};
#pragma omp target parallel for scan(then : forward)
    for (size_t i = 0; i < n; i++) {
      const double pivot = b[i] - (i > 0 ? a[i] * p[i - 1] : 0);
      forward = then_affine(forward, (Affine){-a[i] / pivot, d[i] / pivot});
      q[i] = forward.offset;
    }

    Affine backward = {1, 0};
#pragma omp target parallel for scan(then : backward)
    for (size_t i = n; i > 0; i--) {
      backward = then_affine(backward, (Affine){-p[i - 1], q[i - 1]});
      x[i - 1] = backward.offset;
    }
#pragma omp target update from(x[0 : 1]) // Waits for the loops.
    times.resident = seconds() - inside;
  }
  times.whole = seconds() - start;
  free(p);
  free(q);
  return times;
}

// Thomas's algorithm.
static void on_host(const struct equations *s, double *x) {
  double *p = allocate(s->count, sizeof *p);
  double last_p = 0, last_q = 0;
  for (size_t i = 0; i < s->count; i++) {
    const double pivot = s->b[i] - s->a[i] * last_p;
    p[i] = last_p = s->c[i] / pivot;
    x[i] = last_q = (s->d[i] - s->a[i] * last_q) / pivot;
  }
  for (size_t i = s->count - 1; i > 0; i--)
    x[i - 1] -= p[i - 1] * x[i];
  free(p);
}

int main(int argc, char **argv) {
  size_t n = 1000000;
  if (argc > 2 || (argc == 2 && !is_size(argv[1], (size_t)1 << 40, &n))) {
    fprintf(stderr, "usage: %s [EQUATIONS]\n", argv[0]);
    return 2;
  }
  struct equations system = make_equations(n);
  double *x = allocate(n, sizeof *x), *expected = allocate(n, sizeof *expected);

  struct times best = {0, 0};
  for (int run = 0; run < Runs; run++)
    keep_best(&best, on_device(&system, x));
  const double start = seconds();
  on_host(&system, expected);
  const double host_time = seconds() - start;

  double sum = 0, largest = 0, error = 0;
  for (size_t i = 0; i < n; i++) {
    sum += x[i];
    largest = fmax(largest, fabs(expected[i]));
    // Not fmax, which ignores a NaN.
    if (!(fabs(x[i] - expected[i]) <= error))
      error = fabs(x[i] - expected[i]);
  }
  const bool agree = error <= 1e-10 * largest;
  printf("tridiagonal: %zu equations, sum %.6f, relative error %.1e", n, sum,
         error / largest);
  print_times(best, host_time);
  if (!agree)
    fprintf(stderr, "tridiagonal: DEVICE AND HOST DIFFER\n");
  free(x);
  free(expected);
  free_equations(&system);
  return agree ? 0 : 1;
}
