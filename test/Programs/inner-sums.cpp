// RUN: %clangxx -O1 -std=c++17 -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=1 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=2 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=3 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=5 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=16 %run %t
// RUN: %clangxx %opt -std=c++17 %s %ompscan_flags %ompscan_libs -o %t.cl
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT %run_tiny %t.cl

// Inner loops that update an item or a reduction: an iteration adds up first.

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

// Where the elements of iteration i begin.
static int begin(int i) { return i / 3 * 2 + i % 3; }

static void sums(int n, const int *x, const double *d, long *y, double *z) {
  long s = 3;
  double t = 0;
  SCAN(scan(+ : s, t))
  for (int i = 0; i < n; i++) {
    y[i] = s;
    for (int j = begin(i); j < begin(i + 1); j++) {
      if (x[j] % 5 == 0)
        continue;
      s += x[j];
      t = t + d[j];
    }
    z[i] = t;
  }
  y[n] = s;
}

// Several loops, loops in loops, and updates beside them.
static void several(int n, const int *x, const double *, long *y, double *) {
  long s = 0, k = 0;
  SCAN(scan(+ : s, k))
  for (int i = 0; i < n; i++) {
    k++;
    for (int j = 0; j < 3; j++)
      for (int l = j; l < 3; l++)
        if (x[i] & 1 << l)
          s -= j;
        else
          s++;
    int left = x[i] & 7;
    while (left > 0) {
      --left;
      ++k;
    }
    y[i] = 2 * s + k;
  }
}

// Reductions beside a scan.
static void reductions(int n, const int *x, const double *d, long *y,
                       double *z) {
  long s = 0, odd = 0;
  double all = 1;
  SCAN(scan(+ : s) reduction(+ : odd, all))
  for (int i = 0; i < n; i++) {
    s += x[i];
    for (int j = begin(i); j < begin(i + 1); ++j) {
      odd += x[j] & 1;
      all += d[j];
    }
    y[i] = s;
  }
  y[n] = odd;
  z[n] = all;
}

// Other operators, and types that wrap around.
static void operators(int n, const int *x, const double *, long *y, double *) {
  unsigned product = 1, all = ~0u, any = 0, parity = 0;
  short narrow = 0;
  SCAN(scan(* : product) scan(& : all) scan(| : any) scan(^ : parity)
       scan(+ : narrow))
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 2; j++) {
      product *= 2 * x[i] + 2 * j + 1;
      all &= x[i] ^ 1 << j;
      any |= x[i] >> j & 64;
      parity ^= x[i] << j;
      narrow += x[i];
    }
    y[i] = product + all + any + parity + narrow;
  }
}

// Templates, whose items have types of their own.
template <typename T> static void ofType(int n, const int *x, long *y) {
  T s = 0;
  SCAN(scan(+ : s))
  for (T i = 0; i < T(n); i++) {
    for (T j = 0; j < i % 4; j++)
      s += x[j];
    y[i] += s;
  }
}

static void templates(int n, const int *x, const double *, long *y, double *) {
  ofType<int>(n, x, y);
  ofType<size_t>(n, x, y);
}

const Loop loops[] = {LOOP(sums), LOOP(several), LOOP(reductions),
                      LOOP(operators), LOOP(templates)};
#endif
