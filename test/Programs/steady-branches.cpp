// RUN: %clangxx -O2 -std=c++20 -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: env OMPSCAN_DEVICE=host OMPSCAN_SHORT_LOOP=0 OMP_NUM_THREADS=1 %run %t
// RUN: env OMPSCAN_DEVICE=host OMPSCAN_SHORT_LOOP=0 OMP_NUM_THREADS=2 %run %t
// RUN: env OMPSCAN_DEVICE=host OMPSCAN_SHORT_LOOP=0 OMP_NUM_THREADS=3 %run %t
// RUN: env OMPSCAN_DEVICE=host OMPSCAN_SHORT_LOOP=0 OMP_NUM_THREADS=5 %run %t
// RUN: env OMPSCAN_DEVICE=host OMPSCAN_SHORT_LOOP=0 OMP_NUM_THREADS=16 %run %t
// RUN: %clangxx -O1 -g -std=c++20 %asan %s %ompscan_native_flags %ompscan_libs -o %t.asan
// RUN: env OMPSCAN_DEVICE=host OMPSCAN_SHORT_LOOP=0 %run %t.asan

// Conditions that are the same in all iterations: constants, such as arguments
// of templates, and tests of pointers, of which an array may be missing.

#ifndef SCAN
#include "Inputs/both_ways.h"

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

// In place, where all iterations move one counter or the other.
template <bool WithOthers>
static long split(int n, long *y, int *others, long &left) {
  long kept = 0, other = 0;
  SCAN(scan(+ : kept, other))
  for (int i = 0; i < n; i++) {
    const long v = y[i];
    if (v % 3 == 0) {
      y[kept++] = v;
    } else if (WithOthers) {
      others[other++] = int(v);
    }
  }
  left = other;
  return kept;
}
static void both(int n, const int *x, const double *, long *y, double *z) {
  std::vector<int> others(n + 1);
  for (int i = 0; i < n; i++)
    y[i] = x[i];
  long left = 0;
  const long kept = split<true>(n, y, others.data(), left);
  for (int i = 0; i < left; i++)
    z[i] = others[i];
  y[n] = kept * 10000 + left;
}

// A branch that no iteration runs changes nothing.
template <int Mode> static long sums(int n, const int *x, long *y) {
  long s = 0;
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    if (Mode == 0)
      s += x[i];
    else if (Mode == 1)
      s += 2 * x[i];
    if (Mode == 3)
      y[i * i] = x[i];
    else
      y[i] = s;
    if (Mode > 5)
      y[0] = y[i];
  }
  return s;
}
static void modes(int n, const int *x, const double *, long *y, double *) {
  const long s = sums<0>(n, x, y);
  y[n] = sums<1>(n, x, y) + s;
}

// An item that only such a branch updates.
static void never(int n, const int *x, const double *, long *y, double *) {
  long s = 5, t = 7;
  SCAN(scan(+ : s, t))
  for (int i = 0; i < n; i++) {
    s += x[i];
    if (sizeof(int) == 1)
      t += x[i];
    y[i] = s + t;
  }
  y[n] = s + t;
}

// Arrays that may be missing.
static void missing(int n, const int *x, const double *a, long *y, double *z) {
  for (const int *weights : {x, (const int *)nullptr}) {
    const double *const scale = weights ? nullptr : a;
    long s = weights ? 3 : y[0];
    SCAN(scan(+ : s))
    for (int i = 0; i < n; i++) {
      s += weights == nullptr ? 1 : weights[i];
      if (nullptr != scale)
        z[i] = scale[i];
      if (!weights)
        s += 2;
      if (scale && x[i] > 0)
        s += x[i];
      y[i] = s;
    }
    y[n] = s;
  }
}

const Loop loops[] = {LOOP(both), LOOP(modes), LOOP(never), LOOP(missing)};
#endif
