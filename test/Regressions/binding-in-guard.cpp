// RUN: %clangxx -std=c++17 -O1 -Wall -Werror -Wno-openmp-mapping %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %run_tiny %t
// RUN: %clangxx -std=c++17 -O1 -Wall -Werror -Wno-openmp-mapping %s %ompscan_native_flags %ompscan_libs -o %t.native
// RUN: env OMPSCAN_DEVICE=host OMPSCAN_SHORT_LOOP=0 %run %t.native

// A structured binding changes with the object that it names a part of. So its
// value in front of the loop does not tell whether iterations read an element,
// and it depends on what the object depends on.

#include "../Programs/Inputs/scan_test.h"
#include <utility>

struct Entry {
  int number;
  short sign;
};

// The bodies of the loops, with the pragma and without it.
// clang-format off
#define GUARDED                                                                \
  const auto [number, sign] = e[i];                                            \
  s = sign > 0 && a[i] > 0 ? number : s + 1;                                   \
  y[i] = s;

#define ASSIGNED                                                               \
  auto [number, sign] = e[i];                                                  \
  sign = short(sign - 2);                                                      \
  if (sign > 0)                                                                \
    s += a[i] + number;                                                        \
  y[i] = s;

#define DEPENDENT                                                              \
  s += a[i];                                                                   \
  const auto [sum, more] = std::pair<int, int>(s, 7);                          \
  y[i] = sum + more;

#define INDEPENDENT                                                            \
  const auto [number, sign] = e[i];                                            \
  y[i] = sign > 0 && a[i] > 0 ? number : a[i];
// clang-format on

#define FUNCTION(NAME, DIRECTIVE, ...)                                         \
  template <typename Element>                                                  \
  static int NAME(int *y, const int *a, const Element *e, long n) {            \
    int s = 3;                                                                 \
    DIRECTIVE                                                                  \
    for (long i = 0; i < n; i++) {                                             \
      __VA_ARGS__                                                              \
    }                                                                          \
    return s;                                                                  \
  }
#define PAIR(NAME, DIRECTIVE, ...)                                             \
  FUNCTION(NAME, _Pragma(DIRECTIVE), __VA_ARGS__)                              \
  FUNCTION(NAME##_expected, , __VA_ARGS__)

// clang-format off
PAIR(guarded, "omp target parallel for scan(affine : s) map(a[:n], e[:n], y[:n], s)", GUARDED)
PAIR(assigned, "omp target parallel for scan(+ : s) map(a[:n], e[:n], y[:n], s)", ASSIGNED)
PAIR(dependent, "omp parallel for scan(+ : s)", DEPENDENT)
PAIR(independent, "omp target teams distribute parallel for map(a[:n], e[:n], y[:n])", INDEPENDENT)
// clang-format on

template <typename Element> static void test(long n) {
  int *a = BLOCK(int, n), *y = BLOCK(int, n), *want = BLOCK(int, n);
  int results[1], expected[1];
  Element *e = BLOCK(Element, n);
  for (long k = 0; k < n; k++) {
    a[k] = (int)scan_test_pick(k, -9, 12);
    e[k] = Element{int(k % 7), short(scan_test_pick(k + 500, -5, 9))};
  }
#define TEST(NAME)                                                             \
  for (long k = 0; k < n; k++)                                                 \
    y[k] = want[k] = -77;                                                      \
  results[0] = NAME(y, a, e, n);                                               \
  expected[0] = NAME##_expected(want, a, e, n);                                \
  CHECK_SAME(results, expected, 1);                                            \
  CHECK_SAME(y, want, n);
  TEST(guarded)
  TEST(assigned)
  TEST(dependent)
  TEST(independent)
}

int main() {
  for (long n : {1, 2, 3, 1000}) {
    test<Entry>(n);
    test<std::pair<int, short>>(n);
  }
  return scan_test_passed();
}
