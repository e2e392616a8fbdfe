// RUN: %clangxx -std=c++17 %opt -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: env OMPSCAN_DEVICE=host %run %t
// RUN: %long %clangxx -std=c++17 -O0 -g %asan %s %ompscan_native_flags %ompscan_libs -o %t.asan
// RUN: %long env OMPSCAN_DEVICE=host %run %t.asan

// Classes of the program's own whose methods return an element.

#include "Inputs/named_loops.h"
#include <vector>

struct Matrix {
  long *data;
  int columns;
  long &operator()(int i, int j) { return data[i * columns + j]; }
  const long &operator()(int i, int j) const { return data[i * columns + j]; }
  long get(int i) const { return data[i]; }
  long &at(long i) { return data[i]; }
};

template <typename T> struct Array {
  std::vector<T> elements;
  T &operator[](size_t i) { return elements[i]; }
  const T &operator[](size_t i) const { return elements[i]; }
};

#define MATRICES                                                               \
  Matrix a{x, 3}, b{y, 2};                                                     \
  const Matrix &c = a;
#define MATRIX_LOOP(NAME, CLAUSES, ...)                                        \
  static void NAME(long *x, long *y, long *, const int *, int n, int,          \
                   long *result) {                                             \
    long s = 0;                                                                \
    MATRICES                                                                   \
    PRAGMA(omp CLAUSES)                                                        \
    __VA_ARGS__                                                                \
    *result = s + c.columns + b.columns;                                       \
  }                                                                            \
  static void NAME##_expected(long *x, long *y, long *, const int *, int n,    \
                              int, long *result) {                             \
    long s = 0;                                                                \
    MATRICES                                                                   \
    __VA_ARGS__                                                                \
    *result = s + c.columns + b.columns;                                       \
  }

MATRIX_LOOP(read, parallel for scan(+ : s),
            for (int i = 0; i < n; i++) {
              s += c(i, 1) - a(i, 2);
              y[i] = s;
            })
MATRIX_LOOP(stored, parallel for scan(+ : s),
            for (int i = 0; i < n; i++) {
              s += a.get(i + 1);
              b(i, 1) = s;
            })
/* The subscript counts. */
MATRIX_LOOP(counted, parallel for scan(+ : s),
            for (int i = 0; i < n; i++)
              if (a.get(i) % 3)
                b.at(s++) = a.get(i);)
MATRIX_LOOP(at, parallel for scan(+ : s),
            for (int i = 0; i < n; i++) {
              const int j = i + 1;
              long &out = b.at(j);
              s += a(j, 0);
              out = s;
            })
MATRIX_LOOP(item, parallel for scan(+ : b.data),
            for (int i = 1; i < n; i++) b(i, 0) = b(i - 1, 0) + a(i, 2 - 1);)

static void container() {
  Array<long> x, y, z;
  for (long i = 0; i < 5000; ++i)
    x.elements.push_back(scan_test_pick(i, -9, 9));
  y.elements.assign(5000, -1);
  z = y;
  long s = 0, t = 0;
#pragma omp parallel for scan(+ : s)
  for (size_t i = 0; i < 5000; ++i) {
    s += x[i];
    y[i] = s;
  }
  for (size_t i = 0; i < 5000; ++i) {
    t += x.elements[i];
    z.elements[i] = t;
  }
  if (s != t || y.elements != z.elements) {
    puts("container is wrong");
    exit(1);
  }
}

int main() {
  CHECK_LOOP(read);
  CHECK_LOOP(stored);
  CHECK_LOOP(counted);
  CHECK_LOOP(at);
  CHECK_LOOP(item);
  container();
  puts("ok");
  return 0;
}
