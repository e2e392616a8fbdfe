// RUN: %clangxx %opt -std=c++17 -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT %run %t overlap
// RUN: %run_oclgrind %t 150
// RUN: %clangxx %opt -std=c++17 %s %ompscan_native_flags %ompscan_libs -o %t.native
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=3 %run %t.native

// Elements that an iteration stores and reads back: the device computes them
// before it stores any.

#include "Inputs/scan_test.h"
#include <algorithm>
#include <cstring>
#include <vector>

struct Cell {
  float mass = 1;
  unsigned char level = 2;
  int next[2] = {3, 4};
};

struct Point {
  int x, y;
  int area() const { return x * y; }
};
static Point mirrored(const Point &p) { return {p.y, p.x}; }
static Point operator+(const Point &p, const Point &q) {
  return {p.x + q.x, p.y + q.y};
}

struct Arrays {
  std::vector<int> x, y, w, out;
  std::vector<float> f;
  std::vector<unsigned char> b;
  std::vector<Cell> cells;
  std::vector<Point> points, mirrors;

  explicit Arrays(size_t n)
      : x(n), y(n, -77), w(n, -78), out(n, -79), f(n, -80), b(n, 81), cells(n),
        points(n, Point{-82, -83}), mirrors(n, Point{-84, -85}) {
    for (size_t i = 0; i < n; i++)
      x[i] = (int)scan_test_pick(i, -1000, 1000);
  }
};

static void check(const Arrays &got, const Arrays &want, size_t n) {
  CHECK_SAME(got.y.data(), want.y.data(), n);
  CHECK_SAME(got.w.data(), want.w.data(), n);
  CHECK_SAME(got.out.data(), want.out.data(), n);
  CHECK_SAME(got.f.data(), want.f.data(), n);
  CHECK_SAME(got.b.data(), want.b.data(), n);
  for (size_t i = 0; i < n; i++) {
    CHECK_SAME(&got.cells[i].mass, &want.cells[i].mass, 1);
    CHECK_SAME(&got.cells[i].level, &want.cells[i].level, 1);
    CHECK_SAME(got.cells[i].next, want.cells[i].next, 2);
    CHECK_SAME(&got.points[i].x, &want.points[i].x, 2);
    CHECK_SAME(&got.mirrors[i].x, &want.mirrors[i].x, 2);
  }
}

static int half(const int &value) { return value / 2; }

// One function for the loop with the pragma, and one without it.
#define BOTH(NAME, PRAGMA_OF_LOOP, BEGIN, ...)                                 \
  static void NAME##_scan(Arrays &a, int n) {                                  \
    BEGIN;                                                                     \
    PRAGMA_OF_LOOP                                                             \
    for (int i = 1; i < n; i++)                                                \
      __VA_ARGS__                                                              \
  }                                                                            \
  static void NAME##_plain(Arrays &a, int n) {                                 \
    BEGIN;                                                                     \
    for (int i = 1; i < n; i++)                                                \
      __VA_ARGS__                                                              \
  }                                                                            \
  static void NAME(size_t n) {                                                 \
    Arrays got(n), want(n);                                                    \
    NAME##_scan(got, (int)n);                                                  \
    NAME##_plain(want, (int)n);                                                \
    check(got, want, n);                                                       \
  }

// clang-format off
// The store converts: the sum is one of bytes.
BOTH(converted, PRAGMA(omp parallel for scan(+ : s)), int s = 0, {
  a.b[i] = a.x[i] * 3;
  s += a.b[i];
  a.y[i] = s;
})

BOTH(behind, PRAGMA(omp parallel for scan(+ : s)), int s = 0, {
  s += a.x[i];
  a.f[i] = s / (i + 1.0f);
  a.w[i] = a.x[i] - a.f[i];
  a.y[i] = s;
})

BOTH(recurrence, PRAGMA(omp parallel for scan(+ : a.y)), , {
  a.w[i] = a.x[i] * 2;
  a.y[i] = a.y[i - 1] + a.w[i];
  a.w[i] += 5;
  a.f[i] = a.y[i];
  a.out[i] = a.w[i] + (int)a.f[i];
})

BOTH(changed, PRAGMA(omp parallel for scan(max : s)), int s = -2000, {
  a.w[i] += a.x[i];
  if (a.w[i] < 0)
    a.w[i] = -a.w[i];
  else if (a.x[i] & 1) {
    a.w[i]++;
    a.out[i] = a.w[i];
  }
  for (int k = 0; k < 3; k++)
    a.w[i] ^= a.w[i] >> k;
  s = a.w[i] > s ? a.w[i] : s;
  a.y[i] = s;
})

// A branch may store as well as the statements around it.
BOTH(branches, PRAGMA(omp parallel for scan(+ : s)), int s = 0, {
  if (a.x[i] > 0) {
    a.w[i] = a.x[i];
    s += a.w[i];
  }
  switch (a.x[i] & 3) {
  case 0:
    a.out[i] = 7;
    break;
  default: {
    a.out[i] = a.x[i];
    a.out[i] *= 2;
    a.f[i] = a.out[i];
  }
  }
  a.y[i] = s;
})

BOTH(members, PRAGMA(omp parallel for scan(+ : s)), float s = 0, {
  a.cells[i].level = a.x[i];
  a.cells[i].next[0] += a.cells[i].level;
  a.cells[i].next[1] = a.cells[i].next[0] - 1;
  a.cells[i].mass *= a.cells[i].next[1];
  s += (float)(a.cells[i].level + a.cells[i].next[1]);
  a.y[i] = s;
})

BOTH(flags, PRAGMA(omp parallel for scan(+ : k)), int k = 0, {
  a.b[i] = a.x[i] > 100;
  a.w[i] = k;
  if (a.b[i])
    a.out[k++] = a.x[i];
})

// Constant references to what is stored.
BOTH(referred, PRAGMA(omp parallel for scan(max : most)), int most = -5000, {
  a.w[i] = a.x[i] % 100;
  most = std::max(most, a.w[i]);
  a.out[i] = std::min(std::max(a.w[i], a.x[i]), 50) + half(a.w[i]);
  a.w[i] += 3;
  a.y[i] = most + std::max(a.w[i], a.out[i]);
})

// Whole objects, of which members are read.
BOTH(objects, PRAGMA(omp parallel for scan(+ : s)), int s = 0, {
  a.points[i] = Point{a.x[i] & 63, i & 15};
  const Point p = a.points[i];
  a.mirrors[i] = mirrored(a.points[i]);
  s += a.points[i].x + p.y + a.mirrors[i].area();
  a.mirrors[i] = a.mirrors[i] + a.points[i];
  a.w[i] = a.mirrors[i].y;
  a.y[i] = s;
})

// The element in front is another one: it is read before the loop stores.
BOTH(strided, PRAGMA(omp parallel for scan(+ : s)), int s = 0, {
  a.w[n - i] = a.x[i] + a.x[i - 1];
  s += a.w[n - i] * a.w[n - i];
  a.y[i] = s;
})
// clang-format on

// Arrays that are members of the object.
struct Filter {
  const int *x;
  int *w;
  int *y;
  int gain;

  void scan(int n) {
    int s = 0;
    PRAGMA(omp parallel for scan(+ : s))
    for (int i = 0; i < n; i++) {
      w[i] = gain * x[i];
      s += w[i];
      this->y[i] = s + w[i];
    }
  }
};

static void ofObject(size_t n) {
  Arrays got(n), want(n);
  Filter f = {got.x.data(), got.w.data(), got.y.data(), 3};
  f.scan((int)n);
  int s = 0;
  for (size_t i = 0; i < n; i++) {
    want.w[i] = 3 * want.x[i];
    s += want.w[i];
    want.y[i] = s + want.w[i];
  }
  check(got, want, n);
}

// The loop stores to another element by another name: the host runs it.
static void scanOverlap(int *w, int *u, const int *x, int *y, int n) {
  int s = 0;
  PRAGMA(omp parallel for scan(+ : s))
  for (int i = 0; i < n; i++) {
    w[i] = x[i];
    u[i] = 2 * x[i];
    s += w[i];
    y[i] = s;
  }
}

static void overlap(size_t n) {
  Arrays got(n), want(n);
  for (int apart = 0; apart < 2; apart++) {
    scanOverlap(got.w.data(), apart ? got.out.data() : got.w.data(),
                got.x.data(), got.y.data(), (int)n);
    int s = 0;
    for (size_t i = 0; i < n; i++) {
      want.w[i] = want.x[i];
      (apart ? want.out : want.w)[i] = 2 * want.x[i];
      s += want.w[i];
      want.y[i] = s;
    }
    check(got, want, n);
  }
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  for (size_t n : {size_t(1), size_t(145), size_t(5003)}) {
    if (n > scan_test_limit)
      break;
    scan_test_size = n;
    if (argc > 1 && !strcmp(argv[1], "overlap")) {
      overlap(n);
      continue;
    }
    converted(n);
    behind(n);
    recurrence(n);
    changed(n);
    branches(n);
    members(n);
    flags(n);
    strided(n);
    referred(n);
    objects(n);
    ofObject(n);
  }
  return scan_test_passed();
}
