// RUN: %clangxx %opt -std=c++20 -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t

// Types of elements and values: std::complex, pairs, tuples, arrays, numbers of
// 16 bits, enumerations and bit-fields.

#ifndef SCAN
#include "Inputs/both_ways.h"
#include <array>
#include <bit>
#include <complex>
#include <optional>
#include <tuple>
#include <utility>

using C = std::complex<double>;
using F = std::complex<float>;
enum Kind { None, Plus, Minus };
enum class Op : unsigned char { Push, Pop, Keep };
struct Packet {
  unsigned length : 12;
  unsigned flag : 1;
  int delta : 7;
  int id;
  unsigned long wide : 40;
  bool set : 1;
};
using Vector = std::array<float, 3>;
inline Vector operator+(const Vector &a, const Vector &b) {
  Vector r;
  for (int k = 0; k < 3; k++)
    r[k] = a[k] + b[k];
  return r;
}
#pragma omp declare scan(+ : Vector : omp_out = omp_out + omp_in)              \
    initializer(omp_priv = Vector{})

// The run-time library of GCC 12 has no conversions to __bf16.
extern "C" __attribute__((weak)) __bf16 __truncsfbf2(float v) {
  const unsigned bits = std::bit_cast<unsigned>(v);
  return std::bit_cast<__bf16>(
      (unsigned short)((bits + 0x7fff + (bits >> 16 & 1)) >> 16));
}
extern "C" __attribute__((weak)) __bf16 __truncdfbf2(double v) {
  // No double of this test lies next to the middle of two numbers.
  return __truncsfbf2((float)v);
}

/// \p make of each number below \p n.
template <class Make> auto made(int n, Make make) {
  std::vector<decltype(make(0))> all;
  for (int i = 0; i < n; i++)
    all.push_back(make(i));
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

// Elements and stored values that are complex.
static void phases(int n, const int *, const double *d, long *, double *z) {
  std::vector<C> out(n + 1);
  C *y = out.data();
  double phase = 0;
  SCAN(scan(+ : phase))
  for (int i = 0; i < n; i++) {
    phase += d[i] / 100;
    y[i] = C(std::cos(phase), std::sin(phase)) * C(0, 1) + 1.0;
  }
  for (int i = 0; i < n; i++)
    z[i] = y[i].real() + 10 * y[i].imag();
}

static void powers(int n, const int *x, const double *d, long *, double *z) {
  const auto in = made(n, [=](int i) { return F(d[i], x[i] / 1000.0f); });
  const F *p = in.data();
  float s = 0;
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    const F w = std::conj(p[i]) * p[i] / F(2, 1);
    s +=
        std::norm(p[i]) + p[i].real() * p[i].imag() + std::abs(w) + (w == p[i]);
    z[i] = s;
  }
}

static void pairs(int n, const int *x, const double *d, long *y, double *z) {
  const auto in = made(n, [=](int i) { return std::pair(x[i], d[i]); });
  const auto *p = in.data();
  double s = 0;
  long t = 0;
  SCAN(scan(+ : s, t))
  for (int i = 0; i < n; i++) {
    auto [k, v] = p[i];
    s += k * v / 1000;
    t += p[i].first;
    y[i] = t;
    z[i] = s;
  }
}

static void tuples(int n, const int *x, const double *d, long *, double *z) {
  const auto in =
      made(n, [=](int i) { return std::tuple(x[i], short(i), float(d[i])); });
  const auto *p = in.data();
  float s = 0;
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    s += std::get<0>(p[i]) * std::get<2>(p[i]) / 1000 + std::get<1>(p[i]) % 7;
    z[i] = s;
  }
}

static void pairStores(int n, const int *x, const double *, long *y, double *) {
  const auto in = made(n, [=](int i) { return std::pair(x[i], i % 5); });
  std::vector<std::pair<int, long>> made(n), listed(n), members(n), got(n);
  std::vector<std::pair<int, int>> built(n);
  const auto *p = in.data();
  int s = 0;
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    s += p[i].first;
    listed[i] = {s, p[i].second};
    made[i] = std::make_pair(s, 3L * i);
    built[i] = std::pair<int, int>(p[i].second, s);
    members[i].first = s;
    members[i].second = i;
    std::get<0>(got[i]) = s;
    std::get<1>(got[i]) = 2 * i;
  }
  for (int i = 0; i < n; i++)
    y[i] = made[i].first + 3 * made[i].second + 5 * listed[i].first +
           7 * listed[i].second + 11 * members[i].first +
           13 * members[i].second + 17 * built[i].first + 19 * built[i].second +
           23 * got[i].first + 29 * got[i].second;
}

// Pairs of classes, enumerations and pairs.
static void partStores(int n, const int *x, const double *, long *y, double *) {
  enum class Side : char { None, Left, Right };
  struct Mark {
    int at;
    float weight;
  };
  using Marked = std::pair<Side, Mark>;
  std::vector<Marked> made(n), listed(n), copied(n);
  std::vector<std::pair<std::pair<int, short>, Side>> nested(n);
  const auto in = ::made(
      n, [=](int i) { return Marked(Side(i % 3), Mark{x[i], 0.5f}); });
  const Marked *p = in.data();
  int s = 0;
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    const Side side = x[i] > 0 ? Side::Left : Side::Right;
    s += p[i].second.at + (p[i].first == Side::None);
    made[i] = std::make_pair(side, Mark{s, 1.5f});
    listed[i] = {side, {i, 2.5f}};
    copied[i] = p[i];
    nested[i] = {{s, short(i % 11)}, side};
  }
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (const Marked &m : {made[i], listed[i], copied[i]})
      y[i] = 3 * y[i] + int(m.first) + m.second.at + long(m.second.weight * 2);
    y[i] += nested[i].first.first + 5 * nested[i].first.second +
            7 * int(nested[i].second);
  }
}

static void tupleStores(int n, const int *x, const double *d, long *y,
                        double *z) {
  std::vector<std::tuple<int, float, short>> made(n), mixed(n), listed(n),
      parts(n);
  int s = 0;
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    s += x[i];
    made[i] = std::make_tuple(s, float(d[i]), short(i));
    // The tuple that is made has a member in the padding of its base class.
    mixed[i] = std::make_tuple(short(s), short(i), float(i % 9));
    listed[i] = {s, 2.5f, short(i % 3)};
    std::get<2>(parts[i]) = short(i % 7);
    std::get<0>(parts[i]) = s;
  }
  for (int i = 0; i < n; i++) {
    y[i] = std::get<0>(made[i]) + 3 * std::get<2>(made[i]) +
           5 * std::get<0>(listed[i]) + 7 * std::get<2>(listed[i]) +
           11 * std::get<0>(parts[i]) + 13 * std::get<2>(parts[i]) +
           17 * std::get<0>(mixed[i]) + 19 * std::get<2>(mixed[i]);
    z[i] =
        std::get<1>(made[i]) + std::get<1>(listed[i]) + std::get<1>(parts[i]) +
        std::get<1>(mixed[i]);
  }
}

// Parts of elements that are not const.
static void parts(int n, const int *x, const double *d, long *y, double *z) {
  auto in =
      made(n, [=](int i) { return std::tuple(x[i], float(d[i]), short(i)); });
  auto pairs = made(n, [=](int i) { return std::pair(short(i), x[i]); });
  auto v = made(n, [=](int i) { return Vector{float(d[i]), 3, float(i % 9)}; });
  auto w = v;
  double t = 0;
  long s = 0;
  SCAN(scan(+ : t, s))
  for (int i = 0; i < n; i++) {
    t += std::get<1>(in[i]) * v[i][1] / 16 + v[i].at(2) - v[i].front() +
         std::get<2>(v[i]) + v[i].back();
    s += std::get<0>(in[i]) % 10 + std::get<1>(pairs[i]) + std::get<2>(in[i]);
    w[i][1] = float(i);
    std::get<0>(w[i]) = float(s % 100);
    y[i] = s;
    z[i] = t;
  }
  for (int i = 0; i < n; i++)
    z[i] += w[i][0] + w[i][1] / 100 + w[i][2];
}

// Parts of elements in a loop that is rewritten to one that counts by 1.
static void partsOfThird(int n, const int *x, const double *d, long *y,
                         double *) {
  auto in =
      made(n, [=](int i) { return std::tuple(x[i], float(d[i]), short(i)); });
  const int *run = x;
  long s = 0;
  SCAN(scan(+ : s))
  for (int i = 3; i < n; i += 3) {
    s += std::get<0>(in[i]) + *run++ + std::get<2>(in[i - 1]);
    y[i] = s;
  }
}

static void vectors(int n, const int *, const double *d, long *, double *z) {
  const auto in =
      made(n, [=](int i) { return Vector{float(d[i]), float(i % 5), 0.5f}; });
  auto out = in;
  const Vector *p = in.data();
  SCAN(scan(+ : out))
  for (int i = 1; i < n; i++) {
    out[i] = out[i - 1] + p[i];
    z[i] = out[i][1] - out[i - 1][2];
  }
  for (int i = 0; i < n; i++)
    z[i] += out[i][0] + out[i][1] / 10 + out[i][2] / 100;
}

// Storage of 16 bits; sums are those of float.
static void halves(int n, const int *x, const double *d, long *y, double *z) {
  const auto in = made(n, [=](int i) { return (_Float16)(d[i] * 3); });
  std::vector<_Float16> out(n + 1);
  const _Float16 *p = in.data();
  _Float16 *q = out.data();
  float s = 0;
  int k = 0;
  SCAN(scan(+ : s, k))
  for (int i = 0; i < n; i++) {
    const _Float16 twice = (_Float16)(2.0f * (float)p[i]);
    s += (float)twice - (float)p[i] / 2;
    k += p[i] > (_Float16)1.5f || (p[i] && x[i] > 900);
    q[i] = (_Float16)(x[i] * 70.0);
    z[i] = s;
    y[i] = k;
  }
  for (int i = 0; i < n; i++) {
    const float v = out[i]; // Infinite from 65520 on.
    y[i] += v > 65504 ? 1000000 : v < -65504 ? -1000000 : long(v);
  }
}

static void brains(int n, const int *, const double *d, long *y, double *z) {
  const auto in = made(n, [=](int i) { return (__bf16)(float)d[i]; });
  std::vector<__bf16> out(n + 1);
  const __bf16 *p = in.data();
  __bf16 *q = out.data();
  float s = 0;
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    s += (float)p[i];
    q[i] = (__bf16)(d[i] * 1.003);
    z[i] = s;
  }
  for (int i = 0; i < n; i++)
    y[i] = long(1024 * (float)out[i]);
}

static int change(Op o) {
  switch (o) {
  case Op::Push:
    return 1;
  case Op::Pop:
    return -1;
  default:
    return 0;
  }
}
static int sign(Kind k) { return k == Plus ? 1 : k == Minus ? -1 : 0; }

static void enumerations(int n, const int *x, const double *, long *y,
                         double *) {
  const auto in = made(n, [=](int i) { return Op(unsigned(x[i]) % 3); });
  const auto kinds = made(n, [=](int i) { return Kind(unsigned(x[i]) % 3); });
  const Op *p = in.data();
  const Kind *q = kinds.data();
  const Kind skipped = n % 2 ? Minus : None;
  int depth = 0;
  SCAN(scan(+ : depth))
  for (int i = 0; i < n; i++) {
    depth += change(p[i]) + (p[i] == Op::Keep);
    if (q[i] != skipped)
      depth += sign(q[i]);
    y[i] = depth;
  }
}

static void fields(int n, const int *x, const double *, long *y, double *) {
  const auto in = made(n, [=](int i) {
    Packet p{};
    p.length = unsigned(x[i]) & 0xfff;
    p.flag = i & 1;
    p.delta = x[i] % 64;
    p.id = i;
    p.wide = (unsigned long)(x[i] + 5000) << 25;
    p.set = x[i] > 0;
    return p;
  });
  const Packet *p = in.data();
  long s = 0;
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    const Packet whole = p[i];
    s += (p[i].flag ? p[i].length : 0) + p[i].id + whole.delta +
         (whole.set ? long(whole.wide >> 20) : 3);
    y[i] = s + p[i].delta - in[i].length;
  }
}

// Values that may be missing, in containers that are not const.
static void optionals(int n, const int *x, const double *d, long *y,
                      double *z) {
  struct Fix {
    int place;
    float weight;
  };
  std::vector<std::optional<int>> counts(n + 1);
  std::vector<std::optional<Fix>> fixes(n + 1);
  for (int i = 0; i < n; i++) {
    if (x[i] % 3)
      counts[i] = x[i];
    if (x[i] > 0)
      fixes[i] = Fix{i % 100, float(d[i])};
  }
  std::optional<int> *raw = counts.data();
  long s = 0, k = 0;
  double t = 0;
  SCAN(scan(+ : s, k, t))
  for (int i = 0; i < n; i++) {
    if (counts[i])
      s += *counts[i] + counts[i].value() % 3;
    s += raw[i] ? *raw[i] % 7 : 5;
    auto &fix = fixes[i];
    if (fix.has_value())
      t += fix->weight + (*fixes[i]).place;
    auto copy = raw[i];
    if (copy)
      k += *copy + raw[i].value_or(1) + counts[i].has_value();
    k += !copy || !counts[i] ? 2 : copy.value() - counts[i].value();
    k += counts[i].has_value() && counts[i].value() > 4;
    if (copy)
      k += 2 * copy.value() - copy.value_or(3);
    y[i] = s + k;
    z[i] = t;
  }
  y[n] = s - k;
}

// Arrays of the iteration, whose elements depend on an item or on none.
static void localArrays(int n, const int *x, const double *d, long *y,
                        double *z) {
  struct Mark {
    int kind = 0;
    long at = 0;
  };
  long s = 0, odd = 0;
  double t = 0;
  SCAN(scan(+ : s, t, odd))
  for (int i = 0; i < n; i++) {
    std::array<int, 3> near{};
    near[0] = x[i];
    near[i & 1] += 2;
    near.back() = x[i] % 5;
    s += near[0] + near[1] + near.at(2);
    std::array<std::array<double, 2>, 2> table{};
    table[i & 1][0] = d[i];
    t += table[0][0] - table[1].front();
    std::array<Mark, 2> marks;
    marks[0].kind = int(s % 3);
    marks[i & 1].at = s;
    odd += marks[0].kind & 1;
    y[i] = odd + marks[0].at + marks[1].at;
    z[i] = t;
  }
  y[n] = s;
}

const Loop loops[] = {LOOP(phases), LOOP(powers),       LOOP(pairs),
                      LOOP(tuples), LOOP(pairStores),   LOOP(tupleStores),
                      LOOP(parts),  LOOP(partsOfThird), LOOP(vectors),
                      LOOP(halves), LOOP(brains),       LOOP(enumerations),
                      LOOP(fields), LOOP(optionals), LOOP(localArrays),
                      LOOP(partStores)};
#endif
