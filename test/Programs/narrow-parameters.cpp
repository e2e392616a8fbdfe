// RUN: %clangxx %opt -Wall -Werror -Wno-unused-lambda-capture %s \
// RUN:   %ompscan_native_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: env OMPSCAN_DEVICE=host OMPSCAN_SHORT_LOOP=0 %run %t
// RUN: %run_tiny %t

// Parameters of functions, lambdas and methods that are narrower than the
// arguments, and what is returned in a narrower type.

#ifndef SCAN
#include "Inputs/both_ways.h"

struct View {
  const int *p;
  int at(unsigned char lane, int i) const { return lane ? 2 : p[i]; }
  int operator()(short page, int i) const { return page ? 1 : p[i]; }
};
static inline int chosen(const int *p, int i, const unsigned char &lane) {
  return lane ? 2 : p[i];
}
template <class T> static int stepwise(const int *p, int i, T lane) {
  int v = 3;
  if (!lane) {
    v = p[i];
    v += 1;
  }
  return v;
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

static void captured(int n, const int *x, const double *, long *y, double *) {
  long s = 0;
  const auto outside = [x](unsigned char lane, int i) {
    return lane ? 5 : x[i];
  };
  SCAN(scan(+ : s))
  for (int i = 1; i < n; i++) {
    auto inside = [&](unsigned char lane) { return lane ? 7 : x[i]; };
    s += inside(i) + outside(i, i);
    y[i] = s;
  }
}
static void stored(int n, const int *x, const double *, long *y, double *) {
  long s = 0;
  const auto put = [=](unsigned char lane, int i, long v) {
    if (!lane)
      y[i] = v;
  };
  SCAN(scan(+ : s))
  for (int i = 1; i < n; i++) {
    s += x[i];
    put(i, i, s);
  }
}
static void methods(int n, const int *x, const double *, long *y, double *) {
  long s = 0;
  const View view{x};
  SCAN(scan(+ : s))
  for (int i = 1; i < n; i++) {
    s += view(i * 64, i) + view.at(i, i);
    y[i] = s;
  }
}
static void functions(int n, const int *x, const double *, long *y, double *) {
  long s = 0;
  SCAN(scan(+ : s))
  for (int i = 1; i < n; i++) {
    const unsigned char lane = i;
    s += chosen(x, i, i) + stepwise<unsigned char>(x, i, i) +
         stepwise<bool>(x, i, lane) + stepwise<bool>(x, i, i);
    y[i] = s;
  }
}
// What is dropped is equal to the last one kept, where both are narrowed.
static void unique(int n, const int *x, const double *, long *y, double *) {
  int k = 0;
  std::vector<int> kept(n + 2, 9);
  SCAN(scan(+ : k))
  for (int i = 1; i < n; i++) {
    auto low = [&i](signed char v) -> int { return v; };
    if (low(x[i]) != low(kept[k]))
      kept[++k] = x[i];
  }
  for (int i = 0; i < n; i++)
    y[i] = kept[i];
}

const Loop loops[] = {LOOP(captured), LOOP(stored), LOOP(methods),
                      LOOP(functions), LOOP(unique)};
#endif
