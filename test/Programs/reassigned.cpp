// RUN: %clangxx %opt -std=c++20 -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %clangxx -O2 -std=c++20 -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t.native
// RUN: env OMPSCAN_DEVICE=host OMPSCAN_SHORT_LOOP=0 OMP_NUM_THREADS=1 %run %t.native
// RUN: env OMPSCAN_DEVICE=host OMPSCAN_SHORT_LOOP=0 OMP_NUM_THREADS=2 %run %t.native
// RUN: env OMPSCAN_DEVICE=host OMPSCAN_SHORT_LOOP=0 OMP_NUM_THREADS=3 %run %t.native
// RUN: env OMPSCAN_DEVICE=host OMPSCAN_SHORT_LOOP=0 OMP_NUM_THREADS=5 %run %t.native
// RUN: env OMPSCAN_DEVICE=host OMPSCAN_SHORT_LOOP=0 OMP_NUM_THREADS=16 %run %t.native

// Numbers of an iteration that get several values, of which other variables and
// inputs use some.

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

// A private variable whose first value is carried, and whose second one is the
// sum of two items.
static void strength(int n, const int *, const double *a, long *, double *z) {
  double gain = 0.5, loss = 0.25, last = 1, t, change;
  SCAN(scan(affine : gain, loss) private(t, change))
  for (int i = 0; i < n; i++) {
    t = a[i];
    change = t - last;
    last = t;
    loss *= 13;
    gain *= 13;
    if (change < 0)
      loss -= change;
    else
      gain += change;
    loss /= 14;
    gain /= 14;
    t = gain + loss;
    z[i] = t != 0 ? gain / t : 0;
  }
  z[n] = last;
}

// Variables of the body, each with values before and after an update.
static void unwrap(int n, const int *, const double *a, long *y, double *z) {
  double before = 0, whole = 0, again = 0, half = 0;
  SCAN(scan(+ : whole, half))
  for (int i = 0; i < n; i++) {
    double angle = a[i];
    double detect = 2;
    double delta = angle - before;
    double adjust = detect * ((delta < -detect * .5) - (delta > detect * .5));
    before = angle;
    whole += adjust;
    angle += whole;
    detect = 1;
    delta = angle - again;
    adjust = detect * ((delta < -detect * .5) - (delta > detect * .5));
    again = angle;
    half += std::fabs(adjust);
    z[i] = half;
    y[i] = long(16 * angle);
  }
  z[n] = before + 2 * again;
}

// Each value is converted to the type of the variable.
static void conversions(int n, const int *x, const double *a, long *y,
                        double *z) {
  long s = 0;
  unsigned char b;
  bool t;
  short h;
  SCAN(scan(+ : s) private(b, t, h))
  for (int i = 0; i < n; i++) {
    float f = 0.1f;
    b = x[i];
    s += b;
    b += 200;
    s += b;
    b <<= 3;
    b -= 7;
    t = b > 100;
    t |= 2;
    t += x[i];
    h = a[i] * 1000;
    h *= 2.5;
    h /= 7;
    h >>= 1;
    f *= 1.1;
    f += 1e-9;
    s += h + t;
    y[i] = s * 256 + b;
    z[i] = f;
  }
}

// Values that branches and inner loops change, and variables of the same name.
static void branches(int n, const int *x, const double *, long *y, double *) {
  long s = 1;
  int t;
  SCAN(scan(+ : s) private(t))
  for (int i = 0; i < n; i++) {
    t = x[i];
    if (t < 0)
      t = -t;
    s += t;
    t = t % 7;
    for (int j = 0; j < 3; j++)
      t += j * t;
    s += t;
    t++;
    int u = t, v;
    v = u;
    {
      int u = 3;
      u += v;
      v = u * 2;
    }
    u = v + u;
    v = u - t;
    if (v > 5)
      s += v;
    else
      v = t, t = 2;
    y[i] = s + t - v + u;
  }
}

// The first value of `t` is carried to the next iteration, not the last one.
static void carried(int n, const int *x, const double *, long *y, double *) {
  long s = 0;
  int last = 3;
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    int t = x[i];
    s += t > last;
    const int before = last;
    last = t;
    t = before * 2;
    t -= x[i];
    y[i] = s * 3 + t;
  }
  y[n] = last;
}

const Loop loops[] = {LOOP(strength), LOOP(unwrap), LOOP(conversions),
                      LOOP(branches), LOOP(carried)};
#endif
