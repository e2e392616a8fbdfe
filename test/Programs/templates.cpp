// RUN: %clangxx -O1 -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t 150

// Scan loops in templates: of functions, classes and members, with dependent
// types, bounds and operators, instantiated implicitly and explicitly.

#include "Inputs/int_sums.h"

template <typename T> static void dependent(T *y, const T *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

template <typename Y, typename X, typename I>
static void allDependent(Y y, X x, I n) {
#pragma omp parallel for scan(+ : y)
  for (I i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

template <int First, int Step>
static void constants(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = First; i < n; i += Step)
    y[i] = y[i - Step] + x[i];
}

template <typename T> void instantiated(T *y, const T *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}
template void instantiated<int>(int *, const int *, int);

template <typename T> static void specialised(T *, const T *, int) {}
template <> void specialised<int>(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

template <typename T> struct Summer {
  T *y;

  void run(const T *x, int n) {
    T *sums = y;
#pragma omp parallel for scan(+ : sums)
    for (int i = 1; i < n; i++)
      sums[i] = sums[i - 1] + x[i];
  }

  template <typename I> static void runStatic(T *y, const T *x, I n) {
#pragma omp parallel for scan(+ : y)
    for (I i = 1; i < n; i++)
      y[i] = y[i - 1] + x[i];
  }
};

template <typename T> static void mapped(T *y, const T *x, int n) {
#pragma omp target map(to : x[0 : n]) map(tofrom : y[0 : n])
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  checkSum("dependent", dependent<int>);
  checkSum("allDependent", allDependent<int *, const int *, long>);
  checkSum("constants", constants<1, 1>);
  checkSum("instantiated", instantiated<int>);
  checkSum("specialised", specialised<int>);
  checkSum("Summer::run", [](int *y, const int *x, int n) {
    Summer<int>{y}.run(x, n);
  });
  checkSum("Summer::runStatic", Summer<int>::runStatic<long>);
  checkSum("mapped", mapped<int>);

  // Other instances of the same loop are loops of their own.
  double y[10] = {0.5}, x[10];
  for (int i = 0; i < 10; i++)
    x[i] = i * 0.25;
  dependent(y, x, 10);
  double want = 0.5;
  for (int i = 1; i < 10; i++)
    if (y[i] != (want += x[i]))
      scan_test_fail(__FILE__, __LINE__, __func__, "y", i, y[i], want);
  int z[10] = {}, ones[10] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  constants<3, 3>(z, ones, 10);
  for (int i = 0; i < 10; i++)
    if (z[i] != (i % 3 ? 0 : i / 3))
      scan_test_fail(__FILE__, __LINE__, __func__, "z", i, z[i], i / 3);
  return scan_test_passed();
}
