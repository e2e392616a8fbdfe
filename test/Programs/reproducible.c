// REQUIRES: order-modifiers
// RUN: %clang %ompscan_flags %opt %s -o %t %ompscan_libs -lm
// RUN: %run %t
// RUN: %run_tiny %t
// RUN: env OMPSCAN_REPRODUCIBLE=1 OMPSCAN_ALGORITHM=single-pass %run_tiny %t
//
// Floating-point sums are the same, bit by bit, at every run, although tiles
// end in another order each time. Every sum of these numbers is rounded.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1000003, RUNS = 6 };

static void scan(const float *x, float *y, int n) {
#pragma omp target map(to : x[0 : n]) map(tofrom : y[0 : n + 1])
#pragma omp parallel for scan(+ : y) order(reproducible : concurrent)
  for (int i = 1; i <= n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

static double accumulate(const float *x, double *y, int n) {
  double s = 0.1;
#pragma omp target map(to : x[0 : n]) map(from : y[0 : n])
#pragma omp parallel for scan(+ : s) order(reproducible : concurrent)
  for (int i = 0; i < n; i++) {
    s += x[i] * 1e-3;
    y[i] = s;
  }
  return s;
}

int main(void) {
  float *x = malloc(N * sizeof *x), *y = malloc((N + 1) * sizeof *y);
  float *first = malloc((N + 1) * sizeof *first);
  double *z = malloc(N * sizeof *z), *first_z = malloc(N * sizeof *first_z);
  unsigned random = 12345;
  for (int i = 0; i < N; i++) {
    random = random * 1664525u + 1013904223u;
    x[i] = ldexpf((float)(random >> 8) - 8e6f, -(int)(random % 40));
  }
  for (int run = 0; run < RUNS; run++) {
    memset(y, 0xCB, (N + 1) * sizeof *y);
    memset(z, 0xCB, N * sizeof *z);
    y[0] = 0.3f;
    scan(x, y, N);
    const double end = accumulate(x, z, N);
    if (end != z[N - 1])
      return printf("accumulator: %a, not %a\n", end, z[N - 1]), 1;
    double sum = 0.3, sum_z = 0.1;
    for (int i = 0; run == 0 && i < N; i++) {
      sum += x[i];
      sum_z += x[i] * 1e-3;
      if (fabs(y[i + 1] - sum) > 1e-2 * fabs(sum) + 1e4 ||
          fabs(z[i] - sum_z) > 1e-6 * fabs(sum_z) + 1e-2)
        return printf("wrong at %d: %g %g, %g %g\n", i, y[i + 1], sum, z[i],
                      sum_z),
               1;
    }
    if (run == 0) {
      memcpy(first, y, (N + 1) * sizeof *y);
      memcpy(first_z, z, N * sizeof *z);
    }
    for (int i = 0; i < N; i++)
      if (memcmp(&y[i + 1], &first[i + 1], sizeof *y) != 0 ||
          memcmp(&z[i], &first_z[i], sizeof *z) != 0)
        return printf("run %d differs at %d\n", run, i), 1;
  }
  free(x), free(y), free(first), free(z), free(first_z);
  return 0;
}
