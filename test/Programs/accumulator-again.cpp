// RUN: %clangxx %opt -std=c++17 -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t 150

// Several updates of an accumulator in an iteration, none of which has to happen,
// and numbers that are used between them or updated in inner loops.

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
    Ints got(n, -77), want(n, -77);                                            \
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

BOTH(runs, PRAGMA(omp parallel for scan(+ : s, k)), int s = 5; int k = 0, {
  s += x[i];
  if (z[i] > 300) {
    y[k++] = s;
    s = 0;
  }
})

BOTH(bounds_between, PRAGMA(omp parallel for scan(max : s) scan(min : t)), int s = -900; short t = 900, {
  int out = 0;
  for (int j = 1; j < (x[i] & 3); j++) {
    out = out * 5 + s;
    if (x[i] / j > s)
      s = x[i] / j;
  }
  out += s ^ t;
  t = t < (short)x[i] ? t : (short)x[i];
  out -= t;
  if (x[i] > 0)
    t = t < (short)z[i] ? t : (short)z[i];
  y[i] = out;
})

BOTH(bits_between, PRAGMA(omp parallel for scan(^ : a) scan(& : b) scan(| : c) scan(* : m)),
     unsigned a = 1; unsigned b = ~0u; unsigned c = 8; unsigned m = 3, {
  a ^= x[i];
  b &= z[i] | 0x7ff0;
  m *= 5;
  unsigned out = a + b + c - m;
  for (unsigned j = x[i] & 15; j; j >>= 1) {
    c |= j << 9;
    a ^= z[i] * j;
    b &= ~(j << 4);
    out = out * 3 + (a ^ b ^ c);
  }
  m *= z[i] | 1;
  y[i] = int(out + m);
})

BOTH(truths_between, PRAGMA(omp parallel for scan(&& : s) scan(|| : t) scan(+ : w)),
     bool s = true; bool t = false; unsigned char w = 3, {
  s = s && x[i] > -990;
  int out = s;
  s = s && i < 900;
  t = t || z[i] > 990;
  out += 2 * t;
  t = t || i > 700;
  w += x[i];
  out += 8 * w;
  w -= 7;
  y[i] = out + s;
})

BOTH(random_between, PRAGMA(omp parallel for scan(affine : s)), unsigned s = 77, {
  s = 1664525 * s + 1013904223;
  const unsigned high = s >> 16;
  s = 1664525 * s + 1013904223;
  unsigned out = high << 16 | s >> 16;
  for (int j = 0; j < (x[i] & 7); j++) {
    s = 1664525 * s + 1013904223;
    out ^= s >> 8;
  }
  if (z[i] > 900)
    s = x[i];
  y[i] = int(out);
})

BOTH(clamped_between, PRAGMA(omp parallel for scan(maxplus : v)), int v = 3, {
  v += x[i];
  int out = v;
  if (v < 0)
    v = 0;
  if (v > 2000)
    v = 2000;
  out += 3 * v;
  for (int j = 0; j < 3; j++)
    v = v + z[i] > 0 ? v + z[i] : 0;
  y[i] = out;
})

BOTH(last_bit, PRAGMA(omp parallel for scan(last : v) scan(bits : s) scan(+ : w)),
     int v = -1; short s = 9; int w = 0, {
  const int before = v;
  for (int j = 0; j < 8; j++)
    if (x[i] >> j & 1)
      v = 8 * int(i) + j;
  s ^= z[i];
  if (s & 1) // Another pass uses the value between the updates.
    w++;
  s &= 0xfff0 | x[i];
  y[i] = before * 3 + v + s + w;
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
    runs(x, z, n);
    bounds_between(x, z, n);
    bits_between(x, z, n);
    truths_between(x, z, n);
    random_between(x, z, n);
    clamped_between(x, z, n);
    last_bit(x, z, n);
    products(x, z, n);
    left_products(x, z, n);
  }
  return scan_test_passed();
}
