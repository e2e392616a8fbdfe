// RUN: %clangxx %opt -std=c++20 -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t

// Calls as programs write them: lambdas with captures and more than a return,
// where they are declared or passed as arguments, function objects, and
// functions of <algorithm>, <numeric> and <bit>.

#ifndef SCAN
#include "Inputs/both_ways.h"
#include <algorithm>
#include <array>
#include <bit>
#include <climits>
#include <cstdint>
#include <functional>
#include <numeric>
#include <utility>

static const int weight[8] = {3, 1, 4, 1, 5, 9, 2, 6};
constexpr std::array<int, 4> quad{2, 7, 1, 8};

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

// Captures by reference, and a local that changes.
static void magnitudes(int n, const int *x, const double *, long *y, double *) {
  int k = 3, s = 0;
  auto f = [&](int v) {
    int t = v * k;
    if (t < 0)
      t = -t;
    t += 1;
    return t;
  };
  k = 2;
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    s += f(x[i]);
    y[i] = s;
  }
  y[n] = s;
}

// An array that is captured, by reference and by copy, in a loop.
static void tables(int n, const int *x, const double *, long *y, double *) {
  const int limits[4] = {-500, 0, 10, 300};
  int s = 0;
  auto at = [&](int v) {
    const int j = v & 3;
    return limits[j] / 10;
  };
  auto bucket = [=](int v) {
    int r = 0;
    for (int j = 0; j < 4; j++)
      if (v > limits[j])
        r += j + 1;
    return r;
  };
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    s += at(x[i]) + bucket(x[i]);
    y[i] = s;
  }
}

// A lambda of the body.
static void inside(int n, const int *x, const double *, long *y, double *) {
  int low = -20, s = 0;
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    auto keep = [&](int v) {
      if (v < low)
        return low;
      else if (v > 700)
        return 7;
      return v;
    };
    s += keep(x[i]);
    y[i] = s;
  }
}

// A pointer that is captured by copy.
static void differences(int n, const int *x, const double *, long *y,
                        double *) {
  int s = 0;
  auto f = [x](int i) {
    if (i == 0)
      return x[0];
    return x[i] - x[i - 1];
  };
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    s += f(i);
    y[i] = s;
  }
}

template <class F> long transformed(int n, const int *x, long *y, F f) {
  long s = 0;
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    s += f(x[i]);
    y[i] = s;
  }
  return s;
}

struct Scale {
  int a, b;
  int operator()(int v) const { return a * v + b; }
};

// Closures and function objects as arguments of a template.
static void arguments(int n, const int *x, const double *, long *y, double *) {
  int k = 7, other = 100;
  long sum = transformed(n, x, y, [](int v) { return v / 2; });
  sum += transformed(n, x, y, [k](int v) { return v / k; });
  sum += transformed(n, x, y, [&](int v) {
    const int w = v + other;
    if (w > k)
      return k;
    return w;
  });
  sum += transformed(n, x, y, [k, other](int v) {
    int steps = 0;
    while (v > k) {
      v -= other;
      steps++;
    }
    return steps;
  });
  sum += transformed(n, x, y, Scale{3, -1});
  sum += transformed(n, x, y, std::negate<int>());
  y[n] = sum;
}

template <class P> int copied(int n, const int *x, long *y, P keep) {
  int k = 0;
  SCAN(scan(+ : k))
  for (int i = 0; i < n; i++)
    if (keep(x[i]))
      y[k++] = x[i];
  return k;
}

static void filters(int n, const int *x, const double *, long *y, double *) {
  int t = 30;
  int k = copied(n, x, y, [t](int v) { return v > t; });
  k += copied(n, x, y, [&t](int v) {
    const int w = v - t;
    return w * w > 5000;
  });
  y[n] = k;
}

// Operators that are template arguments, also transparent ones.
template <class Op>
void prefixes(int n, const int *x, long *y, long start, Op op) {
#pragma omp declare scan(op:long : omp_out = Op()(omp_out, omp_in))
  if (n)
    y[0] = start;
  SCAN(scan(op : y))
  for (int i = 1; i < n; i++)
    y[i] = Op()(y[i - 1], long(x[i]));
  (void)op;
}

static void operators(int n, const int *x, const double *, long *y, double *) {
  prefixes(n, x, y, 5, std::plus<long>());
  const long last = n ? y[n - 1] : 0;
  prefixes(n, x, y, last, std::bit_xor<>());
}

static void library(int n, const int *x, const double *d, long *y, double *z) {
  int s = 0;
  double t = 0;
  const double low = -1, high = 2;
  SCAN(scan(+ : s, t))
  for (int i = 0; i < n; i++) {
    s += std::clamp(x[i], -30, 30) + std::midpoint(x[i], i) +
         std::gcd(x[i], 12) + int(std::lcm(3, i & 7));
    t += std::clamp(d[i], low, high) + std::lerp(0.0, 2.0, d[i]);
    y[i] = s;
    z[i] = t;
  }
}

#pragma omp declare scan(gcd:long : omp_out = std::gcd(omp_out, omp_in))       \
    initializer(omp_priv = 0)

static void divisors(int n, const int *x, const double *, long *y, double *) {
  if (n)
    y[0] = 5040;
  SCAN(scan(gcd : y))
  for (int i = 1; i < n; i++)
    y[i] = std::gcd(y[i - 1], long(x[i]));
}

static void bits(int n, const int *x, const double *d, long *y, double *) {
  unsigned s = 0;
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    const unsigned v = x[i];
    const auto narrow = uint8_t(v);
    s += std::popcount(v) + std::countl_zero(v) + std::countr_zero(v) +
         std::bit_width(v) + std::has_single_bit(v) + std::countr_one(v) +
         std::countl_one(v) + std::rotl(v, 5) + std::rotr(v, i & 31) +
         std::bit_ceil(v & 0xffff) + std::bit_floor(v) + std::popcount(narrow) +
         std::countl_zero(narrow) +
         unsigned(std::bit_cast<uint64_t>(d[i]) >> 40);
    y[i] = s;
  }
}

static void constants(int n, const int *x, const double *, long *y, double *) {
  static const short steps[4] = {1, 2, 3, 4};
  constexpr int two[2] = {5, 6};
  int s = 0;
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    s += weight[x[i] & 7] + quad[x[i] & 3] + steps[i & 3] + two[i & 1];
    y[i] = s;
  }
}

// Stored at a counter that runs backwards.
static void backwards(int n, const int *x, const double *, long *y, double *) {
  int k = 0;
  SCAN(scan(+ : k))
  for (int i = 0; i < n; i++)
    if (x[i] > 0)
      y[n - 1 - k++] = std::max(x[i], 7) + std::gcd(x[i], 12);
  y[n] = k;
}

// Lists, in an input and as the operator.
static void lists(int n, const int *x, const double *d, long *y, double *z) {
  long s = 0;
  int low = 100;
  double high = 0;
  SCAN(scan(+ : s) scan(min : low) scan(max : high))
  for (int i = 0; i < n; i++) {
    s += std::min({x[i], i, 7}) + std::max({1, x[i]});
    low = std::min({x[i], low, i + 5});
    high = std::max({high, d[i], -d[i] / 2});
    y[i] = s + low;
    z[i] = high;
  }
  y[n] = low;
}

static void absolute(int n, const int *x, const double *d, long *y, double *z) {
  long s = 0;
  double t = 0;
  SCAN(scan(+ : s, t))
  for (int i = 0; i < n; i++) {
    int a = x[i], b = i;
    if (a > b)
      std::swap(a, b);
    s += std::abs(x[i]) + std::abs(long(x[i])) + b - a;
    t += std::abs(d[i]) + std::hypot(d[i], 1.0);
    y[i] = s;
    z[i] = t;
  }
}

// Stores at a counter that moves there, of what functions return.
struct Token {
  int kind;
  float weight;
  int code() const { return 3 * kind + 1; }
};
static int signOf(const int &v) { return v > 0 ? 1 : v < 0 ? -1 : 0; }
template <class T> static T twice(T v) { return v + v; }
static Token token(int kind) { return {kind, 0.5f * float(kind % 64)}; }
static const Token &larger(const Token &a, const Token &b) {
  return a.kind < b.kind ? b : a;
}
static void tokens(int n, const int *x, const double *, long *y, double *z) {
  std::vector<Token> p(n + 1);
  for (int i = 0; i < n; i++)
    p[i] = token(x[i] % 50);
  std::vector<int> kept(n + 1), codes(n + 1);
  int k = 0, c = 0;
  long s = 0;
  SCAN(scan(+ : k, c, s))
  for (int i = 0; i < n; i++) {
    if (p[i].kind % 3)
      kept[k++] = signOf(p[i].kind) - twice(x[i]);
    codes[c++] = p[i].code() + signOf(s % 5 - 2);
    s += larger(p[i], p[i + 1]).kind + token(i).kind;
    y[i] = s + k;
    z[i] = token(x[i]).weight;
  }
  for (int i = 0; i < n; i++)
    y[i] += kept[i] * 3L + codes[i];
  y[n] = c;
}

// Lambdas with loops in their bodies.
struct Filter {
  std::vector<long> taps{3, -1, 4};
  long at(const std::vector<int> &x, int n, long *y) {
    const auto window = [this, &x, n](int i) {
      long sum = 0;
      for (std::size_t k = 0; k < taps.size(); k++)
        sum += taps[k] * x[i + (int)k < n ? i + (int)k : n - 1];
      return sum;
    };
    long s = 0;
    SCAN(scan(+ : s))
    for (int i = 0; i < n; i++) {
      s += window(i);
      y[i] = s;
    }
    return s;
  }
};
static void windows(int n, const int *x, const double *d, long *y, double *z) {
  std::vector<int> in(x, x + n + 1);
  in.resize(n + 8);
  std::vector<long> sums(n + 2), marks(n + 1);
  std::vector<double> weights{0.5, 0.25, 0.125};
  const int most = 300;
  int width = 2;
  long s = 0, k = 0;
  double t = 0;
  auto smooth = [&](auto i) {
    double sum = 0;
    for (std::size_t j = 0; j < weights.size(); j++)
      sum += weights[j] * in[i + j];
    return sum;
  };
  auto first = [=](int i) {
    const int begin = x[i];
    for (int j = 0; j < width; j++)
      if (begin + j > most)
        return j + 1;
    return 0;
  };
  auto add = [&](long v) {
    if (v > 0)
      s += v;
  };
  auto store = [&](int i, long v) {
    long sum = v;
    for (int j = 0; j < width; j++)
      sum += j * v;
    marks[i] = v % 100;
    sums[i] = sum;
  };
  // The launch computes the subscript, the lambda stays as it is.
  auto ahead = [&](int i) { return in[i + width]; };
  width = 3;
  SCAN(scan(+ : s, k, t))
  for (int i = 0; i < n; i++) {
    auto nearest = [&](int to) {
      int best = 1000;
      for (int j = 0; j < 4; j++) {
        const int distance = std::abs(in[i + j] - to);
        best = distance < best ? distance : best;
      }
      return best;
    };
    t += smooth(i) + d[i];
    const long near = nearest(50);
    if (first(i) > 1)
      k += near;
    add(x[i]);
    store(i, s);
    y[i] = s + k + ahead(i);
    z[i] = t;
  }
  Filter filter;
  y[n] = n ? filter.at(in, n, sums.data()) : 0;
  for (int i = 0; i < n; i++)
    y[i] += 3 * marks[i] + 5 * sums[i];
}

// Function objects whose calls are not const but change nothing, and elements
// that std::move names.
static void unchanged(int n, const int *x, const double *, long *y,
                      double *z) {
  struct {
    int factor, offsets[2];
    int operator()(int v) { return factor * v + offsets[v & 1]; }
  } scale{3, {5, 7}};
  int k = 0, s = 0;
  SCAN(scan(+ : k, s))
  for (int i = 0; i < n; i++) {
    s += scale(std::move(x[i]));
    y[i] = s;
    if (x[i] > 0)
      z[k++] = std::move(x[i]);
  }
  y[n] = k + s;
}

const Loop loops[] = {LOOP(unchanged),   LOOP(magnitudes), LOOP(tables),
                      LOOP(inside),      LOOP(differences), LOOP(arguments),
                      LOOP(filters),     LOOP(operators), LOOP(library),
                      LOOP(divisors),    LOOP(bits), LOOP(backwards),
                      LOOP(constants),   LOOP(lists), LOOP(absolute),
                      LOOP(tokens),      LOOP(windows)};
#endif
