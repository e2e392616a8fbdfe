// UNSUPPORTED: no-device
// RUN: %clangxx %opt -Wall -Werror -Wno-openmp-mapping %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t

// Items that are declared in a row: in methods that are defined in their class, whose bodies Clang
// parses later, and in templates, where their types depend on a parameter.

#include "Inputs/scan_test.h"
#include <vector>

namespace {

struct Image {
  int h, w;
  std::vector<int> v, last;

  Image(int h, int w) : h(h), w(w), v(h * w), last(h, -1) {
    for (int i = 0; i < h * w; i++)
      v[i] = scan_test_pick(i, -9, 9);
  }

  void sums() {
    int *y = v.data(), *l = last.data();
#pragma omp target teams distribute map(tofrom : y[0 : h * w]) map(from : l[0 : h])
    for (int r = 0; r < h; r++) {
      int s = r;
#pragma omp parallel for scan(+ : s)
      for (int i = 0; i < w; i++) {
        s += y[r * w + i];
        y[r * w + i] = s;
      }
      l[r] = s;
    }
  }

  void arrays() {
    int *y = v.data();
#pragma omp target teams distribute map(tofrom : y[0 : h * w])
    for (int r = 0; r < h; r++) {
      int *row = y + r * w;
#pragma omp parallel for scan(+ : row)
      for (int i = 1; i < w; i++)
        row[i] += row[i - 1];
    }
  }

  void targets() {
    int *y = v.data(), *l = last.data();
#pragma omp target teams distribute map(tofrom : y[0 : h * w], l[0 : h])
    for (int r = 0; r < h; r++) {
      int *s = &l[r];
      *s = -r;
#pragma omp parallel for scan(+ : *s)
      for (int i = 0; i < w; i++) {
        *s += y[r * w + i];
        y[r * w + i] = *s;
      }
    }
  }

  // The results of the three: sums that begin with `begin` times the row.
  void expect(int begin) {
    for (int r = 0; r < h; r++) {
      int s = begin * r;
      for (int i = 0; i < w; i++)
        v[r * w + i] = s += v[r * w + i];
      last[r] = s;
    }
  }

  void compare(const Image &Want, const char *Name, bool HasLast) const {
    for (int i = 0; i < h * w; i++)
      if (v[i] != Want.v[i])
        scan_test_fail(__FILE__, __LINE__, Name, "an element", i, v[i],
                       Want.v[i]);
    for (int r = 0; HasLast && r < h; r++)
      if (last[r] != Want.last[r])
        scan_test_fail(__FILE__, __LINE__, Name, "a row's result", r, last[r],
                       Want.last[r]);
  }
};

template <class T> struct Pair {
  T a, b;
};

template <class T> void ends(T *y, const T *x, int h, int w) {
#pragma omp target teams distribute map(tofrom : y[0 : h * w]) map(to : x[0 : h * w])
  for (int r = 0; r < h; r++) {
    T s = r;
    Pair<T> p = {0, 0};
#pragma omp parallel for scan(+ : s, p.b)
    for (int i = 0; i < w; i++) {
      s += x[r * w + i];
      p.b += 2 * x[r * w + i];
      y[r * w + i] = s - p.b;
    }
  }
}

template <class T> void testEnds(int h, int w) {
  std::vector<T> x(h * w), y(h * w, -1);
  for (int i = 0; i < h * w; i++)
    x[i] = scan_test_pick(i, -9, 9);
  ends(y.data(), x.data(), h, w);
  for (int r = 0; r < h; r++) {
    T s = r, b = 0;
    for (int i = 0; i < w; i++) {
      s += x[r * w + i];
      b += 2 * x[r * w + i];
      if (y[r * w + i] != s - b)
        scan_test_fail(__FILE__, __LINE__, "ends", "an element", r * w + i,
                       y[r * w + i], s - b);
    }
  }
}

void test(int h, int w) {
  Image got(h, w), want(h, w);
  got.sums();
  want.expect(1);
  got.compare(want, "sums", true);
  got = want = Image(h, w);
  got.arrays();
  want.expect(0);
  got.compare(want, "arrays", false);
  got = want = Image(h, w);
  got.targets();
  want.expect(-1);
  got.compare(want, "targets", true);
  testEnds<int>(h, w);
  testEnds<double>(h, w);
}

} // namespace

int main() {
  test(1, 1);
  test(7, 33);
  test(3, 5000);
  test(300, 40);
  return scan_test_passed();
}
