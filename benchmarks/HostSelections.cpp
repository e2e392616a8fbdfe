//===- HostSelections.cpp - Compactions on the host's cores ---------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ompscan-bench-host-selections[-plain|-gcc] LOG2|n=N [PART-OF-A-LOOP'S-NAME]
///
/// Compactions of arrays: elements above a limit, their places, and elements
/// whose byte of a mask is set. Half of the elements are kept, one in a hundred
/// or all, in no order. Compiled by the plugin, this has the annotated loops;
/// otherwise it is a peer: the loops as they are, or with OpenMP those over a
/// part for each thread, written by hand. All times are those of whole calls by
/// the host's clock.
///
//===----------------------------------------------------------------------===//

#include "HostProgram.h"
#include "ScanData.h"
#ifdef _OPENMP
#include <omp.h>
#endif
#include <algorithm>
#include <string>
#include <vector>

using namespace ompscan::bench;

namespace {

#if defined(_OPENMP) && defined(OMPSCAN_BENCH_COMPILER)

/// Each thread counts what \p Keeps in its part of \p N iterations, and stores
/// it by \p Store behind what the threads on its left keep. Nothing is kept in
/// between: iterations are read twice.
template <typename Condition, typename Function>
int64_t selectByParts(int64_t N, Condition Keeps, Function Store) {
  std::vector<int64_t> Counts(static_cast<size_t>(omp_get_max_threads()) + 1);
  int64_t Total = 0;
#pragma omp parallel
  {
    const int64_t Part = omp_get_thread_num(), Parts = omp_get_num_threads();
    const int64_t Begin = N * Part / Parts, End = N * (Part + 1) / Parts;
    int64_t Count = 0;
    for (int64_t I = Begin; I < End; ++I)
      Count += Keeps(I);
    Counts[size_t(Part)] = Count;
#pragma omp barrier
    int64_t K = 0;
    for (int64_t I = 0; I < Part; ++I)
      K += Counts[size_t(I)];
    for (int64_t I = Begin; I < End; ++I)
      if (Keeps(I))
        Store(K++, I);
    if (Part == Parts - 1)
      Total = K;
  }
  return Total;
}

template <typename T>
int64_t selectAbove(const T *x, T *y, int64_t n, T limit) {
  return selectByParts(
      n, [=](int64_t i) { return x[i] > limit; },
      [=](int64_t k, int64_t i) { y[k] = x[i]; });
}

int64_t placesAbove(const float *x, int *y, int64_t n, float limit) {
  return selectByParts(
      n, [=](int64_t i) { return x[i] > limit; },
      [=](int64_t k, int64_t i) { y[k] = int(i); });
}

int64_t selectMarked(const uint8_t *mask, const float *x, float *y, int64_t n) {
  return selectByParts(
      n, [=](int64_t i) { return mask[i] != 0; },
      [=](int64_t k, int64_t i) { y[k] = x[i]; });
}

#else

// Without the plugin, these pragmas mean nothing.

template <typename T>
int64_t selectAbove(const T *x, T *y, int64_t n, T limit) {
  int64_t k = 0;
#pragma omp parallel for scan(+ : k)
  for (int64_t i = 0; i < n; i++)
    if (x[i] > limit)
      y[k++] = x[i];
  return k;
}

int64_t placesAbove(const float *x, int *y, int64_t n, float limit) {
  int64_t k = 0;
#pragma omp parallel for scan(+ : k)
  for (int64_t i = 0; i < n; i++)
    if (x[i] > limit)
      y[k++] = int(i);
  return k;
}

int64_t selectMarked(const uint8_t *mask, const float *x, float *y, int64_t n) {
  int64_t k = 0;
#pragma omp parallel for scan(+ : k)
  for (int64_t i = 0; i < n; i++)
    if (mask[i])
      y[k++] = x[i];
  return k;
}

#endif

/// How many elements of a hundred a loop keeps.
constexpr unsigned Shares[] = {50, 1, 100};

/// A number from 0 to 99 that says of iteration \p I for which shares it is
/// kept: for those above.
unsigned rankAt(uint64_t I) { return mix(I) % 100; }
bool isKept(unsigned Share, uint64_t I) { return rankAt(I) < Share; }

/// Measures \p Loop, which stores \p At of the iterations that are kept to \p Y
/// and returns their number. Nothing behind them may change.
template <typename T, typename Call, typename Function>
bool measure(const Request &R, const std::string &What, unsigned Share,
             uint64_t BytesOfRead, std::vector<T> &Y, Call Loop, Function At) {
  const std::string Name = What + ", " + std::to_string(Share) + " % kept";
  if (!R.wants(Name))
    return true;
  std::vector<T> Expected(R.N, T(77));
  uint64_t Kept = 0;
  for (uint64_t I = 0; I != R.N; ++I)
    if (isKept(Share, I))
      Expected[Kept++] = At(I);
  int64_t Count = -1;
  const auto Prepare = [&] { std::fill(Y.begin(), Y.end(), T(77)); };
  const std::vector<double> Times =
      timesOf(Prepare, [&] { Count = Loop(Y.data()); }, callsOfRun(R.N));
  if (Count != int64_t(Kept) || Y != Expected)
    return reportWrong(Name, who());
  report(Name.c_str(), who(), R.N, R.N * BytesOfRead + Kept * sizeof(T), Times);
  return true;
}

/// Elements are 100 less their rank: those above 100 less a share are kept.
template <typename T> bool measureElements(const Request &R, const char *Type) {
  const auto N = static_cast<int64_t>(R.N);
  const std::string Elements = std::string("compaction of ") + Type;
  const auto At = [](uint64_t I) { return T(100 - rankAt(I)); };
  std::vector<T> X(R.N), Y(R.N);
  for (uint64_t I = 0; I != R.N; ++I)
    X[I] = At(I);
  bool IsFine = true;
  for (const unsigned Share : Shares)
    IsFine &= measure(
        R, Elements, Share, sizeof(T), Y,
        [&](T *To) { return selectAbove(X.data(), To, N, T(100 - Share)); },
        At);
  return IsFine;
}

bool measurePlaces(const Request &R) {
  const auto N = static_cast<int64_t>(R.N);
  std::vector<float> X(R.N);
  std::vector<int> Y(R.N);
  for (uint64_t I = 0; I != R.N; ++I)
    X[I] = float(100 - rankAt(I));
  bool IsFine = true;
  for (const unsigned Share : Shares)
    IsFine &= measure(
        R, "places of float", Share, sizeof(float), Y,
        [&](int *To) {
          return placesAbove(X.data(), To, N, float(100 - Share));
        },
        [](uint64_t I) { return int(I); });
  return IsFine;
}

bool measureMarked(const Request &R) {
  const auto N = static_cast<int64_t>(R.N);
  const auto At = [](uint64_t I) { return float(mix(I)); };
  std::vector<float> X(R.N), Y(R.N);
  std::vector<uint8_t> Mask(R.N);
  for (uint64_t I = 0; I != R.N; ++I)
    X[I] = At(I);
  bool IsFine = true;
  for (const unsigned Share : Shares) {
    for (uint64_t I = 0; I != R.N; ++I)
      Mask[I] = isKept(Share, I);
    IsFine &= measure(
        R, "float by a mask", Share, 1 + sizeof(float), Y,
        [&](float *To) { return selectMarked(Mask.data(), X.data(), To, N); },
        At);
  }
  return IsFine;
}

} // namespace

int main(int Count, char **Values) {
  const Request R(Count, Values);
  informOfProgram();
  bool IsFine = measureElements<float>(R, "float");
  IsFine &= measureElements<double>(R, "double");
  IsFine &= measureElements<uint8_t>(R, "uint8");
  IsFine &= measurePlaces(R);
  IsFine &= measureMarked(R);
  return IsFine ? 0 : 1;
}
