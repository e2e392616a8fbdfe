// RUN: %clangxx %opt -std=c++20 -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t

// Combiners that work on members, and updates of one member that are no copy of
// the combiner: other inputs, other spellings, several statements, conditions;
// and one input for each member in one statement.

#ifndef SCAN
#include "Inputs/both_ways.h"
#include <algorithm>

struct Sum {
  long s;
  int n;
};
struct Inner {
  double lowest;
  unsigned char bits;
};
struct Statistics {
  double total;
  int count;
  float highest;
  Inner inner;
  bool all;
};
struct Fraction {
  long up, down;
};
static long product(long a, long b) { return a * b % 10007; }

#pragma omp declare reduction(+ : Sum : omp_out.s += omp_in.s)                 \
    initializer(omp_priv = Sum{0, 0})
#pragma omp declare reduction(both : Sum : omp_out.s += omp_in.s,              \
                                  omp_out.n = omp_in.n ^ omp_out.n)            \
    initializer(omp_priv = Sum{0, 0})
#pragma omp declare reduction(                                                 \
        statistics : Statistics : omp_out.total += omp_in.total,               \
            omp_out.count = omp_out.count + omp_in.count,                      \
            omp_out.highest = std::max(omp_out.highest, omp_in.highest),       \
            omp_out.inner.lowest = omp_in.inner.lowest < omp_out.inner.lowest  \
                                       ? omp_in.inner.lowest                   \
                                       : omp_out.inner.lowest,                 \
            omp_out.inner.bits |= omp_in.inner.bits,                           \
            omp_out.all = omp_out.all && omp_in.all)                           \
    initializer(omp_priv = Statistics{0, 0, -1e30f, {1e30, 0}, true})
#pragma omp declare reduction(products : Fraction : omp_out.up = product(      \
                                  omp_out.up, omp_in.up))                      \
    initializer(omp_priv = Fraction{1, 1})
#pragma omp declare reduction(pairs : Fraction : (omp_out.up += omp_in.up,     \
                                                  omp_out.down *=              \
                                                  omp_in.down))                \
    initializer(omp_priv = Fraction{0, 1})

namespace parallel {
#define SCAN(...) PRAGMA(omp parallel for __VA_ARGS__)
#define INSIDE(...) PRAGMA(omp scan __VA_ARGS__)
#include __FILE__
} // namespace parallel
#undef SCAN
#undef INSIDE
namespace sequential {
#define SCAN(...)
#define INSIDE(...)
#include __FILE__
} // namespace sequential
int main(int argc, char **argv) {
  return checkBothWays(parallel::loops, sequential::loops, argc, argv);
}
#else

// In OpenMP's own form, and with members that the combiner leaves alone.
static void inclusive(int n, const int *x, const double *, long *y, double *z) {
  Sum r{5, 8};
  SCAN(reduction(inscan, + : r))
  for (int i = 0; i < n; i++) {
    r.s += 2 * x[i];
    INSIDE(inclusive(r))
    y[i] = r.s;
    z[i] = r.n;
  }
  y[n] = r.s + r.n;
}

static void exclusive(int n, const int *x, const double *d, long *y, double *) {
  Sum r{5, 8};
  SCAN(reduction(inscan, both : r))
  for (int i = 0; i < n; i++) {
    y[i] = r.s - r.n;
    INSIDE(exclusive(r))
    r.s = r.s + (d[i] > 0 ? x[i] : 7), r.n ^= x[i] & 255;
  }
  y[n] = r.s + r.n;
}

// Each member by statements of its own, some of them under conditions.
static void statistics(int n, const int *x, const double *d, long *y,
                       double *z) {
  std::vector<Statistics> out(n + 1);
  Statistics r{2, 3, -5, {4, 64}, n % 2 == 1};
  SCAN(scan(statistics : r))
  for (int i = 0; i < n; i++) {
    r.total -= d[i] * 2;
    if (x[i] % 3 == 0) {
      r.count++;
      r.inner.bits |= x[i] & 7;
    } else if (x[i] % 3 == 1) {
      r.count += 2;
    }
    if (float(d[i]) > r.highest)
      r.highest = float(d[i]);
    r.inner.lowest = d[i] < r.inner.lowest ? d[i] : r.inner.lowest;
    r.all = r.all && x[i] > -998;
    out[i] = r;
  }
  for (int i = 0; i < n; i++) {
    y[i] = out[i].count * 1000 + out[i].inner.bits * 2 + out[i].all;
    z[i] = out[i].total + 10 * out[i].highest - out[i].inner.lowest;
  }
  y[n] = r.count;
}

// A constant member, and none at all in some iterations.
static void rarely(int n, const int *x, const double *, long *y, double *z) {
  Sum r{5, 8};
  SCAN(scan(both : r))
  for (int i = 0; i < n; i++) {
    z[i] = r.n;
    if (x[i] > 800)
      r.s -= 3, r.s += x[i];
    y[i] = r.s;
  }
}

// A combiner that is a call: an input for its member.
static void products(int n, const int *x, const double *, long *y, double *) {
  Fraction r{3, 11};
  SCAN(scan(products : r))
  for (int i = 0; i < n; i++) {
    r.up = product(r.up, x[i] * 2 + 4001);
    y[i] = r.up + r.down;
  }
}

// The recurrence of an array, with an input for each member.
static void elements(int n, const int *x, const double *d, long *y, double *) {
  std::vector<Fraction> out(n + 1, Fraction{3, 4});
  SCAN(scan(pairs : out))
  for (int i = 1; i < n; i++) {
    out[i] = out[i - 1];
    out[i].up += x[i] / 2, out[i].down *= d[i] > 0 ? -1 : 1;
  }
  for (int i = 0; i < n; i++)
    y[i] = out[i].up + 5 * out[i].down;
}

template <class T> static void inTemplate(int n, const T *x, long *y) {
  Sum r{1, 2};
  SCAN(scan(+ : r))
  for (int i = 0; i < n; i++) {
    r.s += x[i] % 4 + i;
    y[i] = r.s;
  }
}
static void instance(int n, const int *x, const double *, long *y, double *) {
  inTemplate(n, x, y);
}

const Loop loops[] = {LOOP(inclusive), LOOP(exclusive), LOOP(statistics),
                      LOOP(rarely),    LOOP(products),  LOOP(elements),
                      LOOP(instance)};
#endif
