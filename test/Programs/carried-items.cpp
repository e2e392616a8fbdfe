// RUN: %clangxx %opt -std=c++20 -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t

// Variables that pass values to the next iterations in ways that no loop-carried
// scalar does, and that no clause names: they are items by `last`.

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

// Assigned under a condition that reads it.
static void groups(int n, const int *x, const double *, long *y, double *) {
  int key = -1;
  long s = 3;
  SCAN(scan(affine : s))
  for (int i = 0; i < n; i++) {
    if (x[i] / 300 != key) {
      s = 0;
      key = x[i] / 300;
    }
    s += x[i];
    y[i] = s;
  }
  y[n] = s * 1000 + key;
}

// Used by an item that another one depends on.
static void trend(int n, const int *, const double *a, long *y, double *) {
  double before = 0;
  int rises = 0;
  long count = 0;
  SCAN(scan(last : rises) scan(+ : count))
  for (int i = 0; i < n; i++) {
    if (a[i] > before)
      rises = 1;
    else if (a[i] < before)
      rises = 0;
    count += rises;
    y[i] = count;
    before = a[i];
  }
  y[n] = count + (before > 0) + rises;
}

// A filter in place that needs the input before: no iteration may read what
// another one has stored.
static void inPlace(int n, const int *, const double *a, long *, double *z) {
  for (int i = 0; i < n; i++)
    z[i] = std::floor(a[i]);
  double last = 1, state = 0;
  SCAN(scan(affine : state))
  for (int i = 0; i < n; i++) {
    const double now = z[i];
    state = now - last + 0.5 * state;
    last = now;
    z[i] = state;
  }
  z[n] = last;
}

// The latest value that passes a test.
static void latest(int n, const int *x, const double *, long *y, double *) {
  int last = 0;
  long sum = 0;
  SCAN(scan(+ : sum))
  for (int i = 0; i < n; i++) {
    if (x[i] > 0) {
      sum += last;
      last = x[i];
    }
    y[i] = sum;
  }
  y[n] = sum + last;
}

// By way of another one, out of an array that the loop stores.
static void twoBefore(int n, const int *x, const double *, long *y, double *) {
  for (int i = 0; i < n; i++)
    y[i] = x[i];
  long t = 5, u = 7, s = 0;
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    s += u + t;
    u = t;
    t = y[i];
    y[i] = s;
  }
  y[n] = s + 2 * t + 3 * u;
}

// The value of the item.
static void scanned(int n, const int *x, const double *, long *y, double *) {
  long t = 5, s = 0;
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    y[i] = t;
    s += x[i];
    t = s;
  }
  y[n] = s * 3 + t;
}

// The place of the largest value.
static void places(int n, const int *x, const double *, long *y, double *) {
  int best = 0, at = -1;
  SCAN(scan(max : best))
  for (int i = 0; i < n; i++) {
    if (x[i] > best) {
      best = x[i];
      at = i;
    }
    y[i] = at;
  }
  y[n] = best * 10000L + at;
}

const Loop loops[] = {LOOP(groups), LOOP(trend),     LOOP(inPlace),
                      LOOP(latest), LOOP(twoBefore), LOOP(scanned),
                      LOOP(places)};
#endif
