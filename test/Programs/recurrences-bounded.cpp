// RUN: %clangxx %opt -std=c++17 -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size

// Bounded sums of integers of every width. Summands are as large as the bounds
// allow, so that sums of them pass 64 bits where no sum of the loop does.

#ifndef SCAN
#include "Inputs/both_ways.h"
#include <algorithm>
#include <climits>
#include <cstdint>

/// Numbers from -most to most.
template <class T> std::vector<T> numbers(int n, T most) {
  std::vector<T> all(n);
  for (int i = 0; i < n; i++)
    all[i] = T(long(scan_test_hash(i)) % (long(most) + 1));
  return all;
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

template <class T> void queue(int n, T most, long *y) {
  const auto in = numbers(n, most);
  const T *x = in.data();
  T v = 0;
  SCAN(scan(maxplus : v))
  for (int i = 0; i < n; i++) {
    v = v + x[i] > 0 ? v + x[i] : 0;
    v = std::min(v, T(100));
    y[i] = v;
  }
  y[n] = v;
}

template <class T> void clamped(int n, T most, long *y) {
  const auto in = numbers(n, most);
  const T *x = in.data();
  T v = 7;
  SCAN(scan(minplus : v))
  for (int i = 0; i < n; i++) {
    const T change = x[i];
    if (i % 7 == 3)
      v = change / 2;
    else
      v = std::clamp<decltype(v + change)>(v - change, -100, 120);
    y[i] = v;
  }
  y[n] = v;
}

// One bound, which sums of 64 bits reach from the other end.
template <class T> void rising(int n, T most, long *y) {
  const auto in = numbers(n, most);
  const T *x = in.data();
  T v = 0;
  SCAN(scan(maxplus : v))
  for (int i = 0; i < n; i++) {
    v = std::max(v + (x[i] < 0 ? x[i] : T(1)), T(-50));
    y[i] = v;
  }
}

static void ints(int n, const int *, const double *, long *y, double *) {
  queue<int>(n, INT_MAX / 2, y);
}
static void longs(int n, const int *, const double *, long *y, double *) {
  queue<long>(n, LONG_MAX / 2, y);
}
static void clampedInts(int n, const int *, const double *, long *y, double *) {
  clamped<int>(n, INT_MAX / 2, y);
}
static void clampedLongs(int n, const int *, const double *, long *y,
                         double *) {
  clamped<long>(n, LONG_MAX / 2, y);
}
static void clampedShorts(int n, const int *, const double *, long *y,
                          double *) {
  clamped<short>(n, SHRT_MAX, y);
}
static void clampedChars(int n, const int *, const double *, long *y,
                         double *) {
  clamped<signed char>(n, SCHAR_MAX, y);
}
static void risingLongs(int n, const int *, const double *, long *y, double *) {
  rising<long>(n, LONG_MAX / 2, y);
}

// Bytes that saturate.
static void saturated(int n, const int *x, const double *, long *y, double *) {
  std::vector<uint8_t> out(n + 1);
  uint8_t *pixels = out.data();
  uint8_t v = 0;
  SCAN(scan(maxplus : v))
  for (int i = 0; i < n; i++) {
    v = std::clamp(v + x[i] / 4, 0, 255);
    pixels[i] = v;
  }
  for (int i = 0; i < n; i++)
    y[i] = pixels[i];
  y[n] = v;
}

const Loop loops[] = {
    LOOP(ints),          LOOP(longs),        LOOP(clampedInts),
    LOOP(clampedLongs),  LOOP(clampedShorts), LOOP(clampedChars),
    LOOP(risingLongs),   LOOP(saturated)};
#endif
