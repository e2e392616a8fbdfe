// Integers of one and two bytes, which the host's cores combine in vector
// registers: all lengths around those of a register and of several.
// RUN: %clangxx -std=c++17 -O1 %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=1 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=3 %run_tiny %t

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

template <typename T> void sums(T *y, const T *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = T(y[i - 1] + x[i]);
}

template <typename T> void largest(T *y, const T *x, int n) {
#pragma omp parallel for scan(max : y)
  for (int i = 1; i < n; i++)
    y[i] = std::max(y[i - 1], x[i]);
}

template <typename T> T parities(T *y, const T *x, int n) {
  T value = 5;
#pragma omp parallel for scan(^ : value)
  for (int i = 0; i < n; i++) {
    y[i] = value;
    value ^= x[i];
  }
  return value;
}

// Stores every second element, which vectors do not.
template <typename T> T apart(T *y, const T *x, int n) {
  T value = 5;
#pragma omp parallel for scan(+ : value)
  for (int i = 0; i < n; i++) {
    value += x[i];
    y[2 * i] = value;
  }
  return value;
}

template <typename T> bool isRight(int n) {
  std::vector<T> x(n), y(2 * n, T(-77)), expected(2 * n, T(-77));
  uint32_t random = uint32_t(n);
  for (T &each : x) {
    random = random * 1664525u + 1013904223u;
    each = T(random >> 13);
  }
  y[0] = expected[0] = x[0];
  for (int i = 1; i < n; i++)
    expected[i] = T(expected[i - 1] + x[i]);
  sums(y.data(), x.data(), n);
  if (y != expected)
    return false;

  std::fill(y.begin() + 1, y.end(), T(-77));
  for (int i = 1; i < n; i++)
    expected[i] = std::max(expected[i - 1], x[i]);
  largest(y.data(), x.data(), n);
  if (y != expected)
    return false;

  std::fill(y.begin(), y.end(), T(-77));
  T value = 5;
  for (int i = 0; i < n; i++) {
    expected[i] = value;
    value ^= x[i];
  }
  if (parities(y.data(), x.data(), n) != value || y != expected)
    return false;

  std::fill(y.begin(), y.end(), T(-77));
  std::fill(expected.begin(), expected.end(), T(-77));
  value = 5;
  for (int i = 0; i < n; i++)
    expected[2 * i] = value = T(value + x[i]);
  return apart(y.data(), x.data(), n) == value && y == expected;
}

template <typename T> int wrongLengths(const char *type) {
  int wrong = 0;
  for (int n = 1; n < 1000; n += n < 140 ? 1 : 43)
    if (!isRight<T>(n)) {
      std::printf("%s: n = %d\n", type, n);
      wrong++;
    }
  return wrong;
}

int main() {
  return wrongLengths<uint8_t>("uint8_t") + wrongLengths<int8_t>("int8_t") +
         wrongLengths<uint16_t>("uint16_t") + wrongLengths<int16_t>("int16_t");
}
