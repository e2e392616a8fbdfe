//===- SlidesSegments.cpp - Reductions and segments measured --------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SlidesGroups.h"
#include <algorithm>
#include <numeric>
#include <ompscan/primitives.hpp>

using namespace ompscan::bench;

namespace {

struct Map {
  uint32_t A, B;
};

void reduceMaps(const Bench &B) {
  if (!B.wants(ReduceAffine))
    return;
  std::vector<Map> Host(std::max<uint64_t>(B.N / 2, 1));
  Map Wanted{1, 0}, Found{};
  for (uint64_t I = 0; I != Host.size(); ++I) {
    Host[I] = {slideElement(2 * I) | 1, slideElement(2 * I + 1)};
    Wanted = {Host[I].A * Wanted.A, Host[I].A * Wanted.B + Host[I].B};
  }
  const ompscan_predicate Compose{
      "struct { uint a, b; }", "compose(x, y)",
      "ompscan_E compose(ompscan_E x, ompscan_E y) {\n"
      "  ompscan_E r; r.a = y.a * x.a; r.b = y.a * x.b + y.b; return r; }",
      nullptr, 0};
  const uint64_t Count = Host.size();
  Resident<Map> Maps(std::move(Host));
  B.measure(
      ReduceAffine, Count, 8 * Count, [] {},
      [&] {
        need(ompscan_reduce(Maps.data(), Count, sizeof(Map), &Compose, nullptr,
                            &Found),
             "ompscan_reduce");
      },
      [&] { return Found.A == Wanted.A && Found.B == Wanted.B; });
}

/// Elements, their keys, and flags where keys begin.
struct Segmented {
  explicit Segmented(const Bench &B)
      : B(B), Host(elements(B.N)), HostKeys(B.N), X(Host), Out(B.N) {
    for (uint64_t I = 0; I != B.N; ++I)
      HostKeys[I] = slideKey(I);
  }

  void reduce();
  void scan();
  void reduceSegments(const char *Name, uint64_t Length);
  void reduceByKey();
  void runLengths();
  void histogram();

  std::vector<unsigned char> flags(uint64_t Length) const {
    std::vector<unsigned char> Flags(B.N);
    for (uint64_t I = 0; I < B.N; I += Length)
      Flags[I] = 1;
    return Flags;
  }

  /// The sums of segments of a length.
  std::vector<uint32_t> sums(uint64_t Length) const {
    std::vector<uint32_t> Sums;
    for (uint64_t I = 0; I < B.N; I += Length)
      Sums.push_back(std::accumulate(
          Host.begin() + I, Host.begin() + std::min(I + Length, B.N), 0u));
    return Sums;
  }

  const Bench &B;
  const std::vector<uint32_t> Host;
  std::vector<uint32_t> HostKeys;
  Resident<uint32_t> X, Out;
};

constexpr ompscan_predicate Add{"uint", "+", nullptr, nullptr, 0};

void Segmented::reduce() {
  if (!B.wants(ReduceSum))
    return;
  uint32_t Sum = 0;
  B.measure(
      ReduceSum, B.N, 4 * B.N, [] {},
      [&] { Sum = ompscan::reduce(X.data(), B.N, 0u); },
      [&] { return Sum == std::accumulate(Host.begin(), Host.end(), 0u); });
}

void Segmented::scan() {
  if (!B.wantsAny(
          {SegmentedScanFlags, SegmentedScanOffsets, SegmentedScanKeys}))
    return;
  std::vector<uint32_t> Wanted(Host);
  for (uint64_t I = 1; I != B.N; ++I)
    Wanted[I] += I % RunLength ? Wanted[I - 1] : 0;
  const auto Measure = [&](const char *Name, uint64_t Bytes,
                           const ompscan_segments &S) {
    Out.spoil();
    B.measure(
        Name, B.N, Bytes, [] {},
        [&] {
          need(ompscan_segmented_scan(X.data(), Out.data(), B.N, 4, &Add, &S,
                                      nullptr),
               "ompscan_segmented_scan");
        },
        [&] { return beginsWith(Out, Wanted); });
  };
  if (B.wants(SegmentedScanFlags)) {
    Resident<unsigned char> Flags(flags(RunLength));
    Measure(SegmentedScanFlags, 9 * B.N,
            {Flags.data(), nullptr, 0, nullptr, 0});
  }
  if (B.wants(SegmentedScanOffsets)) {
    std::vector<size_t> Offsets;
    for (uint64_t I = 0; I < B.N; I += RunLength)
      Offsets.push_back(I);
    Measure(SegmentedScanOffsets, scanByOffsetsBytes(B.N),
            {nullptr, nullptr, 0, Offsets.data(), Offsets.size()});
  }
  if (!B.wants(SegmentedScanKeys))
    return;
  Resident<uint32_t> Keys(HostKeys);
  Out.spoil();
  B.measure(
      SegmentedScanKeys, B.N, 12 * B.N, [] {},
      [&] {
        ompscan::inclusive_scan_by_key(Keys.data(), X.data(), Out.data(), B.N);
      },
      [&] { return beginsWith(Out, Wanted); });
}

void Segmented::reduceSegments(const char *Name, uint64_t Length) {
  if (!B.wants(Name))
    return;
  const std::vector<uint32_t> Wanted = sums(Length);
  Resident<unsigned char> Flags(flags(Length));
  const ompscan_segments S{Flags.data(), nullptr, 0, nullptr, 0};
  size_t Count = 0;
  B.measure(
      Name, B.N, segmentedReduceBytes(B.N, Wanted.size()), [] {},
      [&] {
        need(ompscan_segmented_reduce(X.data(), Out.data(), B.N, 4, &Add, &S,
                                      nullptr, &Count),
             "ompscan_segmented_reduce");
      },
      [&] { return Count == Wanted.size() && beginsWith(Out, Wanted); });
}

/// The first key of each run.
std::vector<uint32_t> firstKeys(const std::vector<uint32_t> &Keys) {
  std::vector<uint32_t> First;
  for (uint64_t I = 0; I < Keys.size(); I += RunLength)
    First.push_back(Keys[I]);
  return First;
}

void Segmented::reduceByKey() {
  if (!B.wants(ReduceByKey))
    return;
  const std::vector<uint32_t> WantedKeys = firstKeys(HostKeys),
                              Wanted = sums(RunLength);
  Resident<uint32_t> Keys(HostKeys), OutKeys(runsOf(B.N));
  size_t Count = 0;
  B.measure(
      ReduceByKey, B.N, reduceByKeyBytes(B.N), [] {},
      [&] {
        Count = ompscan::reduce_by_key(Keys.data(), X.data(), B.N,
                                       OutKeys.data(), Out.data());
      },
      [&] {
        return Count == Wanted.size() && beginsWith(Out, Wanted) &&
               beginsWith(OutKeys, WantedKeys);
      });
}

void Segmented::runLengths() {
  if (!B.wants(RunLengths))
    return;
  const std::vector<uint32_t> WantedKeys = firstKeys(HostKeys);
  std::vector<size_t> Wanted(WantedKeys.size(), RunLength);
  Wanted.back() = B.N - RunLength * (Wanted.size() - 1);
  Resident<uint32_t> Keys(HostKeys);
  Resident<size_t> Lengths(Wanted.size());
  size_t Count = 0;
  B.measure(
      RunLengths, B.N, runLengthBytes(B.N), [] {},
      [&] {
        Count = ompscan::run_length_encode(Keys.data(), B.N, Out.data(),
                                           Lengths.data());
      },
      [&] {
        return Count == Wanted.size() && beginsWith(Out, WantedKeys) &&
               beginsWith(Lengths, Wanted);
      });
}

void Segmented::histogram() {
  if (!B.wants(Histogram))
    return;
  std::vector<size_t> Wanted(Bins), Counts(Bins);
  for (uint32_t E : Host)
    ++Wanted[E / (HistogramEnd / Bins)];
  B.measure(
      Histogram, B.N, 4 * B.N, [] {},
      [&] {
        ompscan::histogram_even(X.data(), B.N, 0u, HistogramEnd, Bins,
                                Counts.data());
      },
      [&] { return Counts == Wanted; });
}

} // namespace

void ompscan::bench::measureSegments(const Bench &B) {
  reduceMaps(B);
  if (!B.wantsAny({ReduceSum, SegmentedScanFlags, SegmentedScanOffsets,
                   SegmentedScanKeys, SegmentedReduceShort, SegmentedReduceLong,
                   ReduceByKey, RunLengths, Histogram}))
    return;
  Segmented S(B);
  S.reduce();
  S.scan();
  S.reduceSegments(SegmentedReduceShort, RunLength);
  S.reduceSegments(SegmentedReduceLong, longSegment(B.N));
  S.reduceByKey();
  S.runLengths();
  S.histogram();
}
