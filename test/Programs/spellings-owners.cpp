// RUN: %clangxx %opt -std=c++20 -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t

// Smart pointers to arrays as items and elsewhere.

#ifndef SCAN
#include "Inputs/both_ways.h"
#include <memory>

template <class T, class F> static std::unique_ptr<T[]> made(int n, F value) {
  std::unique_ptr<T[]> in(new T[n + 2]);
  for (int i = 0; i < n + 2; i++)
    in[i] = i < n ? value(i) : T(-77);
  return in;
}

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

static void unique(int n, const int *x, const double *, long *y, double *) {
  const auto in = made<int>(n, [=](int i) { return x[i]; });
  auto out = made<long>(n, [](int) { return 3L; });
  SCAN(scan(+ : out))
  for (int i = 1; i < n; i++)
    out[i] = out[i - 1] + in[i];
  for (int i = 0; i < n; i++)
    y[i] = out[i];
}

static void shared(int n, const int *x, const double *, long *y, double *) {
  std::shared_ptr<int[]> in(new int[n + 1]);
  const std::shared_ptr<long[]> out(new long[n + 1]);
  for (int i = 0; i < n; i++)
    in[i] = x[i];
  long s = 0;
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    if (in[i] > 0)
      s += in[i] + (i > 0 ? in[i - 1] : 0);
    out[i] = s;
  }
  for (int i = 0; i < n; i++)
    y[i] = out[i];
}

// How many elements there are is not known.
static void indirect(int n, const int *x, const double *, long *y, double *) {
  const std::unique_ptr<const int[]> at =
      made<int>(n, [=](int i) { return unsigned(i) * 7 % unsigned(n); });
  const auto in = made<short>(n, [=](int i) { return short(x[i]); });
  long s = 0;
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    s += in[at[i]];
    y[i] = s;
  }
}

static void kept(int n, const int *x, const double *, long *y, double *) {
  auto out = made<int>(n, [=](int i) { return x[i]; });
  int k = 0;
  SCAN(scan(+ : k))
  for (int i = 0; i < n; i++)
    if (out[i] > 0)
      out[k++] = out[i];
  for (int i = 0; i < k; i++)
    y[i] = out[i];
}

static void pointers(int n, const int *x, const double *, long *y, double *) {
  const auto in = made<int>(n, [=](int i) { return x[i]; });
  long s = 0;
  SCAN(scan(+ : s))
  for (const int *p = in.get(); p != in.get() + n; ++p) {
    s += *p;
    y[p - in.get()] = s + in.get()[0];
  }
}

struct Signal {
  int size;
  std::unique_ptr<long[]> sums;
  std::shared_ptr<const int[]> values;

  void add() {
    SCAN(scan(+ : sums))
    for (int i = 1; i < size; i++)
      sums[i] = sums[i - 1] + values[i];
  }
};
static void members(int n, const int *x, const double *, long *y, double *) {
  Signal signal{n, made<long>(n, [=](int) { return 5; }),
                made<int>(n, [=](int i) { return x[i]; })};
  signal.add();
  SCAN(scan(max : signal.sums))
  for (int i = 1; i < n; i++)
    signal.sums[i] = std::max(signal.sums[i], signal.sums[i - 1]);
  for (int i = 0; i < n; i++)
    y[i] = signal.sums[i];
}

template <class A> static void sumUp(A &out, const A &in, int n) {
  SCAN(scan(+ : out))
  for (int i = 1; i < n; i++)
    out[i] = out[i - 1] + in[i];
}
static void inTemplates(int n, const int *x, const double *, long *y,
                        double *) {
  auto out = made<long>(n, [](int i) { return i; });
  sumUp(out, made<long>(n, [=](int i) { return x[i]; }), n);
  for (int i = 0; i < n; i++)
    y[i] = out[i];
}

const Loop loops[] = {LOOP(unique),     LOOP(shared),   LOOP(indirect),
                      LOOP(kept),       LOOP(pointers), LOOP(members),
                      LOOP(inTemplates)};
#endif
