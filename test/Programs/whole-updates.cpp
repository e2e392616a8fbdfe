// RUN: %clangxx %opt -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t

// Updates that go through a local variable, a function or a function object, a
// chain of branches or a second assignment.

#ifndef SCAN
#include "Inputs/both_ways.h"
#include <functional>

static inline int clip(int a, int low, int high) {
  return a < low ? low : a > high ? high : a;
}
static inline int clipByStatements(int a, int low, int high) {
  if (a > high)
    return high;
  if (a < low)
    return low;
  return a;
}
template <class T> static T clipAs(const T &a, T low, T high) {
  return a > high ? high : a < low ? low : a;
}
static inline int smaller(int a, int b) { return a < b ? a : b; }
static inline int larger(int a, int b) { return a > b ? a : b; }
static inline double mixed(double a, double b, double weight) {
  const double difference = b - a;
  return a + difference * weight;
}

struct Weighted {
  double weight;
  double operator()(double a, double b) const { return weight * a + b; }
};
struct Largest {
  template <class T> T operator()(T a, T b) const { return a < b ? b : a; }
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

static void local(int n, const int *, const double *d, long *, double *z) {
  double m = 0;
  SCAN(scan(affine : m))
  for (int i = 0; i < n; i++) {
    const double t = d[i] + m;
    m = 0.5 * t;
    z[i] = t;
  }
  z[n] = m;
}

static void branches(int n, const int *x, const double *d, long *, double *z) {
  double m = 0;
  SCAN(scan(affine : m))
  for (int i = 0; i < n; i++) {
    double e = d[i] - m;
    if (x[i] > 0)
      m += 0.5 * e;
    else
      m += 0.25 * e;
    z[i] = e;
  }
  z[n] = m;
}

static void element(int n, const int *, const double *d, long *, double *z) {
  z[0] = 1;
  SCAN(scan(affine : z))
  for (int i = 1; i <= n; i++) {
    const double before = z[i - 1];
    const double step = d[i - 1] - before;
    z[i] = before + 0.125 * step;
  }
}

static void steps(int n, const int *x, const double *d, long *y, double *z) {
  z[0] = 1;
  y[0] = 5;
  SCAN(scan(affine : z) scan(+ : y))
  for (int i = 1; i <= n; i++) {
    z[i] = z[i - 1];
    z[i] *= 0.5f;
    z[i] += d[i - 1];
    y[i] = y[i - 1] + x[i - 1];
    y[i] -= d[i - 1] > 0;
  }
}
static void narrow(int n, const int *x, const double *, long *y, double *) {
  signed char *c = (signed char *)y;
  SCAN(scan(+ : c))
  for (int i = 1; i < n; i++) {
    c[i] += c[i - 1];
    c[i] += x[i];
    c[i] -= 3;
  }
}

struct Track {
  const double *in;
  double *out;
};
static void members(int n, const int *, const double *d, long *, double *z) {
  const Track track{d, z}, *t = &track;
  double m = 0;
  SCAN(scan(affine : m))
  for (int i = 0; i < n; i++) {
    const double e = t->in[i] - m;
    t->out[i] = e;
    m += 0.5 * e;
  }
  z[n] = m;
}

static void sum(int n, const int *x, const double *, long *y, double *) {
  long s = 3;
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    const long next = s + x[i];
    y[i] = next;
    s = next;
  }
  y[n] = s;
}

static void chain(int n, const int *x, const double *, long *y, double *) {
  int v = 70;
  SCAN(scan(maxplus : v))
  for (int i = 0; i < n; i++) {
    v += x[i] / 16;
    if (v < 0)
      v = 0;
    else if (v > 88)
      v = 88;
    y[i] = v;
  }
  y[n] = v;
}

static void function(int n, const int *x, const double *, long *y, double *) {
  int v = 0;
  SCAN(scan(maxplus : v))
  for (int i = 0; i < n; i++) {
    v = clip(v + x[i] / 32, -20, 20);
    y[i] = v;
  }
  y[n] = v;
}

static void statements(int n, const int *x, const double *, long *y, double *) {
  int v = 0;
  SCAN(scan(auto : v))
  for (int i = 0; i < n; i++) {
    v = clipByStatements(v + x[i] / 32, -7, 20);
    y[i] = v;
  }
  y[n] = v;
}

static void instance(int n, const int *x, const double *, long *y, double *) {
  int v = 0;
  SCAN(scan(minplus : v))
  for (int i = 0; i < n; i++) {
    v = clipAs<int>(v + x[i] / 32, -3, 20);
    y[i] = v;
  }
  y[n] = v;
}

static void nested(int n, const int *x, const double *, long *y, double *) {
  int v = 0;
  SCAN(scan(maxplus : v))
  for (int i = 0; i < n; i++) {
    v = smaller(17, larger(-5, v + x[i] / 32));
    y[i] = v;
  }
  y[n] = v;
}

static void mean(int n, const int *, const double *d, long *, double *z) {
  double m = 1;
  SCAN(scan(affine : m))
  for (int i = 0; i < n; i++) {
    m = mixed(m, d[i], 0.25);
    z[i] = m;
  }
  z[n] = m;
}

static void condition(int n, const int *x, const double *, long *y, double *) {
  int v = 0;
  SCAN(scan(maxplus : v))
  for (int i = 0; i < n; i++) {
    if (x[i] > -300 && v + x[i] > 0)
      v = v + x[i];
    else
      v = 0;
    y[i] = v;
  }
  y[n] = v;
}

static void largest(int n, const int *x, const double *, long *y, double *) {
  int most = -2000, least = 2000;
  const bool counts = n % 3 != 1;
  SCAN(scan(max : most) scan(min : least))
  for (int i = 0; i < n; i++) {
    if (x[i] % 3 == 0 && x[i] > most)
      most = x[i];
    if (x[i] < least && counts)
      least = x[i];
    y[i] = most * 4096 + least;
  }
  y[n] = most;
  y[n + 1] = least;
}

static void observed(int n, const int *x, const double *, long *y, double *) {
  int state = 0, key = -1;
  SCAN(scan(last : state, key))
  for (int i = 0; i < n; i++) {
    y[i] = state * 4096 + key;
    if (x[i] > 0)
      state = 1;
    else
      state = 2;
    if (key != x[i])
      key = x[i];
  }
  y[n] = state * 4096 + key;
}

static void reset(int n, const int *x, const double *, long *y, double *) {
  unsigned long s = 0, t = 0;
  SCAN(scan(affine : s) scan(bits : t))
  for (int i = 0; i < n; i++) {
    s += x[i];
    if (i % 8 == 0) {
      y[i] = long(t);
      t = s = 0;
    } else {
      t |= s << (i % 8);
    }
  }
  y[n] = long(s ^ t);
}

static void objects(int n, const int *x, const double *d, long *y, double *z) {
  const Weighted op{0.75};
  const auto sum = [](long a, long b) { return a + b; };
  double m = 0;
  long s = 0;
  int most = -2000;
  SCAN(scan(affine : m) scan(+ : s) scan(max : most))
  for (int i = 0; i < n; i++) {
    m = op(m, d[i]);
    s = sum(s, x[i]);
    most = Largest()(most, x[i]);
    z[i] = m;
    y[i] = s * 4096 + most;
  }
  z[n] = m;
  y[n] = s * 4096 + most;
}

template <class Out, class T, class Op>
static T inclusive(int n, const int *x, Out y, T s, Op op) {
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    s = op(s, x[i]);
    y[i] = s;
  }
  return s;
}
static void standard(int n, const int *x, const double *, long *y, double *) {
  y[n] = inclusive(n, x, y, 7l, std::plus<>());
  y[n + 1] = inclusive(n, x, y, 9l, std::plus<long>());
}

static const Loop loops[] = {
    LOOP(members), LOOP(local),  LOOP(branches),  LOOP(element), LOOP(steps), LOOP(narrow), LOOP(sum),
    LOOP(chain),  LOOP(function),  LOOP(statements), LOOP(instance),
    LOOP(nested), LOOP(mean),      LOOP(condition), LOOP(largest),
    LOOP(observed), LOOP(reset),   LOOP(objects),  LOOP(standard)};
#endif
