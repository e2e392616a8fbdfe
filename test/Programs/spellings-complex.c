// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t -lm
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t

// Complex numbers as items, inputs and stored values.

#ifndef SCAN
#include "Inputs/scan_test.h"
#include <complex.h>

typedef double complex D;
typedef float complex F;

/// A loop over n elements of x and f; it may store n + 1 elements of y and z.
typedef struct {
  const char *name;
  void (*run)(int n, const D *x, const F *f, D *y, double *z);
} Loop;

#define SCAN(...) PRAGMA(omp parallel for __VA_ARGS__)
#define NAME(N) parallel_##N
#include __FILE__
#undef SCAN
#undef NAME
#define SCAN(...)
#define NAME(N) sequential_##N
#include __FILE__

static void compare(const char *name, size_t k, double got, double want) {
  if (!(fabs(got - want) <= 1e-3 * (1 + fabs(want))) &&
      !(isnan(got) && isnan(want)) && got != want)
    scan_test_fail(__FILE__, __LINE__, name, "y", k, got, want);
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n) {
    if (n > 5000)
      break;
    D *x = BLOCK(D, n + 1), *y = BLOCK(D, n + 1), *wanted = BLOCK(D, n + 1);
    F *f = BLOCK(F, n + 1);
    double *z = BLOCK(double, n + 1), *want = BLOCK(double, n + 1);
    for (size_t k = 0; k <= n; ++k) {
      x[k] = scan_test_pick(k, -40, 40) / 16.0 +
             scan_test_pick(k + 99, -40, 40) / 16.0 * I;
      // Of magnitude 1, so that products stay in range.
      const double angle = (double)scan_test_pick(k, 0, 6283) / 1000;
      f[k] = (float)cos(angle) + (float)sin(angle) * I;
    }
    for (size_t at = 0; at < sizeof parallel_loops / sizeof(Loop); ++at) {
      for (size_t k = 0; k <= n; ++k) {
        y[k] = wanted[k] = -77 + 5 * I;
        z[k] = want[k] = -77;
      }
      parallel_loops[at].run((int)n, x, f, y, z);
      sequential_loops[at].run((int)n, x, f, wanted, want);
      for (size_t k = 0; k <= n; ++k) {
        compare(parallel_loops[at].name, k, creal(y[k]), creal(wanted[k]));
        compare(parallel_loops[at].name, k, cimag(y[k]), cimag(wanted[k]));
        compare(parallel_loops[at].name, k, z[k], want[k]);
      }
    }
    free(x), free(y), free(wanted), free(f), free(z), free(want);
  }
  return scan_test_passed();
}
#else

static void NAME(sum)(int n, const D *x, const F *f, D *y, double *z) {
  D s = 1;
  (void)f, (void)z;
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
  }
  y[n] = s;
}

static void NAME(rotation)(int n, const D *x, const F *f, D *y, double *z) {
  F *r = malloc((n + 1) * sizeof(F));
  r[0] = 1;
  (void)x, (void)z;
  SCAN(scan(* : r))
  for (int i = 1; i < n; i++)
    r[i] = f[i] * r[i - 1];
  for (int i = 0; i < n; i++)
    y[i] = r[i];
  free(r);
}

// Reals and complex numbers, conditions, negative terms.
static void NAME(mixed)(int n, const D *x, const F *f, D *y, double *z) {
  D s = 0;
  (void)z;
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    if (creal(x[i]) > 0)
      s += cimag(x[i]);
    else
      s -= x[i] * conj(x[i]) + 2.5 * I;
    s += f[i] * 2 - x[i];
    y[i] = -s / 2;
  }
  y[n] = s;
}

static void NAME(parts)(int n, const D *x, const F *f, D *y, double *z) {
  double s = 0;
  int k = 0;
  SCAN(scan(+ : s, k))
  for (int i = 0; i < n; i++) {
    s += crealf(f[i]) * cimagf(f[i]) + cabs(x[i]) + carg(x[i]) / 4;
    k += x[i] == 1.0 || x[i] != conj(x[i]) || !x[i];
    z[i] = s + k;
    y[i] = ~x[i] + k;
  }
}

static void NAME(quotients)(int n, const D *x, const F *f, D *y, double *z) {
  D s = 0;
  (void)f, (void)z;
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    s += x[i] / (1 + 2 * I) + 3 / (x[i] + 5) + cexp(x[i] / 10);
    y[i] = s;
  }
}

// A resonator: coefficients and inputs are complex.
static void NAME(resonator)(int n, const D *x, const F *f, D *y, double *z) {
  const D a = 0.8 * cexp(0.3 * I);
  D v = 0;
  (void)f, (void)z;
  SCAN(scan(affine : v))
  for (int i = 0; i < n; i++) {
    if (cimag(x[i]) < -2)
      v = x[i];
    else
      v = a * v + x[i];
    y[i] = v;
  }
  y[n] = v;
}

// Numbers that are written twice.
static void NAME(largest)(int n, const D *x, const F *f, D *y, double *z) {
  double high = -100, low = 100;
  (void)f;
  SCAN(scan(max : high) scan(min : low))
  for (int i = 0; i < n; i++) {
    high = cimag(x[i] * (2 + 3.0 * I)) > high ? cimag(x[i] * (2 + 3.0 * I))
                                              : high;
    if (creal(x[i] * I) + (i % 3 ?: 7) < low)
      low = creal(x[i] * I) + (i % 3 ?: 7);
    z[i] = high - low;
    y[i] = high;
  }
}

// Infinities, as Annex G says.
static void NAME(infinite)(int n, const D *x, const F *f, D *y, double *z) {
  double s = 0;
  (void)f;
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    const double large = i % 3 ? 1 : INFINITY;
    s += creal(x[i]);
    z[i] = s;
    y[i] = (large * x[i]) * (x[i] + 1) / ((i & 1) * x[i]);
  }
}

// Items of several sizes, with padding between them in the scanned structure.
static void NAME(beside)(int n, const D *x, const F *f, D *y, double *z) {
  unsigned count = 1;
  D v = 1;
  short low = 2;
  (void)f;
  SCAN(scan(+ : count) scan(auto : v) scan(max : low))
  for (int i = 0; i < n; i++) {
    count += x[i] == 1.0;
    v = x[i] - v;
    const short now = (short)creal(x[i]);
    low = low > now ? low : now;
    y[i] = v + low;
    z[i] = count;
  }
  y[n] = v;
  z[n] = count + low;
}

static const Loop NAME(loops)[] = {
    {"sum", NAME(sum)},           {"rotation", NAME(rotation)},
    {"mixed", NAME(mixed)},       {"parts", NAME(parts)},
    {"quotients", NAME(quotients)}, {"resonator", NAME(resonator)},
    {"largest", NAME(largest)},   {"infinite", NAME(infinite)},
    {"beside", NAME(beside)}};
#endif
