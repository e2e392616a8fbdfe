//===- Loops.cpp - The loops of the self-test -----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiled by Clang with the plugin of the same build, as the loops of a
/// user's program are.
///
//===----------------------------------------------------------------------===//

#include "Loops.h"
#include <cstdint>
#include <cstring>

#ifndef __OMPSCAN__
#error "the loops need the plugin"
#endif

namespace ompscan::info {

namespace {

/// Values that look random, the same ones in each run.
class Generator {
public:
  uint32_t operator()() {
    State = State * 1664525u + 1013904223u;
    return State >> 8;
  }

private:
  uint32_t State = 12345;
};

template <typename T> std::vector<T> randomIntegers(size_t N) {
  Generator Random;
  std::vector<T> X(N);
  for (T &V : X)
    V = static_cast<T>(Random());
  return X;
}

/// Numbers of -3 to 3, whose sums are exact in every order.
template <typename T> std::vector<T> randomNumbers(size_t N) {
  Generator Random;
  std::vector<T> X(N);
  for (T &V : X)
    V = static_cast<T>(Random() % 7) - 3;
  return X;
}

/// \p N elements with a pattern that no loop stores.
template <typename T> std::vector<T> poisoned(size_t N) {
  std::vector<T> Y(N);
  std::memset(static_cast<void *>(Y.data()), 0xA5, N * sizeof(T));
  return Y;
}

template <typename T>
std::string compare(const std::vector<T> &Found,
                    const std::vector<T> &Expected) {
  for (size_t I = 0; I != Expected.size(); ++I)
    if (!(Found[I] == Expected[I]))
      return "element " + std::to_string(I) + " of " +
             std::to_string(Expected.size()) + " is wrong";
  return "";
}

std::string compare(const char *Name, int64_t Found, int64_t Expected) {
  if (Found == Expected)
    return "";
  return std::string(Name) + " is " + std::to_string(Found) + " and not " +
         std::to_string(Expected);
}

template <typename T> std::string sums(const std::vector<T> &X) {
  const int64_t n = X.size();
  std::vector<T> Expected = poisoned<T>(n + 1), Y = Expected;
  Expected[0] = Y[0] = 5;
  for (int64_t I = 0; I != n; ++I)
    Expected[I + 1] = Expected[I] + X[I];
  const T *x = X.data();
  T *y = Y.data();
#pragma omp target map(to : x[0 : n]) map(tofrom : y[0 : n + 1])
#pragma omp parallel for scan(+ : y)
  for (int64_t i = 1; i <= n; ++i)
    y[i] = y[i - 1] + x[i - 1];
  return compare(Y, Expected);
}

std::string sumsOfInt(size_t N) { return sums(randomIntegers<uint32_t>(N)); }
std::string sumsOfFloat(size_t N) { return sums(randomNumbers<float>(N)); }
std::string sumsOfDouble(size_t N) { return sums(randomNumbers<double>(N)); }

std::string products(size_t N) {
  const int64_t n = N;
  std::vector<uint64_t> Y = randomIntegers<uint64_t>(n);
  for (uint64_t &V : Y)
    V |= 1;
  std::vector<uint64_t> Expected = Y;
  for (int64_t I = 1; I < n; ++I)
    Expected[I] = Expected[I] * Expected[I - 1];
  uint64_t *y = Y.data();
#pragma omp target map(tofrom : y[0 : n])
#pragma omp parallel for scan(* : y)
  for (int64_t i = 1; i < n; ++i)
    y[i] *= y[i - 1];
  return compare(Y, Expected);
}

std::string maximaFromRight(size_t N) {
  const int64_t n = N;
  std::vector<uint8_t> X = randomIntegers<uint8_t>(n);
  std::vector<uint8_t> Expected = poisoned<uint8_t>(n), Y = Expected;
  if (n > 0)
    Expected[n - 1] = Y[n - 1] = 3;
  for (int64_t I = n - 2; I >= 0; --I)
    Expected[I] = X[I] > Expected[I + 1] ? X[I] : Expected[I + 1];
  const uint8_t *x = X.data();
  uint8_t *y = Y.data();
#pragma omp target map(to : x[0 : n]) map(tofrom : y[0 : n])
#pragma omp parallel for scan(max : y)
  for (int64_t i = n - 2; i >= 0; --i)
    y[i] = x[i] > y[i + 1] ? x[i] : y[i + 1];
  return compare(Y, Expected);
}

/// v -> a v + b.
struct Map {
  uint64_t A, B;

  bool operator==(const Map &M) const { return A == M.A && B == M.B; }
};

/// \p First, then \p Second: not commutative.
Map operator*(Map First, Map Second) {
  return {First.A * Second.A, First.B * Second.A + Second.B};
}
#pragma omp declare scan(* : Map : omp_out = omp_out * omp_in)

std::string compositions(size_t N) {
  const int64_t n = N;
  Generator Random;
  std::vector<Map> X(n);
  for (Map &M : X)
    M = {Random() | 1, Random()};
  std::vector<Map> Expected = poisoned<Map>(n + 1), Y = Expected;
  Expected[0] = Y[0] = {3, 4};
  for (int64_t I = 0; I != n; ++I)
    Expected[I + 1] = {Expected[I].A * X[I].A, Expected[I].B * X[I].A + X[I].B};
  const Map *x = X.data();
  Map *y = Y.data();
#pragma omp target map(to : x[0 : n]) map(tofrom : y[0 : n + 1])
#pragma omp parallel for scan(* : y)
  for (int64_t i = 0; i < n; ++i)
    y[i + 1] = y[i] * x[i];
  return compare(Y, Expected);
}

std::string selection(size_t N) {
  const int64_t n = N;
  std::vector<int32_t> X = randomNumbers<int32_t>(n);
  std::vector<int32_t> Expected = poisoned<int32_t>(n), Y = Expected;
  int64_t Kept = 0, k = 0;
  for (int64_t I = 0; I != n; ++I)
    if (X[I] > 0)
      Expected[Kept++] = static_cast<int32_t>(I);
  const int32_t *x = X.data();
  int32_t *y = Y.data();
#pragma omp target map(to : x[0 : n]) map(tofrom : y[0 : n], k)
#pragma omp parallel for scan(+ : k)
  for (int64_t i = 0; i < n; ++i)
    if (x[i] > 0)
      y[k++] = static_cast<int32_t>(i);
  const std::string Problem = compare("the number", k, Kept);
  return Problem.empty() ? compare(Y, Expected) : Problem;
}

std::string selectionInPlace(size_t N) {
  const int64_t n = N;
  std::vector<int32_t> Y = randomNumbers<int32_t>(n);
  std::vector<int32_t> Expected;
  for (int32_t V : Y)
    if (V > 0)
      Expected.push_back(V);
  int64_t k = 0;
  int32_t *y = Y.data();
#pragma omp target map(tofrom : y[0 : n], k)
#pragma omp parallel for scan(+ : k)
  for (int64_t i = 0; i < n; ++i)
    if (y[i] > 0)
      y[k++] = y[i];
  const std::string Problem = compare("the number", k, Expected.size());
  return Problem.empty() ? compare(Y, Expected) : Problem;
}

std::string reductions(size_t N) {
  const int64_t n = N;
  std::vector<int32_t> X = randomIntegers<int32_t>(n);
  std::vector<int32_t> Expected = poisoned<int32_t>(n), Y = Expected;
  int64_t Sum = 7, s = 7;
  int32_t Largest = -1, m = -1;
  for (int64_t I = 0; I != n; ++I) {
    Expected[I] = X[I] / 2;
    Sum += X[I];
    Largest = X[I] > Largest ? X[I] : Largest;
  }
  const int32_t *x = X.data();
  int32_t *y = Y.data();
#pragma omp target teams distribute parallel for map(to : x[0 : n])            \
    map(from : y[0 : n]) map(tofrom : s, m) reduction(+ : s)                   \
    reduction(max : m)
  for (int64_t i = 0; i < n; ++i) {
    y[i] = x[i] / 2;
    s += x[i];
    m = x[i] > m ? x[i] : m;
  }
  std::string Problem = compare("the sum", s, Sum);
  if (Problem.empty())
    Problem = compare("the maximum", m, Largest);
  return Problem.empty() ? compare(Y, Expected) : Problem;
}

} // namespace

const std::vector<TestLoop> &testLoops() {
  static const std::vector<TestLoop> Loops = {
      {"sums of 4-byte integers", false, sumsOfInt},
      {"products of 8-byte integers, in place", false, products},
      {"maxima of bytes, from the right", false, maximaFromRight},
      {"sums of float", false, sumsOfFloat},
      {"sums of double", true, sumsOfDouble},
      {"compositions of affine maps, 16 bytes", false, compositions},
      {"selection", false, selection},
      {"selection in place", false, selectionInPlace},
      {"reductions", false, reductions},
  };
  return Loops;
}

const char *compilerOfLoops() {
#define OMPSCAN_TEXT_OF(V) #V
#define OMPSCAN_TEXT(V) OMPSCAN_TEXT_OF(V)
  return OMPSCAN_TEXT(__clang_major__) "." OMPSCAN_TEXT(
      __clang_minor__) "." OMPSCAN_TEXT(__clang_patchlevel__);
}

} // namespace ompscan::info
