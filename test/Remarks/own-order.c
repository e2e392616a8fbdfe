// REQUIRES: order-modifiers
// RUN: %clang -fsyntax-only %s %ompscan_flags -Rpass-analysis=ompscan 2>&1 | %filecheck %s --implicit-check-not=OS208

// Loops whose results may depend on the device, although they ask for those of
// all devices.

#include <math.h>
#define REPRODUCIBLE order(reproducible : concurrent)

double loops(double *y, const double *x, int n) {
// No remark: a scan that calls functions of our own.
#pragma omp parallel for scan(+ : y) REPRODUCIBLE
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + exp(x[i]);
// CHECK: [[@LINE+1]]:26: remark: {{.*}} it calls functions that are not the same on all of them [OS208]
#pragma omp parallel for scan(+ : y) REPRODUCIBLE
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + sin(x[i]);
  double s = 0;
// No remark: a reduction of numbers.
#pragma omp target parallel for reduction(+ : s) map(to : x[0 : n]) REPRODUCIBLE
  for (int i = 0; i < n; i++)
    s += x[i];
  double sums[64] = {0};
// CHECK: [[@LINE+1]]:1: remark: {{.*}} the order in which it reduces long arrays depends on the device [OS208]
#pragma omp target parallel for reduction(+ : sums) map(to : x[0 : n]) REPRODUCIBLE
  for (int i = 0; i < n; i++)
    sums[i % 64] += x[i];
  return s + sums[0] + sums[63];
}

// CHECK: remark: {{.*}} its rows do not have the order of a single scan [OS208]
void rows(float *y, const float *x, int n, int m) {
#pragma omp parallel for collapse(2) scan(+ : y) REPRODUCIBLE
  for (int r = 0; r < n; r++)
    for (int i = 1; i < m; i++)
      y[r * m + i] = y[r * m + i - 1] + x[r * m + i];
}
