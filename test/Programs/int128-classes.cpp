// Integers of 128 bits have no PTX.
// UNSUPPORTED: cuda
// RUN: %clangxx -std=gnu++20 %opt -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=1 %run_tiny %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=3 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=16 %run_tiny %t
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t

// Integers of 128 bits in templates, classes and containers.

#include "Inputs/scan_test.h"
#include <algorithm>
#include <array>
#include <limits>
#include <vector>

using I = __int128;
using U = unsigned __int128;

#define SCAN(...) PRAGMA(omp parallel for __VA_ARGS__)

template <typename T> struct Data {
  std::vector<T> x, y, want;
  explicit Data(size_t n) : x(n), y(n, T(-77)), want(n, T(-77)) {
    for (size_t k = 0; k < n; ++k)
      x[k] = T(U(scan_test_hash(k)) << 60 ^ scan_test_hash(k + 9)) >> 5;
  }
  void check(const char *name) const {
    for (size_t k = 0; k < y.size(); ++k)
      if (y[k] != want[k])
        scan_test_fail(__FILE__, __LINE__, name, "y", k, (long double)y[k],
                       (long double)want[k]);
  }
};

// A template for numbers of any width.
template <typename T> static void extrema(size_t n) {
  Data<T> d(n);
  T low = std::numeric_limits<T>::max(), high = std::numeric_limits<T>::min();
  SCAN(scan(min : low) scan(max : high))
  for (size_t i = 0; i < n; ++i) {
    low = std::min(low, d.x[i]);
    high = std::max(high, d.x[i]);
    d.y[i] = low ^ high;
  }
  T least = std::numeric_limits<T>::max(), most = std::numeric_limits<T>::min();
  for (size_t i = 0; i < n; ++i) {
    least = std::min(least, d.x[i]);
    most = std::max(most, d.x[i]);
    d.want[i] = least ^ most;
  }
  d.check(__PRETTY_FUNCTION__);
}

/// A number modulo a prime below 2^127.
class Residue {
public:
  constexpr Residue(U value = 0) : value(value % prime) {}
  Residue &operator+=(const Residue &other) {
    value += other.value;
    if (value >= prime)
      value -= prime;
    return *this;
  }
  friend Residue operator+(Residue a, const Residue &b) { return a += b; }
  U get() const { return value; }

private:
  static constexpr U prime = (U(1) << 127) - 1;
  U value;
};
#pragma omp declare scan(+ : Residue : omp_out += omp_in)

static void residues(size_t n) {
  Data<U> d(n);
  Residue r(5), wanted(5);
  SCAN(scan(+ : r))
  for (size_t i = 0; i < n; ++i) {
    r += Residue(d.x[i]);
    d.y[i] = r.get();
  }
  for (size_t i = 0; i < n; ++i) {
    wanted += Residue(d.x[i]);
    d.want[i] = wanted.get();
  }
  d.check("residues");
}

// A base, and members on both sides, of 128 bits.
struct Base {
  I sum;
};
struct Derived : Base {
  bool any;
  U bits;
  short count;
};
inline Derived both(const Derived &a, const Derived &b) {
  Derived r;
  r.sum = a.sum + b.sum;
  r.any = a.any || b.any;
  r.bits = a.bits ^ b.bits;
  r.count = short(a.count + b.count);
  return r;
}
#pragma omp declare scan(both : Derived : omp_out = both(omp_out, omp_in))

static void derived(size_t n) {
  Data<I> d(n);
  const auto of = [](I v) {
    Derived r;
    r.sum = v;
    r.any = v < 0;
    r.bits = U(v);
    r.count = 1;
    return r;
  };
  std::vector<Derived> items(n + 1, of(0)), wanted(items);
  for (size_t i = 1; i <= n; ++i)
    items[i] = wanted[i] = of(d.x[i - 1]);
  SCAN(scan(both : items))
  for (size_t i = 1; i < items.size(); ++i)
    items[i] = both(items[i - 1], items[i]);
  for (size_t i = 1; i < wanted.size(); ++i)
    wanted[i] = both(wanted[i - 1], wanted[i]);
  for (size_t i = 0; i < n; ++i) {
    d.y[i] = items[i].sum ^ I(items[i].bits) ^ items[i].count ^ items[i].any;
    d.want[i] =
        wanted[i].sum ^ I(wanted[i].bits) ^ wanted[i].count ^ wanted[i].any;
  }
  d.check("derived");
}

// Parts of an element, enumerations, lambdas, functions of the library.
enum Wide : U { Small = 1, Large = U(1) << 100 };

static void library(size_t n) {
  Data<I> d(n);
  std::vector<std::array<I, 2>> pairs(n), wanted(n);
  const I limit = std::numeric_limits<I>::max() >> 8;
  const auto clamped = [limit](I v) { return std::clamp<I>(v, -limit, limit); };
  I s = 0;
  const Wide all = Small;
  SCAN(scan(+ : s))
  for (size_t i = 0; i < n; ++i) {
    s += clamped(d.x[i]) + std::abs(d.x[i]) / 3;
    const Wide one = i % 2 ? Large : all;
    pairs[i][0] = s;
    pairs[i][1] = s ^ I(U(one));
    d.y[i] = -s;
  }
  s = 0;
  for (size_t i = 0; i < n; ++i) {
    s += clamped(d.x[i]) + std::abs(d.x[i]) / 3;
    wanted[i] = {s, s ^ I(i % 2 ? U(Large) : U(all))};
    d.want[i] = -s;
    if (pairs[i] != wanted[i])
      scan_test_fail(__FILE__, __LINE__, "library", "pairs", i,
                     (long double)pairs[i][1], (long double)wanted[i][1]);
  }
  d.check("library");
}

// Iterators and a range.
template <typename T> static void ranges(size_t n) {
  Data<T> d(n);
  T s = 1;
  d.y = d.want = d.x;
  SCAN(scan(+ : s))
  for (T &element : d.y)
    element = s += element;
  T t = 1;
  for (T &element : d.want)
    element = t += element;
  d.check("ranges");
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n) {
    if (n > 20000)
      break;
    extrema<I>(n);
    extrema<U>(n);
    extrema<short>(n);
    residues(n);
    derived(n);
    library(n);
    ranges<I>(n);
    ranges<U>(n);
  }
  return scan_test_passed();
}
