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
/// The loops that say what primitives do, under the primitives' names.
///
//===----------------------------------------------------------------------===//

#include "SlidesBench.h"
#include <algorithm>
#include <iterator>

using namespace ompscan::bench;

namespace {

uint64_t keep(uint32_t *X, uint64_t N, uint32_t Limit) {
  uint64_t K = 0;
#pragma omp parallel for scan(+ : K)
  for (uint64_t I = 0; I < N; ++I)
    if (X[I] < Limit)
      X[K++] = X[I];
  return K;
}

uint64_t copy(const uint32_t *X, uint32_t *Y, uint64_t N, uint32_t Limit) {
  uint64_t K = 0;
#pragma omp parallel for scan(+ : K)
  for (uint64_t I = 0; I < N; ++I)
    if (X[I] < Limit)
      Y[K++] = X[I];
  return K;
}

uint64_t unique(uint32_t *X, uint64_t N) {
  uint64_t K = 1;
#pragma omp parallel for scan(+ : K)
  for (uint64_t I = 1; I < N; ++I)
    if (X[I] != X[I - 1])
      X[K++] = X[I];
  return K;
}

void measureAll(const Bench &B) {
  const std::vector<uint32_t> X = elements(B.N);
  std::vector<uint32_t> Data, Out(B.N), Wanted;
  uint64_t Kept = 0;
  const auto Run = [&](const std::string &Name,
                       const std::vector<uint32_t> &Have,
                       const std::function<void()> &Prepare,
                       const std::function<void()> &Call) {
    if (B.wants(Name))
      B.measure(Name, B.N, 4 * (B.N + Wanted.size()), Prepare, Call, [&] {
        return Kept == Wanted.size() &&
               std::equal(Wanted.begin(), Wanted.end(), Have.begin());
      });
  };
  for (const Fraction &F : Fractions) {
    Wanted.clear();
    std::copy_if(X.begin(), X.end(), std::back_inserter(Wanted),
                 [&](uint32_t E) { return E < F.Limit; });
    Run(
        keptName(SelectInPlace, F), Data, [&] { Data = X; },
        [&] { Kept = keep(Data.data(), B.N, F.Limit); });
    Run(
        keptName(SelectCopy, F), Out, [] {},
        [&] { Kept = copy(X.data(), Out.data(), B.N, F.Limit); });
  }
  std::vector<uint32_t> Bits(X);
  for (uint32_t &E : Bits)
    E &= 1;
  Wanted.clear();
  std::unique_copy(Bits.begin(), Bits.end(), std::back_inserter(Wanted));
  Run(
      UniqueInPlace, Data, [&] { Data = Bits; },
      [&] { Kept = unique(Data.data(), B.N); });
}

} // namespace

int main(int Count, char **Values) {
  if (Count < 2 || std::atoi(Values[1]) < 1 || std::atoi(Values[1]) > 32) {
    std::fprintf(stderr, "usage: ompscan-bench-slide-loops LOG2 [NAME]\n");
    return 2;
  }
  // Kernels are timed.
  setenv("OMPSCAN_REPEAT", "1", /*overwrite=*/1);
  measureAll(Bench(static_cast<unsigned>(std::atoi(Values[1])),
                   Count > 2 ? Values[2] : ""));
  return 0;
}
