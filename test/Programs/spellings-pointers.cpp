// RUN: %clangxx %opt -std=c++20 -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t

// Functions that take pointers into arrays, as programs call them: windows of
// a signal, rows of a matrix, vertices, digits of a text.

#ifndef SCAN
#include "Inputs/both_ways.h"
#include <cstdint>
#include <iterator>

static int weights[4] = {3, -1, 4, 1};

struct Vertex {
  double x, y;
};

static long dot(const int *a, const int *b, int n) {
  long sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[k] * b[k];
  return sum;
}
static int cross(const int *p, const int *q) {
  return p[0] * q[1] - p[1] * q[0];
}
static double norm(const double *p) {
  return std::sqrt(p[0] * p[0] + p[1] * p[1]);
}
static double length(const Vertex *v) {
  return std::sqrt(v->x * v->x + v->y * v->y);
}
static double edge(const Vertex *v) {
  const double dx = v[1].x - v[0].x, dy = v[1].y - v[0].y;
  return dx * dx + dy * dy;
}
static double horner(const double *c, int degree, double at) {
  double value = 0;
  for (int k = degree; k >= 0; k--)
    value = value * at + c[k];
  return value;
}
static int window(const int *center, int radius) {
  int inside = 0;
  for (int j = -radius; j <= radius; j++)
    if (center[j] > 0)
      inside += center[j] & 7;
  return inside;
}
// Returns from a loop.
static int find(const int *a, int n, int value) {
  for (int k = 0; k < n; k++)
    if (a[k] % 10 == value)
      return k;
  return -1;
}
// Returns from two loops, and statements behind them.
static int pairs(const int *a, int n) {
  int tries = 0;
  for (int j = 0; j < n; j++) {
    for (int k = 0; k < j; k++) {
      tries++;
      if ((a[j] ^ a[k]) % 5 == 0)
        return tries;
    }
    if (a[j] == 77)
      return 1000 + j;
  }
  tries += a[0] & 1;
  return tries * 2;
}
static int sign(const int *v) {
  if (v[0] > 100)
    return 1;
  else if (v[0] < -100)
    return -1;
  int rest = 0;
  while (rest * rest < v[0])
    rest++;
  if (rest > 5) {
    return rest;
  }
  return 0;
}
static int first(const int *a, int k) { return a[k]; }
template <typename T> static T second(const T *a) {
  return first(a + 1, 0) + a[0];
}
static long both(const int *a, const int *b) {
  return dot(a + 1, b, 2) + second(a) + dot(a, b, 1);
}
static long row(const int (&r)[3]) { return r[0] + 10 * r[1] + 100 * r[2]; }
static int after(int i, int n) { return i + 1 < n ? i + 1 : 0; }
static int before(int i, int n) {
  if (i > 0)
    return i - 1;
  return n - 1;
}
// An inner corner of a polygon.
static bool turnsLeft(int i, int n, const int *v) {
  const int *p = &v[before(i, n)], *q = &v[after(after(i, n), n)];
  if (cross(p, q) < 0)
    return p[0] > q[0];
  return !(v[i] > *q);
}
static void halves(const int *p, int *out) {
  out[0] = p[0] / 2;
  out[1] = p[1] / 2;
}
static long between(const int *value, const int *pointer, int from, int to) {
  long sum = 0;
  for (int k = from; k < to; k++)
    sum += value[k] * (pointer[k] & 3);
  return sum;
}
struct Filter {
  int taps[3];
  int gain;
  long scaled(long v) const { return v * gain; }
  long apply(const int *signal) const {
    long sum = 0;
    for (int k = 0; k < 3; k++)
      sum += taps[k] * signal[k];
    return scaled(sum);
  }
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

static void recurrence(int n, const int *x, const double *, long *y, double *) {
  SCAN(scan(+ : y))
  for (int i = 1; i < n / 3; i++)
    y[i] = y[i - 1] + dot(x + 3 * i, weights, 3);
}

static void products(int n, const int *x, const double *d, long *y, double *z) {
  SCAN(scan(+ : y, z))
  for (int i = 1; i < n / 2 - 1; i++) {
    y[i] = y[i - 1] + cross(&x[2 * i], x);
    z[i] = z[i - 1] + norm(d + 2 * i);
  }
}

static void vertices(int n, const int *, const double *d, long *, double *z) {
  const Vertex *v = reinterpret_cast<const Vertex *>(d);
  double s = 0;
  SCAN(scan(+ : s))
  for (int i = 0; i < n / 2 - 1; i++) {
    s += length(&v[i]) + edge(v + i);
    z[i] = s;
  }
}

static void polynomials(int n, const int *x, const double *d, long *y,
                        double *z) {
  long s = 0;
  double t = 0;
  SCAN(scan(+ : s, t))
  for (int i = 3; i < n - 4; i++) {
    s += window(x + i, 3);
    t += horner(d + i, 2, 0.25);
    y[i] = s;
    z[i] = t;
  }
}

static void returns(int n, const int *x, const double *, long *y, double *) {
  long s = 0;
  SCAN(scan(+ : s))
  for (int i = 0; i < n - 8; i++) {
    const int at = find(x + i, 5, 3);
    s += at + pairs(&x[i], 4) - sign(x + i);
    y[i] = s;
  }
}

// In conditions, and under them.
static void conditions(int n, const int *x, const double *, long *y, double *) {
  int k = 0;
  long s = 0;
  SCAN(scan(+ : k, s))
  for (int i = 0; i < n - 4; i++) {
    if (find(x + i, 3, 1) >= 0) {
      s += dot(x + i, weights, 4);
      k++;
    } else if (find(x + i, 2, 2) >= 0)
      s -= 3;
    s += i > 0 && cross(&x[i - 1], &x[i]) > 0 ? second(x + i) : 0;
    y[i] = s + k;
  }
}

static void nested(int n, const int *x, const double *, long *y, double *) {
  long s = 0;
  SCAN(scan(+ : s))
  for (int i = 0; i < n - 3; i++) {
    const int *here = x + i;
    s += both(here, weights) + first(here, 2);
    y[i] = s;
  }
}

static void polygon(int n, const int *x, const double *, long *y, double *) {
  int k = 0;
  SCAN(scan(+ : k))
  for (int i = 0; i < n - 1; i++) {
    const int *next = &x[after(i, n - 1)];
    if (turnsLeft(i, n - 1, x))
      y[k++] = *next - i;
  }
  y[n] = k;
}

static void rows(int n, const int *x, const double *, long *y, double *) {
  const int (*r)[3] = reinterpret_cast<const int (*)[3]>(x);
  long s = 0;
  SCAN(scan(+ : s))
  for (int i = 0; i < n / 3; i++) {
    s += row(r[i]) + dot(r[i], weights, 3);
    y[i] = s;
  }
}

static void results(int n, const int *x, const double *, long *y, double *) {
  long s = 0;
  SCAN(scan(+ : s))
  for (int i = 0; i < n - 1; i++) {
    int half[2];
    halves(x + i, half);
    s += half[0] - half[1];
    y[i] = s;
  }
}

static void matrix(int n, const int *x, const double *, long *y, double *) {
  std::vector<int> begin(n + 1);
  for (int i = 0; i < n; i++)
    begin[i + 1] = begin[i] + (x[i] & 1);
  SCAN(scan(+ : y))
  for (int r = 1; r < n; r++)
    y[r] = y[r - 1] + between(x, x, begin[r], begin[r + 1]);
}

static void filters(int n, const int *x, const double *, long *y, double *) {
  const Filter f = {{1, -2, 1}, 3};
  const auto middle = [](const int *p) { return p[0] < p[1] ? p[1] : p[0]; };
  long s = 0;
  SCAN(scan(+ : s))
  for (int i = 0; i < n - 2; i++) {
    s += f.apply(x + i) + middle(&x[i + 1]);
    y[i] = s;
  }
}

// A choice of objects reads its variables, as a stored value and as an input.
static int product(const int *p, const int *q, int m) {
  int sum = 0;
  for (int j = 0; j < m; j++)
    sum += p[j] * q[j] % 10;
  return sum;
}
static void choices(int n, const int *x, const double *, long *y, double *) {
  std::vector<int> at(n + 1);
  for (int i = 0; i < n; i++)
    at[i] = i % 7 ? i / 2 : 0;
  const int *place = at.data();
  int parity = 0, seen = -5;
  SCAN(scan(^ : parity) lastprivate(conditional : seen))
  for (int i = 0; i < n; i++) {
    const int each = product(x + i, x, n > 2 ? 1 : 0);
    parity = parity ^ (x[i] > each ? each : x[i]);
    if (std::max(x[i], place[i]) > 0 && each > 0)
      seen = x[place[i]] > each ? x[place[i]] : each;
    y[i] = parity;
  }
  y[n] = n ? seen : 0;
}

// Elements by iterators that the loop does not move.
static void iterators(int n, const int *x, const double *, long *y, double *) {
  const std::vector<int> in(x, x + n + 1);
  std::vector<int> out(n + 1);
  const auto second = in.cbegin() + 1;
  const auto to = out.begin();
  long s = 0;
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    s += *(second + i) - 2 * *(in.begin() + i) + second[i] % 5 + in.begin()[i];
    *(to + i) = int(s % 1000);
    y[i] = s;
  }
  for (int i = 0; i < n; i++)
    y[i] += 7 * out[i];
}

// Elements by functions of <iterator>.
static void moved(int n, const int *x, const double *, long *y, double *) {
  const std::vector<int> in(x, x + n + 1);
  std::vector<int> out(n + 1);
  long s = 0;
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    const auto it = std::next(in.begin(), i);
    const int *const p = std::next(x, i);
    s += *it - 2 * *std::next(x, i + 1) + *std::prev(in.end(), i + 1) +
         it[1] % 5 + *std::prev(std::end(weights)) * p[1] +
         *std::next(p) / 3 + *(in.end() - 1 - i / 2);
    *std::next(out.begin(), i) = int(s % 1000);
    y[i] = s + std::distance(in.begin(), in.end()) +
           3 * std::distance(x, std::next(x, i));
  }
  for (int i = 0; i < n; i++)
    y[i] += 7 * out[i];
}

const Loop loops[] = {LOOP(recurrence),  LOOP(products), LOOP(vertices),
                      LOOP(polynomials), LOOP(returns),  LOOP(conditions),
                      LOOP(nested),      LOOP(polygon),  LOOP(rows),     LOOP(results),
                      LOOP(matrix),      LOOP(filters), LOOP(choices),
                      LOOP(iterators),   LOOP(moved)};
#endif
