// RUN: %clangxx -O1 -std=c++17 -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=1 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=2 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=3 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=5 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=16 %run %t
// RUN: %clangxx %opt -std=c++17 %s %ompscan_flags %ompscan_libs -o %t.cl
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT %run_tiny %t.cl
// RUN: %clangxx -std=c++17 -O1 -g %asan %s %ompscan_native_flags %ompscan_libs -o %t.asan
// RUN: env OMPSCAN_DEVICE=host %run %t.asan 1025

// Recurrences whose first iteration does not read the element in front of the
// first one, which does not exist.

#ifndef SCAN
#include "Inputs/both_ways.h"
#include <memory>
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

// Blocks of their own, so that AddressSanitizer sees what is read around them.
#define BLOCKS                                                                 \
  std::unique_ptr<long[]> a(new long[n]);                                      \
  std::unique_ptr<double[]> b(new double[n]);                                  \
  long *const p = a.get();                                                     \
  double *const q = b.get();
#define COPY                                                                   \
  for (int i = 0; i < n; i++)                                                  \
    y[i] = p[i], z[i] = q[i];

static void chosen(int n, const int *x, const double *d, long *y, double *z) {
  BLOCKS
  SCAN(scan(+ : p))
  for (int i = 0; i < n; i++)
    p[i] = (i > 0 ? p[i - 1] : 5) + x[i];
  SCAN(scan(affine : q))
  for (int i = 0; i < n; i++)
    q[i] = i == 0 ? d[i] : 0.5 * q[i - 1] + d[i];
  COPY
}

static void branches(int n, const int *x, const double *d, long *y, double *z) {
  BLOCKS
  SCAN(scan(affine : p))
  for (int i = 0; i < n; i++)
    if (i == 0)
      p[i] = x[i];
    else
      p[i] = p[i - 1] + x[i];
  SCAN(scan(affine : q))
  for (int i = 0; i < n; i++) {
    if (!i)
      q[i] = 0;
    else
      q[i] = q[i - 1] / 4 + d[i];
  }
  COPY
}

// Unsigned subscripts in front of the first one would be the largest ones.
static void unsignedSubscripts(int n, const int *x, const double *d, long *y,
                               double *z) {
  BLOCKS
  const size_t m = n;
  SCAN(scan(+ : p))
  for (size_t i = 0; i < m; i++)
    p[i] = (i != 0 ? p[i - 1] : 0) + x[i];
  SCAN(scan(affine : q))
  for (unsigned i = 0; i < m; i++) {
    if (i >= 1)
      q[i] = q[i - 1] * 0.25 + d[i];
    else
      q[i] = d[i];
  }
  COPY
}

// A condition on data beside it; an extremum; from a variable on.
static void conditions(int n, const int *x, const double *d, long *y,
                       double *z) {
  BLOCKS
  const int begin = n > 3 ? 3 : 0;
  for (int i = 0; i < begin; i++)
    p[i] = q[i] = i;
  SCAN(scan(affine : p))
  for (int i = begin; i < n; i++)
    p[i] = i > begin && x[i] > -900 ? p[i - 1] + x[i] : 7;
  SCAN(scan(maxplus : q))
  for (int i = begin; i < n; i++)
    q[i] = i == begin || q[i - 1] < d[i] ? d[i] : q[i - 1];
  COPY
}

// Downwards, from the last element on.
static void downwards(int n, const int *x, const double *d, long *y,
                      double *z) {
  BLOCKS
  const int last = n - 1;
  SCAN(scan(+ : p))
  for (int i = last; i >= 0; i--)
    p[i] = (i < last ? p[i + 1] : 0) + x[i];
  SCAN(scan(affine : q))
  for (int i = last; i >= 0; i--)
    q[i] = i == last ? d[i] : d[i] - q[i + 1] / 2;
  COPY
}

// The first iteration reads the element that is there.
static void read(int n, const int *x, const double *, long *y, double *) {
  SCAN(scan(affine : y))
  for (int i = 1; i < n; i++)
    y[i] = i > 0 ? y[i - 1] + x[i] : 3;
}

// It reads the element where a value is not a number, that is, not equal to
// itself.
static void filled(int n, const int *x, const double *d, long *, double *z) {
  BLOCKS
  for (int i = 0; i < n; i++)
    q[i] = i == 1 || x[i] % 3 == 0 ? NAN : d[i];
  z[0] = p == nullptr ? 4 : 5;
  SCAN(scan(last : z))
  for (int i = 1; i < n; i++)
    z[i] = q[i] != q[i] ? z[i - 1] : q[i];
}

const Loop loops[] = {LOOP(chosen),    LOOP(branches), LOOP(unsignedSubscripts), LOOP(conditions),
                      LOOP(downwards), LOOP(read),     LOOP(filled)};
#endif
