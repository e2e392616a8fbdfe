// Loops of a header as machine code of the host: in two files, in templates, in a
// shared library, in a precompiled header and in a C++20 module.

// DEFINE: %{host} = env OMPSCAN_DEVICE=host %run
// DEFINE: %{programs} = %S/../Programs
// DEFINE: %{header} = %{programs}/Inputs/scan_in_header.h

// Inline functions and instances of a template have one copy.
// RUN: %clangxx -O1 -c -DPART %s %ompscan_all_versions_flags -o %t.part.o
// RUN: %clangxx -O1 -c %s %ompscan_all_versions_flags -o %t.main.o
// RUN: %clangxx %t.part.o %t.main.o -fopenmp %ompscan_libs -o %t
// RUN: %{host} %t
// RUN: nm %t | grep -c "__ompscan_native_first_v3" | %filecheck %s --check-prefix=COUNT
// COUNT: {{^}}2{{$}}

// RUN: %clangxx -O2 -fPIC -shared -DPART %s %ompscan_all_versions_flags %ompscan_libs -o %t.so
// RUN: %clangxx -O2 -fPIE -pie %s %t.so %ompscan_all_versions_flags %ompscan_libs -o %t.shared && %{host} %t.shared

// RUN: %clang -O1 -x c-header %{header} %ompscan_all_versions_flags -o %t.pch
// RUN: %clang -O1 -include-pch %t.pch %{programs}/precompiled-header.c %ompscan_all_versions_flags %ompscan_libs -o %t.from-pch
// RUN: %{host} %t.from-pch

// RUN: %clangxx -std=c++20 --precompile %{programs}/Inputs/modules-sums.cppm %ompscan_all_versions_flags -o %t.sums.pcm
// RUN: %clangxx -std=c++20 -c %t.sums.pcm %ompscan_all_versions_flags -o %t.sums.o
// RUN: %clangxx -std=c++20 -DMODULE %s %t.sums.o %ompscan_all_versions_flags %ompscan_libs -fmodule-file=sums=%t.sums.pcm -o %t.module
// RUN: %{host} %t.module

#include <cstdio>

#ifdef MODULE
#include <vector>
import sums;

int main() {
  std::vector<int> x(100, 2), y(100);
  sum(y, x);
  return y[99] == 198 ? 0 : 1;
}
#else

template <typename T> void sum(T *y, const T *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

inline void largest(int *y, const int *x, int n) {
#pragma omp parallel for scan(max : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] > x[i] ? y[i - 1] : x[i];
}

void part(int *y, int *z, const int *x, int n);

#ifdef PART
void part(int *y, int *z, const int *x, int n) {
  sum(y, x, n);
  largest(z, x, n);
}
#else
int main() {
  constexpr int n = 1000;
  static int x[n], y[n], z[n], sums[n], most[n];
  for (int i = 0; i < n; i++)
    x[i] = i * 7919 % 1000;
  part(y, z, x, n);
  sum(sums, x, n);
  largest(most, x, n);
  int total = 0, max = 0;
  for (int i = 1; i < n; i++) {
    total += x[i];
    max = x[i] > max ? x[i] : max;
    if (y[i] != total || z[i] != max || sums[i] != total || most[i] != max) {
      std::printf("%d: %d, %d, %d and %d, expected %d and %d\n", i, y[i], z[i],
                  sums[i], most[i], total, max);
      return 1;
    }
  }
  std::puts("ok");
}
#endif
#endif
