//===- SlidesClassic.cpp - Algorithms of the literature measured ----------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ompscan-bench-classic LOG2 [PART-OF-A-NAME]
///
/// Algorithms of the literature (classic/Classic.h) under the names of what
/// they do. Up to 256 elements they are those of a single work-group.
///
//===----------------------------------------------------------------------===//

#include "Classic.h"
#include "SlidesBench.h"
#include <numeric>

using namespace ompscan::bench;

namespace {

constexpr ompscan_predicate Add{"uint", "+", nullptr, nullptr, 0};

void scans(const Bench &B, const std::vector<uint32_t> &Host,
           Resident<uint32_t> &X, Resident<uint32_t> &Out) {
  std::vector<uint32_t> Wanted(B.N);
  std::partial_sum(Host.begin(), Host.end(), Wanted.begin());
  for (const char *Name : {"hillis-steele", "blelloch"})
    B.measure(
        ScanSum, B.N, 8 * B.N, [] {},
        [&] {
          need(classicScan(Name, X.data(), Out.data(), B.N, 4, &Add), Name);
        },
        [&] { return beginsWith(Out, Wanted); }, Name);
}

void reductions(const Bench &B, const std::vector<uint32_t> &Host,
                Resident<uint32_t> &X) {
  const uint32_t Wanted = std::accumulate(Host.begin(), Host.end(), 0u);
  for (const char *Name : {"interleaved", "sequential", "shuffle"}) {
    uint32_t Sum = ~Wanted;
    const auto Reduce = [&] {
      return classicReduce(Name, X.data(), B.N, 4, &Add, &Sum);
    };
    if (Reduce() == OMPSCAN_ERROR_DEVICE) {
      std::fprintf(stderr, "%s is passed over: %s\n", Name,
                   ompscan_last_error());
      continue;
    }
    B.measure(
        ReduceSum, B.N, 4 * B.N, [] {}, [&] { need(Reduce(), Name); },
        [&] { return Sum == Wanted; },
        std::string(Name) == "shuffle" ? "shuffle"
                                       : std::string(Name) + " addressing");
  }
}

void compactions(const Bench &B, const std::vector<uint32_t> &Host,
                 Resident<uint32_t> &X, Resident<uint32_t> &Out) {
  for (const Fraction &F : Fractions) {
    if (!B.wants(keptName(SelectCopy, F)))
      continue;
    const std::vector<uint32_t> Wanted =
        filtered(Host, [&](uint32_t E) { return E < F.Limit; });
    const ompscan_argument Limit{"uint", "limit", &F.Limit, 4};
    const ompscan_predicate Keep{"uint", "x < limit", nullptr, &Limit, 1};
    size_t Kept = 0;
    for (const char *Name : {"staged", "scattered"})
      B.measure(
          keptName(SelectCopy, F), B.N, 4 * (B.N + Wanted.size()), [] {},
          [&] {
            need(
                classicCopyIf(Name, X.data(), Out.data(), B.N, 4, &Keep, &Kept),
                Name);
          },
          [&] { return Kept == Wanted.size() && beginsWith(Out, Wanted); },
          std::string("three phases, ") + Name);
  }
}

} // namespace

int main(int Count, char **Values) {
  return benchMain(Count, Values, [](const Bench &B) {
    const std::vector<uint32_t> Host = elements(B.N);
    Resident<uint32_t> X(Host), Out(B.N);
    if (B.wants(ScanSum))
      scans(B, Host, X, Out);
    if (B.wants(ReduceSum))
      reductions(B, Host, X);
    compactions(B, Host, X, Out);
  });
}
