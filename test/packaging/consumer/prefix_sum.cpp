// A running maximum in C++, checked against the same loop without the clause.

#include <algorithm>
#include <cstdio>
#include <memory>

#if !defined(_OPENMP) || !defined(__OMPSCAN__)
#error "the package's compile options are missing"
#endif

template <typename T> static void runningMaximum(const T *x, T *y, int n) {
#pragma omp parallel for scan(max : y)
  for (int i = 1; i < n; i++)
    y[i] = x[i] > y[i - 1] ? x[i] : y[i - 1];
}

int main() {
  constexpr int n = 100003;
  auto x = std::make_unique<float[]>(n);
  auto y = std::make_unique<float[]>(n);
  for (int i = 0; i < n; i++)
    x[i] = static_cast<float>(i * 7919L % 104729);

  y[0] = x[0];
  runningMaximum(x.get(), y.get(), n);

  float maximum = x[0];
  for (int i = 1; i < n; i++) {
    maximum = std::max(maximum, x[i]);
    if (y[i] != maximum) {
      std::fprintf(stderr, "y[%d] is %g, not %g\n", i, y[i], maximum);
      return 1;
    }
  }
  std::puts("C++: correct");
  return 0;
}
