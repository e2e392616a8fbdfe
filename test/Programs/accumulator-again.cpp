// RUN: %clangxx %opt -std=c++17 -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t 150

// Several updates of an accumulator in an iteration, none of which has to happen.

#include "Inputs/scan_test.h"
#include <vector>

using Ints = std::vector<int>;

static void check(const Ints &got, const Ints &want, size_t n) {
  CHECK_SAME(got.data(), want.data(), n);
}

// One function for the loop with the pragma, and one without it.
#define BOTH(NAME, PRAGMA_OF_LOOP, BEGIN, BODY)                                \
  static void NAME##_scan(Ints &y, const Ints &x, const Ints &z, size_t n) {   \
    BEGIN;                                                                     \
    PRAGMA_OF_LOOP                                                             \
    for (size_t i = 0; i < n; i++)                                             \
      BODY                                                                     \
  }                                                                            \
  static void NAME##_plain(Ints &y, const Ints &x, const Ints &z, size_t n) {  \
    BEGIN;                                                                     \
    for (size_t i = 0; i < n; i++)                                             \
      BODY                                                                     \
  }                                                                            \
  static void NAME(const Ints &x, const Ints &z, size_t n) {                   \
    Ints got(n, -77), want(n);                                                 \
    NAME##_scan(got, x, z, n);                                                 \
    NAME##_plain(want, x, z, n);                                               \
    check(got, want, n);                                                       \
  }

// clang-format off
BOTH(sums, PRAGMA(omp parallel for scan(+ : s)), int s = 0, {
  s += x[i];
  s += z[i];
  y[i] = s;
})

BOTH(conditional, PRAGMA(omp parallel for scan(+ : s)), int s = 3, {
  y[i] = s;
  if (x[i] > 0)
    s += x[i];
  if (z[i] < 0)
    s -= z[i];
  if (x[i] > z[i])
    s++;
})

BOTH(maximum, PRAGMA(omp parallel for scan(max : s)), int s = -900, {
  if (x[i] > s)
    s = x[i];
  if (z[i] > s)
    s = z[i];
  y[i] = s;
})

BOTH(branches, PRAGMA(omp parallel for scan(+ : s) scan(|| : f)), int s = 0; bool f = false, {
  switch (x[i] & 3) {
  case 0:
    s++;
  case 1:
    s += 2;
    break;
  case 2:
    s -= z[i];
  }
  s += 5;
  f = f || x[i] > 990;
  f = f || z[i] < -990;
  y[i] = s + f;
})
// clang-format on

// Declared operators have no identity: an update may be the first one.
struct Matrix {
  unsigned a, b, c, d;
};

static Matrix operator*(const Matrix &x, const Matrix &y) {
  return {(x.a * y.a + x.b * y.c) % 32749u, (x.a * y.b + x.b * y.d) % 32749u,
          (x.c * y.a + x.d * y.c) % 32749u, (x.c * y.b + x.d * y.d) % 32749u};
}

#pragma omp declare scan(* : Matrix : omp_out = omp_out * omp_in)

static Matrix shear(int a, int b) {
  return {1, unsigned(a + 1000), unsigned(b + 1000), 2};
}

// clang-format off
BOTH(products, PRAGMA(omp parallel for scan(* : m)), Matrix m = shear(1, 2), {
  if (x[i] > 0)
    m = m * shear(x[i], z[i]);
  if (z[i] > 0)
    m = m * shear(z[i], x[i]);
  y[i] = int(m.a ^ m.b ^ m.c ^ m.d);
})

BOTH(left_products, PRAGMA(omp parallel for scan(* : m)), Matrix m = shear(1, 2), {
  m = shear(x[i], z[i]) * m;
  if (z[i] > 0)
    m = shear(z[i], x[i]) * m;
  y[i] = int(m.a ^ m.b ^ m.c ^ m.d);
})
// clang-format on

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  for (size_t n : {size_t(0), size_t(1), size_t(145), size_t(5003)}) {
    if (n > scan_test_limit)
      break;
    scan_test_size = n;
    Ints x(n), z(n);
    for (size_t i = 0; i < n; i++) {
      x[i] = (int)scan_test_pick(i, -1000, 1000);
      z[i] = (int)scan_test_pick(i + n, -1000, 1000);
    }
    sums(x, z, n);
    conditional(x, z, n);
    maximum(x, z, n);
    branches(x, z, n);
    products(x, z, n);
    left_products(x, z, n);
  }
  return scan_test_passed();
}
