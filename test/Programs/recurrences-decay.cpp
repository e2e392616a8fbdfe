// RUN: %clangxx %opt -std=c++17 -Wall -Wextra -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size

// Maxima and minima of affine functions: peaks that decay, and the like. Where
// the factors are powers of two, results are exact.

#ifndef SCAN
#include "Inputs/both_ways.h"
#include <algorithm>
#include <limits>

namespace parallel {
#define SCAN(...) PRAGMA(omp parallel for __VA_ARGS__)
#include __FILE__
} // namespace parallel
#undef SCAN
namespace sequential {
#define SCAN(...)
#include __FILE__
} // namespace sequential
int main(int argc, char **argv) {
  return checkBothWays(parallel::loops, sequential::loops, argc, argv);
}
#else

static void meter(int n, const int *x, const double *d, long *y, double *z) {
  double peak = 0;
  SCAN(scan(maxplus : peak))
  for (int i = 0; i < n; i++) {
    peak = std::max(peak * 0.5, std::fabs(d[i]));
    z[i] = peak;
  }
  float fall = 1;
  SCAN(scan(auto : fall))
  for (int i = 0; i < n; i++) {
    const float a = float(x[i] < 0 ? -x[i] : x[i]);
    fall *= 0.999f;
    if (a > fall)
      fall = a;
    z[i] += fall;
  }
  z[n] = peak + fall;
  y[n] = 0;
}

// Factors of both signs and 0, and both bounds.
static void signs(int n, const int *x, const double *d, long *y, double *z) {
  double v = 3;
  SCAN(scan(minplus : v))
  for (int i = 0; i < n; i++) {
    const double a = x[i] % 3 == 0 ? -0.5 : x[i] % 3 == 1 ? 0.25 : x[i] % 7 ? 1 : 0;
    v = std::min(std::max(v * a - d[i], -1.5), 2 + std::fabs(d[i]));
    z[i] = v;
    y[i] = long(v * 16);
  }
  double w = 1;
  SCAN(scan(maxplus : w))
  for (int i = 0; i < n; i++) {
    const double now = d[i], next = d[i + 1];
    z[i] += w;
    if (x[i] > -900)
      w = std::fmax(-w / 2 + now, next);
    else
      w = x[i] & 1 ? now : w;
  }
  z[n] = v + w;
}

static void arrays(int n, const int *x, const double *d, long *, double *z) {
  z[0] = 7;
  SCAN(scan(maxplus : z))
  for (int i = 1; i <= n; i++)
    z[i] = std::fmax(0.75 * z[i - 1], d[i - 1] + x[i - 1] % 2);
  std::vector<float> f(n + 1);
  float *const low = f.data();
  SCAN(scan(minplus : low))
  for (int i = n - 1; i >= 0; i--) {
    const float most = float(x[i]);
    low[i] = low[i + 1] * 0.5f + 1 < most ? low[i + 1] * 0.5f + 1 : most;
  }
  for (int i = 0; i < n; i++)
    z[i] += f[i];
}

// A start that is infinite or NaN.
static void starts(int n, const int *, const double *d, long *y, double *z) {
  for (double start : {-double(INFINITY), double(INFINITY), std::numeric_limits<double>::quiet_NaN()}) {
    // The product of more factors is 0, which times infinity is NaN.
    if (std::isinf(start) && n > 1025)
      continue;
    double peak = start;
    SCAN(scan(maxplus : peak))
    for (int i = 0; i < n; i++) {
      peak = std::fmax(peak * 0.5, d[i]);
      z[i] = std::isfinite(peak) ? z[i] / 2 + peak : 5;
    }
    y[n] += std::isfinite(peak) ? long(peak * 16) : 1;
  }
}

const Loop loops[] = {LOOP(meter), LOOP(signs), LOOP(arrays), LOOP(starts)};
#endif
