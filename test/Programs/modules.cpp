// Scans of containers and members, which need declarations of the plugin, in
// C++20 module units and in a file that imports them.

// RUN: %clangxx -std=c++20 --precompile %S/Inputs/modules-sums.cppm %ompscan_native_flags -o %t.sums.pcm
// RUN: %clangxx -std=c++20 --precompile %S/Inputs/modules-totals.cppm %ompscan_native_flags -fmodule-file=sums=%t.sums.pcm -o %t.totals.pcm
// RUN: %clangxx -std=c++20 -c %S/Inputs/modules-totals.cpp %ompscan_native_flags -fmodule-file=sums=%t.sums.pcm -fmodule-file=totals=%t.totals.pcm -o %t.unit.o
// RUN: %clangxx -std=c++20 %t.sums.pcm -c %ompscan_native_flags -o %t.sums.o
// RUN: %clangxx -std=c++20 %t.totals.pcm -c %ompscan_native_flags -fmodule-file=sums=%t.sums.pcm -o %t.totals.o
// RUN: %clangxx -std=c++20 %s %t.sums.o %t.totals.o %t.unit.o %ompscan_native_flags %ompscan_libs -fmodule-file=sums=%t.sums.pcm -fmodule-file=totals=%t.totals.pcm -o %t
// RUN: %run %t
// RUN: env OMPSCAN_DEVICE=host %run %t

#include <cstdio>
#include <vector>
import sums;
import totals;

int main() {
  const int n = 100;
  std::vector<int> x(n), y(n), z(n);
  for (int i = 0; i < n; i++)
    x[i] = i % 7 - 2;
  sum(y, x);
#pragma omp parallel for scan(+ : z)
  for (int i = 1; i < n; i++)
    z[i] = z[i - 1] + x[i];
  Total total;
  std::vector<int> inlined(n, 99), apart(n, 99);
  total.add(inlined.data(), x.data(), n);
  total.addApart(apart.data(), x.data(), n);
  int want = 0, all = total.value;
  for (int i = 0; i < n; i++)
    all -= 2 * x[i];
  for (int i = 0; i < n; i++) {
    if (i > 0)
      want += x[i];
    if (y[i] != want || z[i] != want || inlined[i] != want + x[0] ||
        apart[i] != inlined[n - 1] + want + x[0] || all != 0) {
      std::printf("%d: %d, %d, %d and %d, expected %d; %d\n", i, y[i], z[i],
                  inlined[i], apart[i], want, all);
      return 1;
    }
  }
  std::puts("ok");
}
