// RUN: %clangxx -std=c++17 %opt -Wall -Werror %s %ompscan_flags \
// RUN:   %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t

// Accumulators that use each other as members of an object, behind a pointer
// and in templates.

#include "Inputs/scan_test.h"
#include <vector>

template <typename T> class Biquad {
public:
  Biquad(T b0, T b1, T b2, T a1, T a2)
      : B0(b0), B1(b1), B2(b2), A1(a1), A2(a2) {}

  void process(const std::vector<T> &in, std::vector<T> &out) {
#pragma omp parallel for scan(affine : First, Second)
    for (std::size_t i = 0; i < in.size(); ++i) {
      const T x = in[i], w = B0 * x + First;
      First = B1 * x - A1 * w + Second;
      Second = B2 * x - A2 * w;
      out[i] = w;
    }
  }
  void expect(const std::vector<T> &in, std::vector<T> &out) {
    for (std::size_t i = 0; i < in.size(); ++i) {
      const T x = in[i], w = B0 * x + First;
      First = B1 * x - A1 * w + Second;
      Second = B2 * x - A2 * w;
      out[i] = w;
    }
  }

  T B0, B1, B2, A1, A2;
  T First = 0, Second = 0;
};

template <typename T>
static void behindPointer(Biquad<T> *f, const T *in, T *out, int n) {
#pragma omp parallel for scan(auto : f->First, f->Second)
  for (int i = 0; i < n; ++i) {
    auto x = in[i];
    auto w = f->B0 * x + f->First;
    f->First = f->B1 * x - f->A1 * w + f->Second;
    f->Second = f->B2 * x - f->A2 * w;
    out[i] = w;
  }
}

struct Fibonacci {
  unsigned Value = 0, Next = 1;
  void step() {
    const unsigned sum = Value + Next;
    Value = Next;
    Next = sum;
  }
};

static void steps(Fibonacci &f, unsigned *y, int n) {
  unsigned &value = f.Value, &next = f.Next;
#pragma omp parallel for scan(affine : value, next)
  for (int i = 0; i < n; ++i) {
    y[i] = value;
    const unsigned sum = value + next;
    value = next;
    next = sum;
  }
}

template <typename T> static void checkFilters(std::size_t n, double epsilon) {
  std::vector<T> x(n), want(n), got(n, T(9)), other(n, T(9));
  for (std::size_t k = 0; k < n; ++k)
    x[k] = T(scan_test_pick(k, -999, 999)) / 1000;
  Biquad<T> first(T(.2), T(.3), T(.1), T(-.9), T(.4)), second = first,
                                                       third = first;
  first.expect(x, want);
  second.process(x, got);
  behindPointer(&third, x.data(), other.data(), int(n));
  const auto check = [&](std::size_t at, T is, T expected) {
    if (!(std::abs(double(is) - double(expected)) <= epsilon))
      scan_test_fail(__FILE__, __LINE__, __PRETTY_FUNCTION__, "value", at, is,
                     expected);
  };
  for (std::size_t k = 0; k < n; ++k) {
    check(k, got[k], want[k]);
    check(k, other[k], want[k]);
  }
  check(n, second.First, first.First);
  check(n, second.Second, first.Second);
  check(n, third.First, first.First);
  check(n, third.Second, first.Second);
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n) {
    checkFilters<float>(n, 1e-5);
    checkFilters<double>(n, 1e-13);
    Fibonacci f, g;
    std::vector<unsigned> y(n, 7u), want(n);
    for (unsigned &value : want) {
      value = g.Value;
      g.step();
    }
    steps(f, y.data(), int(n));
    CHECK_SAME(y.data(), want.data(), n);
    CHECK_SAME(&f.Value, &g.Value, 1);
    CHECK_SAME(&f.Next, &g.Next, 1);
  }
  return scan_test_passed();
}
