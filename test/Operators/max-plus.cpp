// RUN: %clangxx -std=c++17 %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t 14

// Matrices over max and plus, of two sizes: 32 and 128 bytes. Longest paths,
// layer by layer.

#include "Inputs/operator_test.h"
#include <algorithm>
#include <limits>

template <typename T, int N> struct Tropical {
  static constexpr T none = std::numeric_limits<T>::min();
  T to[N][N];

  static constexpr T plus(T a, T b) {
    return a == none || b == none ? none : a + b;
  }
  static Tropical identity() {
    Tropical result;
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        result.to[i][j] = i == j ? T() : none;
    return result;
  }
  Tropical operator*(const Tropical &next) const {
    Tropical result;
    for (auto &row : result.to)
      for (auto &cell : row)
        cell = none;
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        for (const auto &row : next.to)
          result.to[i][j] = std::max(
              result.to[i][j], plus(to[i][&row - next.to], row[j]));
    return result;
  }
};

#pragma omp declare scan(* : Tropical<long, 2> : omp_out = omp_out * omp_in)   \
    initializer(omp_priv = Tropical<long, 2>::identity())
#pragma omp declare scan(* : Tropical<long, 4> : omp_out = omp_out * omp_in)

template <class M> static void scan(M *y, const M *x, int n) {
#pragma omp parallel for scan(* : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] * x[i - 1];
}

template <class M> static void expected(M *y, const M *x, int n) {
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] * x[i - 1];
}

template <class M> static M layer(uint64_t k) {
  M m;
  for (auto &row : m.to)
    for (auto &cell : row) {
      k = scan_test_hash(k);
      cell = k % 7 == 0 ? M::none : scan_test_pick(k, -50, 50);
    }
  return m;
}

using Two = Tropical<long, 2>;
using Four = Tropical<long, 4>;
OPERATOR_TEST(two, Two, scan, expected, layer<Two>(7), layer<Two>(k),
              SAME_BYTES)
OPERATOR_TEST(four, Four, scan, expected, layer<Four>(7), layer<Four>(k),
              SAME_BYTES)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  two();
  four();
  return scan_test_passed();
}
