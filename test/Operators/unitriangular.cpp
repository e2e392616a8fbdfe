// RUN: %clangxx -std=c++17 %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t 14

// Unitriangular 3x3 matrices: a class template with an operator, declared for
// several types at once.

#include "Inputs/operator_test.h"

// 1 a c
// 0 1 b
// 0 0 1
template <typename T> struct Unitriangular {
  T a = 0, b = 0, c = 0;

  constexpr Unitriangular() = default;
  constexpr Unitriangular(T a, T b, T c) : a(a), b(b), c(c) {}

  constexpr Unitriangular operator*(const Unitriangular &o) const {
    return {T(a + o.a), T(b + o.b), T(c + a * o.b + o.c)};
  }
  friend constexpr bool operator==(const Unitriangular &l,
                                   const Unitriangular &r) {
    return l.a == r.a && l.b == r.b && l.c == r.c;
  }
};

#pragma omp declare scan(                                                      \
        * : Unitriangular<int>, Unitriangular<unsigned short>,                 \
            Unitriangular<unsigned long> : omp_out = omp_out * omp_in)         \
    initializer(omp_priv = {})

template <typename T>
static void scan(Unitriangular<T> *y, const Unitriangular<T> *x, int n) {
#pragma omp parallel for scan(* : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] * x[i - 1];
}

template <typename T>
static void expected(Unitriangular<T> *y, const Unitriangular<T> *x, int n) {
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] * x[i - 1];
}

template <typename T> static Unitriangular<T> value(uint64_t k) {
  return {T(scan_test_hash(k) & 15), T(scan_test_hash(k) >> 4 & 15),
          T(scan_test_hash(k) >> 9 & 15)};
}

template <typename T> static bool same(const T *got, const T *want) {
  return *got == *want;
}

OPERATOR_TEST(of_unsigned_long, Unitriangular<unsigned long>, scan, expected,
              value<unsigned long>(3), value<unsigned long>(k), same)
// No overflow: sums stay within 15 * n and products within 112 * n * n.
OPERATOR_TEST(of_int, Unitriangular<int>, scan, expected, value<int>(3),
              n > 4000 ? Unitriangular<int>() : value<int>(k), same)
OPERATOR_TEST(of_unsigned_short, Unitriangular<unsigned short>, scan, expected,
              value<unsigned short>(3), value<unsigned short>(k), same)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  of_unsigned_long();
  of_int();
  of_unsigned_short();
  return scan_test_passed();
}
