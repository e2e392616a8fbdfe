//===- Slides.h - What the benchmarks of primitives work on --- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_BENCH_SLIDES_H
#define OMPSCAN_BENCH_SLIDES_H

#include "Loops.h"
#include <cstdint>
#include <string>
#include <vector>

namespace ompscan::bench {

/// Element i of the arrays: below 2^20, in no order.
OMPSCAN_BENCH_BOTH inline uint32_t slideElement(uint64_t I) {
  uint64_t X = I * 0x9E3779B97F4A7C15u;
  X = (X ^ (X >> 31)) * 0xBF58476D1CE4E5B9u;
  return static_cast<uint32_t>(X >> 44);
}

/// The keys that are sorted, made from an element: all of their bytes differ.
OMPSCAN_BENCH_BOTH inline uint32_t sortKey(uint32_t Element) {
  return Element * 2654435761u;
}
OMPSCAN_BENCH_BOTH inline uint64_t longSortKey(uint32_t Element) {
  return Element * 0x9E3779B97F4A7C15u;
}

inline std::vector<uint32_t> elements(uint64_t N) {
  std::vector<uint32_t> X(N);
  for (uint64_t I = 0; I != N; ++I)
    X[I] = slideElement(I);
  return X;
}

/// Percentages of elements that are kept, and the limit that they are below.
struct Fraction {
  unsigned Percent;
  uint32_t Limit;
};
constexpr Fraction Half = {50, 1u << 19};
constexpr Fraction Fractions[] = {
    {0, 0}, {25, 1u << 18}, Half, {75, 3u << 18}, {100, 1u << 20}};

inline std::string keptName(const char *What, const Fraction &F) {
  return std::string(What) + " " + std::to_string(F.Percent) + " % kept";
}

/// The elements for which \p Keeps holds.
template <typename T, typename Function>
std::vector<T> filtered(const std::vector<T> &X, Function Keeps) {
  std::vector<T> Wanted(X.size());
  uint64_t Kept = 0;
  for (const T &E : X) { // Without a branch that is hard to foresee.
    Wanted[Kept] = E;
    Kept += Keeps(E);
  }
  Wanted.resize(Kept);
  return Wanted;
}

/// Rows of 11999 columns get 12000.
constexpr uint64_t PadColumns = 11999, PadPitch = 12000;

/// Elements that insert_gap makes room for, and that erase_range drops: at the
/// begin of the array, so that all others move.
constexpr uint64_t GapLength = 1000;

/// How long segments and runs of equal keys are. It shares no factor with a
/// tile's length.
constexpr uint64_t RunLength = 33;

/// The key of element i, and where segments begin.
OMPSCAN_BENCH_BOTH inline uint32_t slideKey(uint64_t I) {
  return static_cast<uint32_t>(I / RunLength) * 2654435761u;
}
constexpr uint64_t runsOf(uint64_t N) {
  return (N + RunLength - 1) / RunLength;
}

/// Few long segments: 16 of them, as many as the keys of the report on
/// reductions.
constexpr uint64_t FewSegments = 16;
constexpr uint64_t longSegment(uint64_t N) {
  return (N + FewSegments - 1) / FewSegments;
}

/// Bins of the histogram, which elements fill evenly.
constexpr uint32_t Bins = 256, HistogramEnd = 1u << 20;

constexpr const char *SelectInPlace = "select in place, uint";
constexpr const char *SelectCopy = "copy_if, uint";
constexpr const char *UniqueInPlace = "unique, uint (half)";
constexpr const char *UniqueByKey = "unique by key, uint (half)";
constexpr const char *PartitionInPlace = "partition in place, uint";
constexpr const char *PartitionCopy = "partition_copy, uint";
constexpr const char *SplitInPlace = "split by a bit, uint";
constexpr const char *PadFloat = "pad, float";
constexpr const char *PadDouble = "pad, double";
constexpr const char *UnpadFloat = "unpad, float";
constexpr const char *ShiftInPlace = "shift by 1, uint";
constexpr const char *InsertGap = "insert gap, uint";
constexpr const char *EraseRange = "erase range, uint";
constexpr const char *ScanSum = "scan +, uint";
constexpr const char *ReduceSum = "reduce +, uint";
constexpr const char *ReduceAffine = "reduce affine pairs";
constexpr const char *SegmentedScanFlags = "segmented scan +, uint (flags)";
constexpr const char *SegmentedScanOffsets = "segmented scan +, uint (offsets)";
constexpr const char *SegmentedScanKeys = "segmented scan +, uint (keys)";
constexpr const char *SegmentedReduceShort =
    "segmented reduce +, uint (33 each)";
constexpr const char *SegmentedReduceLong =
    "segmented reduce +, uint (16 segments)";
constexpr const char *ReduceByKey = "reduce by key +, uint";
constexpr const char *RunLengths = "run length encode, uint";
constexpr const char *Histogram = "histogram even, uint (256 bins)";
constexpr const char *SortKeys = "radix sort, uint";
constexpr const char *SortPairs = "radix sort, uint with uint";
constexpr const char *SortLongKeys = "radix sort, ulong";
constexpr const char *TopK = "top 1024, uint";
constexpr const char *Median = "median, uint";
constexpr const char *Argsort = "argsort, uint";

/// The keys that TopK asks for.
constexpr uint64_t topOf(uint64_t N) { return N < 1024 ? N : 1024; }

// What is read and stored at the least, in bytes, of N elements. Flags are of a
// byte, keys and values of four, lengths of runs and offsets of eight.
constexpr uint64_t scanByOffsetsBytes(uint64_t N) {
  return 8 * (N + runsOf(N));
}
constexpr uint64_t segmentedReduceBytes(uint64_t N, uint64_t Segments) {
  return 4 * (N + Segments);
}
constexpr uint64_t reduceByKeyBytes(uint64_t N) { return 8 * (N + runsOf(N)); }
constexpr uint64_t runLengthBytes(uint64_t N) { return 4 * N + 12 * runsOf(N); }

} // namespace ompscan::bench

#endif // OMPSCAN_BENCH_SLIDES_H
