// RUN: %clangxx %opt -std=c++20 -Wall -Werror %s %ompscan_flags \
// RUN:   %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t

// Items of type std::complex, without a declared operator.

#ifndef SCAN
#include "Inputs/both_ways.h"
#include <array>
#include <complex>
#include <functional>

using D = std::complex<double>;
using F = std::complex<float>;

/// n + 1 numbers of d and x.
inline std::vector<D> numbers(int n, const int *x, const double *d) {
  std::vector<D> made(n + 1);
  for (int i = 0; i <= n; i++)
    made[i] = D(d[i], x[i] / 100.0);
  return made;
}
/// n + 1 numbers of magnitude 1, so that products stay in range.
inline std::vector<F> rotations(int n, const int *x) {
  std::vector<F> made(n + 1);
  for (int i = 0; i <= n; i++)
    made[i] = std::polar(1.0f, x[i] / 500.0f);
  return made;
}
/// One number for both parts of each element.
template <class T> void show(int n, const std::complex<T> *from, double *z) {
  for (int i = 0; i < n; i++)
    z[i] = from[i].real() + 3 * from[i].imag();
}

inline D larger(D a, D b) {
  return D(a.real() > b.real() ? a.real() : b.real(),
           a.imag() > b.imag() ? a.imag() : b.imag());
}
inline D mixed(D a, D b) { return a * 2.0 + b; }

namespace parallel {
#define SCAN(...) PRAGMA(omp parallel for __VA_ARGS__)
#define TARGET(...) PRAGMA(omp target __VA_ARGS__)
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

static void sum(int n, const int *x, const double *d, long *, double *z) {
  const auto in = numbers(n, x, d);
  std::vector<D> out(n + 1, D(-7, 5));
  const D *p = in.data();
  D *y = out.data();
  D s(1, -2);
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    s += p[i];
    y[i] = s;
  }
  y[n] = s;
  show(n + 1, y, z);
}

// Reals and complex numbers of both types, negative terms, conditions.
static void terms(int n, const int *x, const double *d, long *, double *z) {
  const auto in = numbers(n, x, d);
  const auto turn = rotations(n, x);
  std::vector<D> y(n + 1, D(-7, 5));
  D s = 0;
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    const D now = in[i];
    const double real = d[i];
    if (x[i] > 0)
      s += real;
    else
      s -= now * std::conj(now) + 2.5;
    s = s + now * 0.5 - in[i + 1] / 4.0;
    s += turn[i];
    s = 1.5 + s;
    y[i] = -s / 2.0;
  }
  y[n] = s;
  show(n + 1, y.data(), z);
}

static void differences(int n, const int *x, const double *d, long *,
                        double *z) {
  const auto in = numbers(n, x, d);
  D s(0, 1);
  SCAN(scan(- : s))
  for (int i = 0; i < n; i++) {
    z[i] = std::norm(s) / 1000;
    s -= in[i];
  }
  z[n] = s.imag();
}

// Sums whose parts are negative zeros.
static void zeros(int n, const int *x, const double *, long *y, double *) {
  std::vector<D> out(n + 1, D(-7, 5));
  D s(-0.0, -0.0);
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    if (x[i] > 900)
      s += -0.0;
    else if (x[i] > 700)
      s += D(-0.0, -0.0);
    out[i] = s;
  }
  for (int i = 0; i < n; i++)
    y[i] = std::signbit(out[i].real()) + 2 * std::signbit(out[i].imag());
}

static void recurrence(int n, const int *x, const double *d, long *,
                       double *z) {
  auto y = numbers(n, x, d);
  const auto in = numbers(n, x, d);
  SCAN(scan(+ : y))
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + in[i];
  SCAN(scan(+ : y))
  for (int i = 1; i < n; i++)
    y[i] += y[i - 1];
  show(n, y.data(), z);
}

static void rotation(int n, const int *x, const double *, long *, double *z) {
  const auto turn = rotations(n, x);
  auto storage = rotations(n, x);
  F *r = storage.data();
  SCAN(scan(* : r))
  for (int i = 1; i < n; i++)
    r[i] = turn[i] * r[i - 1];
  F s = 2;
  std::array<double, 2> last{};
  SCAN(scan(* : s))
  for (int i = 0; i < n; i++) {
    s *= turn[i];
    z[i] = s.real() - r[i].imag();
  }
  last[0] = s.imag();
  z[n] = last[0];
}

// Parts that are infinite or no number.
static void infinite(int n, const int *x, const double *d, long *y, double *) {
  const auto in = numbers(n, x, d);
  std::vector<D> out(n + 1, D(-7, 5));
  const double inf = INFINITY;
  D s(0, 0), t(1, 0);
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    const D now = in[i];
    s += i % 100 == 40 ? D(inf, 0) : i % 100 == 60 ? D(0, -inf) : now;
    out[i] = s;
  }
  for (int i = 0; i < n; i++)
    y[i] = std::isinf(out[i].real()) + 2 * std::isinf(out[i].imag());
  SCAN(scan(* : t))
  for (int i = 0; i < n; i++) {
    t *= i % 100 == 40 ? D(inf, 2) : D(1, 0.5) / std::abs(D(1, 0.5));
    out[i] = t;
  }
  for (int i = 0; i < n; i++)
    y[i] += 4 * (std::isinf(out[i].real()) || std::isinf(out[i].imag()));
}

// Iterations without an update keep infinities and zeros.
static void kept(int n, const int *x, const double *, long *, double *z) {
  const auto turn = rotations(n, x);
  F s(INFINITY, 3), t(-0.0f, -1);
  D v(3, INFINITY), w(-1, -0.0);
  SCAN(scan(* : s, t) scan(affine : v, w))
  for (int i = 0; i < n; i++) {
    const F now = turn[i];
    if (x[i] > 1000)
      s *= now;
    if (x[i] > 2000)
      t *= now;
    if (x[i] > 2000)
      v = v * 2.0 + 1.0;
    else if (x[i] > 0)
      v = v + 1.0;
    if (x[i] > 2000)
      w = 3.0 - w;
    z[i] = std::isinf(s.real()) + s.imag() + 10 * std::signbit(t.real()) +
           std::isinf(v.imag()) + v.real() + 10 * std::signbit(w.imag());
  }
  z[n] = s.imag() + std::signbit(t.real()) + v.real() + std::signbit(w.imag());
}

// A resonator: coefficients and inputs are complex.
static void resonator(int n, const int *x, const double *d, long *, double *z) {
  const auto in = numbers(n, x, d);
  std::vector<D> y(n + 1, D(-7, 5));
  const D a = std::polar(0.8, 0.3);
  D v = 0, w = 1;
  SCAN(scan(affine : v))
  for (int i = 0; i < n; i++) {
    const D now = in[i];
    if (x[i] < -900)
      v = now;
    else if (x[i] > 990)
      v = 0.5;
    else
      v = a * v + now;
    y[i] = v;
  }
  y[n] = v;
  show(n + 1, y.data(), z);
  SCAN(scan(auto : w))
  for (int i = 0; i < n; i++) {
    w = (in[i] - w) / 1.25;
    y[i] = w;
  }
  for (int i = 0; i < n; i++)
    z[i] += y[i].real() - y[i].imag();
}

static void filter(int n, const int *x, const double *d, long *, double *z) {
  auto y = numbers(n, x, d);
  const auto in = numbers(n, x, d);
  SCAN(scan(affine : y))
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] * D(0.5, 0.25) + in[i];
  show(n, y.data(), z);
}

// Values through locals, functions and function objects.
static void calls(int n, const int *x, const double *d, long *, double *z) {
  const auto in = numbers(n, x, d);
  std::vector<D> y(n + 1, D(-7, 5));
  D s = 0, t = 0, v = 0;
  SCAN(scan(+ : s, t) scan(affine : v))
  for (int i = 0; i < n; i++) {
    const D now = s + in[i];
    s = now;
    t = std::plus<>()(t, in[i]);
    v = mixed(in[i], v * 0.5);
    y[i] = s + t * 2.0 + v;
  }
  y[n] = s;
  show(n + 1, y.data(), z);
}

// Operators that the program declares take the place of these.
static void declared(int n, const int *x, const double *d, long *, double *z) {
#pragma omp declare scan(* : D : omp_out = larger(omp_out, omp_in))
#pragma omp declare scan(+ : D : omp_out += omp_in)
  const auto in = numbers(n, x, d);
  const D *p = in.data();
  D s(0, 1), t(0, 1);
  SCAN(scan(* : s) scan(+ : t))
  for (int i = 0; i < n; i++) {
    s = larger(s, p[i]);
    t += p[i];
    z[i] = s.real() + s.imag() + t.imag();
  }
  z[n] = t.real();
}

static void iterators(int n, const int *x, const double *d, long *, double *z) {
  const auto in = numbers(n, x, d);
  std::vector<D> out(n + 1, D(-7, 5)), y = in;
  D s = 0;
  auto to = out.begin();
  SCAN(scan(+ : s))
  for (auto it = in.begin(); it != in.end(); ++it) {
    s += *it * std::conj(*it);
    *to++ = s - *it;
  }
  SCAN(scan(+ : y))
  for (auto it = y.begin() + 1; it != y.end(); ++it)
    *it += *(it - 1);
  D t = 1;
  SCAN(scan(- : t))
  for (D &v : y) {
    t -= v;
    v = t;
  }
  show(n + 1, y.data(), z);
  for (int i = 0; i <= n; i++)
    z[i] += out[i].real();
}

struct Spectrum {
  std::vector<D> bins;
  D total = 0;
  void accumulate(const D *in, int n) {
    SCAN(scan(+ : bins))
    for (int i = 1; i < n; i++)
      bins[i] = bins[i - 1] + in[i];
    SCAN(scan(+ : total))
    for (int i = 0; i < n; i++) {
      total += in[i];
      bins[i] -= total;
    }
  }
};
static void members(int n, const int *x, const double *d, long *, double *z) {
  const auto in = numbers(n, x, d);
  Spectrum made;
  made.bins = numbers(n, x, d);
  made.accumulate(in.data(), n);
  show(n, made.bins.data(), z);
  z[n] = made.total.real();
}

template <class T>
static void running(std::complex<T> *y, const std::complex<T> *in, int n) {
  std::complex<T> s = T(1);
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    s += in[i];
    y[i] = s;
  }
  SCAN(scan(+ : y))
  for (int i = 1; i < n; i++)
    y[i] = y[i] + y[i - 1];
}
template <class C> static void scaled(std::vector<C> &y) {
  SCAN(scan(affine : y))
  for (std::size_t i = 1; i < y.size(); i++)
    y[i] = y[i - 1] * typename C::value_type(0.5) + y[i];
}
static void templates(int n, const int *x, const double *d, long *, double *z) {
  const auto in = numbers(n, x, d);
  const auto turn = rotations(n, x);
  std::vector<D> y(n + 1, D(-7, 5));
  std::vector<F> r(n + 1, F(-7, 5));
  running(y.data(), in.data(), n);
  running(r.data(), turn.data(), n);
  scaled(y);
  scaled(r);
  show(n, y.data(), z);
  // A sum of both may cancel out, and has the rounding errors of large numbers.
  for (int i = 1; i < n; i += 2)
    z[i] = r[i].real();
}

// An item that depends on another one, and items of other types beside.
static void several(int n, const int *x, const double *d, long *y, double *z) {
  const auto in = numbers(n, x, d);
  D s = 0, t = 0;
  long k = 0;
  double largest = 0;
  SCAN(scan(+ : s, t, k) scan(max : largest))
  for (int i = 0; i < n; i++) {
    s += in[i];
    t += s * 0.001;
    k += x[i] > 0;
    if (in[i].imag() > largest)
      largest = in[i].imag();
    z[i] = t.real() + largest;
    y[i] = k;
  }
  z[n] = t.imag();
}

// A mapped loop, and a reduction without a scan.
static void mapped(int n, const int *x, const double *d, long *, double *z) {
  const auto in = numbers(n, x, d);
  auto storage = numbers(n, x, d);
  const D *p = in.data();
  D *y = storage.data();
  TARGET(map(to : p [0:n]) map(tofrom : y [0:n]))
  SCAN(scan(+ : y))
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + p[i];
  D total = 3, product = 1;
  TARGET(parallel for map(to : p[0 : n]) map(tofrom : total, product) reduction(+ : total) reduction(* : product))
  for (int i = 0; i < n; i++) {
    total += p[i];
    product = product * (p[i] / std::abs(p[i] + 0.001));
  }
  show(n, y, z);
  z[n] = total.real() - total.imag() + product.real();
}

const Loop loops[] = {LOOP(sum),       LOOP(terms),      LOOP(differences),
                      LOOP(zeros),     LOOP(recurrence), LOOP(rotation),
                      LOOP(infinite),  LOOP(resonator),  LOOP(filter),
                      LOOP(calls),     LOOP(members),    LOOP(templates),
                      LOOP(several),   LOOP(kept),       LOOP(declared),
                      LOOP(iterators), LOOP(mapped)};
#endif
