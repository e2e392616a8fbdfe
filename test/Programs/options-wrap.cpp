// RUN: %clangxx -O2 -fwrapv -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT %run_tiny %t
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_DEVICE=host %run %t
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t

// With -fwrapv signed integers wrap around, also in compilers of OpenCL that
// know no such option. Every loop looks for overflow by what it leads to.

#ifndef SCAN
#include "Inputs/both_ways.h"
#include <climits>

struct Account {
  int amount;
  int more(int by) const { return amount + by > amount; }
};

namespace parallel {
#define SCAN(...) PRAGMA(omp parallel for __VA_ARGS__)
#define TARGET(...) PRAGMA(omp target parallel for __VA_ARGS__)
#include __FILE__
} // namespace parallel
#undef SCAN
#undef TARGET
namespace sequential {
#define SCAN(...)
#define TARGET(...)
#include __FILE__
} // namespace sequential

int main(int argc, char **argv) {
  return checkBothWays(parallel::loops, sequential::loops, argc, argv);
}
#else

static int next(int a) { return a + 1; }

// Sums, differences and products.
static void binary(int n, const int *x, const double *, long *y, double *) {
  long s = 0;
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    const int a = x[i] < 0 ? INT_MIN : x[i] % 3 ? INT_MAX : x[i];
    const long w = x[i] % 5 ? LONG_MAX : x[i];
    s += a + 1 < a;
    s += 2 * (a - 1 > a);
    s += 3 * (a * 3 / 3 != a) + 5 * (-a == a && a != 0);
    s += 7 * (w + x[i] < w && x[i] > 0) + 11 * (next(a) < a);
    y[i] = s;
  }
}

// Assignments and steps, as statements and as values.
static void steps(int n, const int *x, const double *, long *y, double *) {
  long s = 0;
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    const int a = x[i] < 0 ? INT_MIN : INT_MAX;
    int b = a, c = a, d = a, e = a;
    long w = x[i] < 0 ? LONG_MIN : LONG_MAX;
    short h = SHRT_MAX;
    int at[2] = {a, x[i]};
    const int before = b++, after = --c;
    d -= x[i], e *= 2 + (x[i] & 1);
    const long step = w-- > 0, wide = w > 0;
    h++;
    at[0]++;
    at[x[i] & 1] += 3;
    s += (b < before) + 2 * (after > a) + 3 * (d > a) + 5 * (e / 2 == a);
    s += 7 * (step != wide) + 11 * (h < 0) + 13 * (at[0] < a) + (d < 0);
    y[i] = s;
  }
}

// Conditions of the iteration, by members, lambdas and the loop's variable.
static void conditions(int n, const int *x, const double *, long *y, double *) {
  long s = 0;
  const int far = INT_MAX - 5;
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    const Account account = {x[i] & 1 ? INT_MAX : x[i]};
    auto isLess = [&](int by) { return account.amount + by < account.amount; };
    if (isLess(1 + (x[i] & 7)))
      s += 2;
    if (account.more(1))
      s += 3;
    if (i + far < 0)
      s += x[(long)(i + far) + 2147483648L];
    y[i] = s;
  }
}

// What is kept, and where.
static void selection(int n, const int *x, const double *, long *y, double *) {
  int k = 0;
  SCAN(scan(+ : k))
  for (int i = 0; i < n; i++) {
    const int a = x[i] * 2147483;
    if (a + 1073741824 < a)
      y[k++] = x[i];
  }
  y[n] = k;
}

static void recurrence(int n, const int *x, const double *, long *y, double *) {
  int v = 1;
  SCAN(scan(affine : v))
  for (int i = 0; i < n; i++) {
    v = v * 1103515245 + (x[i] * 2147483 - 1000000000);
    y[i] = v < 0 ? -(long)v : v;
  }
}

// Without a scan.
static void plain(int n, const int *x, const double *, long *y, double *) {
  TARGET(map(to : x[0 : n]) map(from : y[0 : n]))
  for (int i = 0; i < n; i++) {
    int a = x[i] * 2147483, sum = INT_MAX - 3;
    for (int j = 0; j < 7; j++)
      sum += j;
    y[i] = (a + 1073741824 < a) + 2 * (sum < 0);
  }
}

const Loop loops[] = {LOOP(binary),    LOOP(steps),      LOOP(conditions),
                      LOOP(selection), LOOP(recurrence), LOOP(plain)};
#endif
