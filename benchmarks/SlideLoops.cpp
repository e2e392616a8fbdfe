//===- SlideLoops.cpp - Loops that keep elements, measured ----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ompscan-bench-slide-loops LOG2 [PART-OF-A-NAME]
///
/// The loops that say what primitives do, under the primitives' names, on data
/// that lies on the device.
///
//===----------------------------------------------------------------------===//

#include "SlidesBench.h"
#include <algorithm>
#include <iterator>
#include <numeric>

using namespace ompscan::bench;

namespace {

uint64_t keep(uint32_t *X, uint64_t N, uint32_t Limit) {
  uint64_t K = 0;
#pragma omp target parallel for scan(+ : K)
  for (uint64_t I = 0; I < N; ++I)
    if (X[I] < Limit)
      X[K++] = X[I];
  return K;
}

uint64_t copy(const uint32_t *X, uint32_t *Y, uint64_t N, uint32_t Limit) {
  uint64_t K = 0;
#pragma omp target parallel for scan(+ : K)
  for (uint64_t I = 0; I < N; ++I)
    if (X[I] < Limit)
      Y[K++] = X[I];
  return K;
}

uint64_t unique(uint32_t *X, uint64_t N) {
  uint64_t K = 1;
#pragma omp target parallel for scan(+ : K)
  for (uint64_t I = 1; I < N; ++I)
    if (X[I] != X[I - 1])
      X[K++] = X[I];
  return K;
}

uint64_t partition(const uint32_t *X, uint32_t *Y, uint32_t *Z, uint64_t N,
                   uint32_t Limit) {
  uint64_t K = 0, J = 0;
#pragma omp target parallel for scan(+ : K, J)
  for (uint64_t I = 0; I < N; ++I)
    if (X[I] < Limit)
      Y[K++] = X[I];
    else
      Z[J++] = X[I];
  return K;
}

uint32_t reduce(const uint32_t *X, uint64_t N) {
  uint32_t S = 0;
#pragma omp target teams distribute parallel for reduction(+ : S)
  for (uint64_t I = 0; I < N; ++I)
    S += X[I];
  return S;
}

/// With an accumulator: no place of y is shared by two iterations.
void scan(const uint32_t *X, uint32_t *Y, uint64_t N) {
  uint32_t S = 0;
#pragma omp target parallel for scan(+ : S)
  for (uint64_t I = 0; I < N; ++I) {
    S += X[I];
    Y[I] = S;
  }
}

void measureSelections(const Bench &B) {
  bool HasFraction = false;
  for (const Fraction &F : Fractions)
    HasFraction |=
        B.wantsAny({keptName(SelectInPlace, F), keptName(SelectCopy, F)});
  if (!HasFraction && !B.wants(UniqueInPlace))
    return;
  const std::vector<uint32_t> Host = elements(B.N);
  Resident<uint32_t> X(Host), Data(B.N), Out(B.N);
  std::vector<uint32_t> Wanted;
  uint64_t Kept = 0;
  const auto Run = [&](const std::string &Name, Resident<uint32_t> &Have,
                       const std::function<void()> &Prepare,
                       const std::function<void()> &Call) {
    if (B.wants(Name))
      B.measure(Name, B.N, 4 * (B.N + Wanted.size()), Prepare, Call, [&] {
        return Kept == Wanted.size() && beginsWith(Have, Wanted);
      });
  };
  for (const Fraction &F : Fractions) {
    if (!B.wantsAny({keptName(SelectInPlace, F), keptName(SelectCopy, F)}))
      continue;
    Wanted = filtered(Host, [&](uint32_t E) { return E < F.Limit; });
    Run(
        keptName(SelectInPlace, F), Data, [&] { Data.take(X); },
        [&] { Kept = keep(Data.data(), B.N, F.Limit); });
    Run(
        keptName(SelectCopy, F), Out,
        [&] {
          if (usesHostClock()) // The last result is checked, too.
            Out.spoil();
        },
        [&] { Kept = copy(X.data(), Out.data(), B.N, F.Limit); });
  }
  if (!B.wants(UniqueInPlace))
    return;
  std::vector<uint32_t> HostBits(Host);
  for (uint32_t &E : HostBits)
    E &= 1;
  Wanted.clear();
  std::unique_copy(HostBits.begin(), HostBits.end(),
                   std::back_inserter(Wanted));
  Resident<uint32_t> Bits(HostBits);
  Run(
      UniqueInPlace, Data, [&] { Data.take(Bits); },
      [&] { Kept = unique(Data.data(), B.N); });
}

void measureOthers(const Bench &B) {
  if (!B.wantsAny({PartitionCopy, ReduceSum}))
    return;
  const std::vector<uint32_t> Host = elements(B.N);
  Resident<uint32_t> X(Host), Out(B.N), Rest(B.N);
  const auto Holds = [](uint32_t E) { return E < Half.Limit; };
  const std::vector<uint32_t> Kept = filtered(Host, Holds);
  const std::vector<uint32_t> Others =
      filtered(Host, [&](uint32_t E) { return !Holds(E); });
  uint64_t Count = 0;
  if (B.wants(PartitionCopy))
    B.measure(
        PartitionCopy, B.N, 8 * B.N, [] {},
        [&] {
          Count = partition(X.data(), Out.data(), Rest.data(), B.N, Half.Limit);
        },
        [&] {
          return Count == Kept.size() && beginsWith(Out, Kept) &&
                 beginsWith(Rest, Others);
        });
  uint32_t Sum = 0;
  if (B.wants(ReduceSum))
    B.measure(
        ReduceSum, B.N, 4 * B.N, [] {}, [&] { Sum = reduce(X.data(), B.N); },
        [&] { return Sum == std::accumulate(Host.begin(), Host.end(), 0u); });
}

/// Under the names of segmented scans, too, whose measure it is.
void measureScans(const Bench &B) {
  if (!B.wantsAny({ScanSum, SegmentedScanFlags, SegmentedScanOffsets,
                   SegmentedScanKeys}))
    return;
  const std::vector<uint32_t> Host = elements(B.N);
  std::vector<uint32_t> Wanted(B.N);
  std::partial_sum(Host.begin(), Host.end(), Wanted.begin());
  Resident<uint32_t> X(Host), Out(B.N);
  for (const char *Name :
       {ScanSum, SegmentedScanFlags, SegmentedScanOffsets, SegmentedScanKeys})
    if (B.wants(Name))
      B.measure(
          Name, B.N, 8 * B.N, [] {}, [&] { scan(X.data(), Out.data(), B.N); },
          [&] { return beginsWith(Out, Wanted); },
          Name == ScanSum ? "" : "plain scan, " + B.who());
}

} // namespace

int main(int Count, char **Values) {
  return benchMain(Count, Values, [](const Bench &B) {
    measureSelections(B);
    measureOthers(B);
    measureScans(B);
  });
}
