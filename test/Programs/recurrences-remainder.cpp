// RUN: %clangxx %opt -std=c++20 -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t

// Recurrences that end by a remainder: polynomial hashes, congruential
// generators, powers, and values that are no remainders in between.

#ifndef SCAN
#include "Inputs/both_ways.h"

constexpr uint64_t Prime = 1000000007;

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

static void hash(int n, const int *x, const double *, long *y, double *) {
  uint64_t h = 5381;
  SCAN(scan(affine : h))
  for (int i = 0; i < n; i++) {
    h = (h * 257 + (unsigned char)x[i]) % Prime;
    y[i] = long(h);
  }
  y[n] = long(h);
}

static void powers(int n, const int *, const double *, long *y, double *) {
  std::vector<uint64_t> p(n + 1, 1);
  SCAN(scan(affine : p))
  for (int i = 1; i <= n; i++)
    p[i] = p[i - 1] * 48271 % 2147483647;
  for (int i = 0; i <= n; i++)
    y[i] = long(p[i]);
}

// A generator of Lehmer's, in 32 bits.
static void lehmer(int n, const int *, const double *, long *y, double *) {
  uint32_t seed = 42;
  SCAN(scan(auto : seed))
  for (int i = 0; i < n; i++) {
    seed = uint32_t(uint64_t(seed) * 48271 % 2147483647);
    y[i] = seed;
  }
}

// Factorials.
static void factorials(int n, const int *, const double *, long *y, double *) {
  uint64_t f = 1;
  SCAN(scan(affine : f))
  for (uint32_t i = 0; i < uint32_t(n); i++) {
    f = f * (i + 1) % Prime;
    y[i] = long(f);
  }
}

// The value before the loop and those that replace it are larger than any
// remainder, and some iterations keep them.
static void replaced(int n, const int *x, const double *, long *y, double *) {
  uint64_t v = uint64_t(1) << 40;
  SCAN(scan(affine : v))
  for (int i = 0; i < n; i++) {
    if (x[i] > 900)
      v = uint64_t(1) << 35;
    else if (x[i] > -800)
      v = (v * 31 % Prime + Prime - (x[i] & 0xffu)) % Prime;
    y[i] = long(v);
  }
}

// All numbers are as large as they may be.
static void large(int n, const int *x, const double *, long *y, double *) {
  uint64_t v = 7;
  SCAN(scan(affine : v))
  for (int i = 0; i < n; i++) {
    v = (v * (uint32_t(x[i]) * 2654435761u) + ~uint32_t(x[n - 1 - i])) %
        4294967291u;
    y[i] = long(v);
  }
}

// Inputs and constants that are wider than the item.
static void wider(int n, const int *x, const double *, long *y, double *) {
  std::vector<uint64_t> in(n);
  for (int i = 0; i < n; i++)
    in[i] = (uint64_t(x[i] + 1000) << 33) + uint64_t(i);
  uint32_t v = 5;
  SCAN(scan(affine : v))
  for (int i = 0; i < n; i++) {
    v = uint32_t((uint64_t(v) * 31 + in[i] + 5000000000u) % Prime);
    y[i] = v;
  }
}

// Differences, shifts, and a remainder of a remainder.
static void spellings(int n, const int *x, const double *, long *y, double *) {
  uint64_t v = 1, w = 3;
  SCAN(scan(affine : v, w))
  for (int i = 0; i < n; i++) {
    const uint32_t a = uint32_t(x[i] + 1000);
    v = ((v << 5) + v * 3 + 5000 - a) % 65521;
    w = ((w + a) % 97 * 5u + 1) % 97;
    y[i] = long(v * 100 + w);
  }
}

// The remainder in a statement of its own.
static void apart(int n, const int *x, const double *, long *y, double *) {
  uint64_t h = 5381, g = 1, p = 3;
  SCAN(scan(affine : h, p) scan(auto : g))
  for (int i = 0; i < n; i++) {
    h = h * 257 + (unsigned char)x[i];
    h %= Prime;
    g *= 31;
    g += uint32_t(x[i] + 1000);
    g = g % 65521;
    p <<= 7;
    p = (p + 11u) % 4294967291u;
    y[i] = long(h ^ (g << 20) ^ (p << 30));
  }
  y[n] = long(h);
}

// Under conditions: all paths end by it, keep the value, or replace it.
static void onEachPath(int n, const int *x, const double *, long *y, double *) {
  uint64_t h = uint64_t(1) << 40, g = 7;
  SCAN(scan(affine : h, g))
  for (int i = 0; i < n; i++) {
    if (x[i] > 0) {
      h = h * 31 + uint32_t(x[i]);
      if (x[i] > 500)
        h += 3;
      h %= Prime;
    } else if (x[i] < -900) {
      h = uint64_t(1) << 35;
    }
    if (x[i] & 1)
      g = 12;
    g = x[i] & 2 ? g * 5 : g;
    g %= 97;
    y[i] = long(h + (g << 50));
  }
  y[n] = long(h);
}

// In 32 bits, signed and unsigned, where the types show that no dividend wraps
// around or is negative.
static void narrow(int n, const int *x, const double *, long *y, double *) {
  int h = 7, back = 3;
  unsigned u = 5381;
  SCAN(scan(auto : h, u, back))
  for (int i = 0; i < n; i++) {
    const auto byte = (unsigned char)x[i];
    h = (h * 31 + byte) % 1000003;
    u = (u * 33u + (x[i] & 15)) % 65521u;
    back = (back % 997 * 2 % 997 - byte + (x[i] > 3 ? 7 : 0) + 997) % 997;
    y[i] = h + (long(u) << 24) + (long(back) << 44);
  }
  y[n] = h + u + back;
}

// Signed numbers for which the program promises it; operands are negative.
static void signedNumbers(int n, const int *x, const double *, long *y,
                          double *) {
  long long h = 1, later = 2;
  int angle = 500000;
  SCAN(scan(affine : h, later, angle))
  for (int i = 0; i < n; i++) {
    h = (h * 48271 + x[i] + 1000) % (long long)Prime;
    later = later * 131;
    later += (unsigned char)x[i];
    later %= (long long)Prime;
    angle = (angle + (i % 2 ? -360 : 361)) % 2000000011;
    y[i] = long(h ^ (later << 31)) + angle;
  }
  y[n] = long(h + later + angle);
}

// Elements of an array.
static void elements(int n, const int *x, const double *, long *y, double *) {
  std::vector<int> p(n + 1, 1);
  SCAN(scan(auto : p))
  for (int i = 1; i <= n; i++)
    p[i] = (p[i - 1] * 16807 + (x[i - 1] & 255)) % 32749;
  for (int i = 0; i <= n; i++)
    y[i] = p[i];
}

const Loop loops[] = {LOOP(hash),      LOOP(powers),    LOOP(lehmer),
                      LOOP(factorials), LOOP(replaced), LOOP(large),
                      LOOP(wider),      LOOP(spellings), LOOP(apart),
                      LOOP(onEachPath), LOOP(narrow),  LOOP(signedNumbers),
                      LOOP(elements)};
#endif
