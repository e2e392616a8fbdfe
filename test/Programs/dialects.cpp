// The dialects of C++, with and without exceptions and run-time types.

// RUN: %clangxx -std=c++11 %s %ompscan_flags %ompscan_libs -o %t.11 && %run %t.11
// RUN: %clangxx -std=c++14 %s %ompscan_flags %ompscan_libs -o %t.14 && %run %t.14
// RUN: %clangxx -std=c++17 %s %ompscan_flags %ompscan_libs -o %t.17 && %run %t.17
// RUN: %clangxx -std=c++20 %s %ompscan_flags %ompscan_libs -o %t.20 && %run %t.20
// RUN: %clangxx -std=c++2b -fno-exceptions -fno-rtti %s %ompscan_flags %ompscan_libs -o %t.23 && %run %t.23

#include <cstdio>

template <typename T> static void sum(T *y, const T *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; ++i)
    y[i] = y[i - 1] + x[i];
}

int main() {
  long x[100], y[100] = {};
  for (int i = 0; i < 100; ++i)
    x[i] = i;
  sum(y, x, 100);
  for (int i = 0; i < 100; ++i)
    if (y[i] != i * (i + 1) / 2) {
      std::printf("y[%d] is %ld\n", i, y[i]);
      return 1;
    }
  std::puts("ok");
}
