// RUN: %clangxx %opt -std=c++20 -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t

// Updates of accumulators as programs write them: combiners that change a
// member, in a method or through a pointer; functions that get addresses of
// variables of the iteration; accessors that compute; the last value that a
// condition lets through.

#ifndef SCAN
#include "Inputs/both_ways.h"

struct Sum {
  long s;
  int n;
  void add(const Sum &other) { s += other.s, n += other.n; }
};
static void addTo(Sum *to, const Sum *from) {
  to->s += from->s;
  to->n = from->n;
}
#pragma omp declare reduction(members : Sum : omp_out.s += omp_in.s)           \
    initializer(omp_priv = Sum{0, 0})
#pragma omp declare reduction(methods : Sum : omp_out.add(omp_in))             \
    initializer(omp_priv = Sum{0, 0})
#pragma omp declare reduction(pointers : Sum : addTo(&omp_out, &omp_in))       \
    initializer(omp_priv = Sum{0, 0})

static void halves(int v, int *half, int *rest) {
  *half = v / 2;
  *rest = v - *half;
}
static int difference(const int *a, const int *b) { return *a - *b; }

struct Samples {
  const short *data;
  float gain;
  float at(int i) const { return data[i]; }
  double operator[](int i) const { return gain * data[i] + 0.5; }
  int scaled(int i, int by) const { return int(data[i]) * by; }
};

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

static std::vector<Sum> made(int n, const int *x) {
  std::vector<Sum> sums(n);
  for (int i = 0; i < n; i++)
    sums[i] = {x[i], i % 3};
  return sums;
}

static void members(int n, const int *x, const double *, long *y, double *z) {
  const auto in = made(n, x);
  std::vector<Sum> out(n);
  Sum r{5, 8};
  SCAN(scan(members : r))
  for (int i = 0; i < n; i++) {
    z[i] = r.s;
    if (x[i] > -500)
      r.s += in[i].s;
    out[i] = r;
  }
  for (int i = 0; i < n; i++)
    y[i] = out[i].s + out[i].n;
  y[n] = r.s + r.n;
}

static void methods(int n, const int *x, const double *, long *y, double *) {
  const auto in = made(n, x);
  Sum r{5, 8};
  SCAN(scan(methods : r))
  for (int i = 0; i < n; i++) {
    r.add(in[i]);
    y[i] = r.s + r.n;
  }
}

static void pointers(int n, const int *x, const double *, long *y, double *) {
  const auto in = made(n, x);
  Sum r{5, 8};
  SCAN(scan(pointers : r))
  for (int i = 0; i < n; i++) {
    const Sum here = in[i];
    addTo(&r, &here);
    y[i] = r.s + r.n;
  }
  y[n] = r.s;
}

static void addresses(int n, const int *x, const double *, long *y, double *) {
  int s = 0, t = 0;
  SCAN(scan(+ : s, t))
  for (int i = 0; i < n; i++) {
    int a, b, pair[2];
    halves(x[i], &a, &b);
    halves(x[i] * 3, &pair[0], &pair[1]);
    s += a * 3 - b + difference(&pair[0], &pair[1]);
    int before, rest;
    halves(s, &before, &rest);
    t += x[i] & 3;
    y[i] = s + before * 2 - rest + t;
  }
}

static void accessors(int n, const int *x, const double *, long *y, double *z) {
  std::vector<short> data(n + 1);
  for (int i = 0; i < n; i++)
    data[i] = short(x[i]);
  const Samples samples{data.data(), 0.25f};
  double s = 0;
  long t = 0;
  SCAN(scan(+ : s, t))
  for (int i = 0; i < n; i++) {
    s += samples.at(i) + samples[i] / 1024;
    t += samples.scaled(i, 3);
    y[i] = t;
    z[i] = s;
  }
}

static void conditional(int n, const int *x, const double *d, long *y,
                        double *z) {
  int s = 0, last = -1;
  double value = 0.5;
  SCAN(scan(+ : s) lastprivate(conditional : last, value))
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
    if (x[i] > 500) {
      last = i;
      value = d[i];
    }
  }
  y[n] = last;
  z[n] = value;
}

static void never(int n, const int *x, const double *, long *y, double *) {
  int s = 0, last = -7;
  SCAN(scan(+ : s) lastprivate(conditional : last))
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
    if (x[i] > 5000)
      last = i;
  }
  y[n] = last;
}

// Both branches of an `if`, beside other statements.
static void minimum(int n, const int *x, const double *, long *y, double *z) {
  SCAN(scan(min : y))
  for (int i = 1; i < n; i++) {
    if (x[i] < y[i - 1])
      y[i] = x[i];
    else
      y[i] = y[i - 1];
    z[i] = y[i];
  }
}

static void maximum(int n, const int *x, const double *, long *y, double *z) {
  int s = 0;
  for (int i = 0; i < n; i++)
    y[i] = x[i] - 1000;
  SCAN(scan(max : y) scan(+ : s))
  for (int i = 1; i < n; i++) {
    const long before = y[i - 1];
    if (y[i - 1] > y[i]) {
      y[i] = y[i - 1];
    }
    s += x[i];
    z[i] = s + y[i] + before;
  }
}

// A combiner that changes its left operand, beside other statements.
static void merges(int n, const int *x, const double *, long *y, double *z) {
  std::vector<Sum> out(n + 1, Sum{3, 4});
  int k = 0;
  SCAN(scan(methods : out) scan(+ : k))
  for (int i = 1; i < n; i++) {
    const Sum in{x[i], 1};
    out[i] = out[i - 1];
    out[i].add(in);
    z[i] = out[i].s + out[i - 1].n;
    if (x[i] > 0)
      k++;
    y[i] = k;
  }
  for (int i = 0; i < n; i++)
    y[i] += out[i].s + 3 * out[i].n;
}

const Loop loops[] = {LOOP(members),     LOOP(methods), LOOP(pointers),
                      LOOP(addresses),   LOOP(accessors),
                      LOOP(conditional), LOOP(never),   LOOP(minimum),
                      LOOP(maximum),     LOOP(merges)};
#endif
