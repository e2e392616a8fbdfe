// Recurrences of 4 bytes whose operator is one instruction, which the host's
// cores combine in vector registers: all lengths around those of several
// vectors, and all places in one where results may begin.
// RUN: %clangxx -std=c++17 -O1 -ffp-contract=off %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=1 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=2 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=3 %run_tiny %t

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

template <typename T> void sums(T *y, const T *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = T(y[i - 1] + x[i]);
}
template <typename T> void squares(T *y, const T *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = T(y[i - 1] + x[i] * x[i]);
}
template <typename T> void masks(T *y, const T *x, int n) {
#pragma omp parallel for scan(& : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] & x[i];
}
template <typename T> void inPlace(T *y, const T *, int n) {
#pragma omp parallel for scan(^ : y)
  for (int i = 1; i < n; i++)
    y[i] ^= y[i - 1];
}
// The last one of equal numbers, such as -0.0 and 0.0, and the first one.
template <typename T> void largest(T *y, const T *x, int n) {
#pragma omp parallel for scan(max : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] > x[i] ? y[i - 1] : x[i];
}
template <typename T> void smallest(T *y, const T *x, int n) {
#pragma omp parallel for scan(min : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] <= x[i] ? y[i - 1] : x[i];
}

template <typename T> using Loop = void (*)(T *, const T *, int);

/// Compares \p scan with \p step, one by one, where results begin \p place
/// elements into memory.
template <typename T, typename Step>
bool isRight(const char *name, int n, int place, const std::vector<T> &x,
             Loop<T> scan, Step step) {
  std::vector<T> y(n + place + 1, T(-77)), expected = y;
  std::copy(x.begin(), x.end(), y.begin() + place);
  std::copy(x.begin(), x.end(), expected.begin() + place);
  for (int i = 1; i < n; i++)
    expected[place + i] = step(expected[place + i - 1], x[i]);
  scan(y.data() + place, x.data(), n);
  if (std::memcmp(y.data(), expected.data(), y.size() * sizeof(T)) == 0)
    return true;
  std::printf("%s: wrong for %d elements at %d\n", name, n, place);
  return false;
}

template <typename T> std::vector<T> numbers(int n, unsigned range) {
  std::vector<T> x(n);
  uint32_t random = uint32_t(n);
  for (T &each : x) {
    random = random * 1664525u + 1013904223u;
    each = T(int((random >> 9) % range) - int(range / 2));
    if (each == 0 && random & 1)
      each = -each;
  }
  return x;
}

template <typename T> bool integersAreRight(int n, int place) {
  const std::vector<T> x = numbers<T>(n, 1 << 23);
  return isRight<T>("sums", n, place, x, sums<T>,
                    [](T a, T b) { return T(uint32_t(a) + uint32_t(b)); }) &&
         isRight<T>("squares", n, place, x, squares<T>,
                    [](T a, T b) {
                      return T(uint32_t(a) + uint32_t(b) * uint32_t(b));
                    }) &&
         isRight<T>("masks", n, place, x, masks<T>,
                    [](T a, T b) { return a & b; }) &&
         isRight<T>("in place", n, place, x, inPlace<T>,
                    [](T a, T b) { return a ^ b; });
}

template <typename T> bool extremaAreRight(int n, int place, unsigned range) {
  const std::vector<T> x = numbers<T>(n, range);
  return isRight<T>("largest", n, place, x, largest<T>,
                    [](T a, T b) { return a > b ? a : b; }) &&
         isRight<T>("smallest", n, place, x, smallest<T>,
                    [](T a, T b) { return a <= b ? a : b; });
}

bool allAreRight(int n, int place) {
  bool isFine = integersAreRight<int>(n, place) &&
                integersAreRight<unsigned>(n, place);
  for (unsigned range : {2u, 1u << 22})
    isFine = isFine && extremaAreRight<int>(n, place, range) &&
             extremaAreRight<unsigned>(n, place, range) &&
             extremaAreRight<float>(n, place, range);
  return isFine;
}

int main() {
  for (int n = 1; n < 60; ++n)
    for (int place = 0; place < 8; ++place)
      if (!allAreRight(n, place))
        return 1;
  for (int n : {1000, 50001, 300000})
    if (!allAreRight(n, n % 8))
      return 1;
}
