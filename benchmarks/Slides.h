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

namespace ompscan::bench {

/// Element i of the arrays: below 2^20, in no order.
OMPSCAN_BENCH_BOTH inline uint32_t slideElement(uint64_t I) {
  uint64_t X = I * 0x9E3779B97F4A7C15u;
  X = (X ^ (X >> 31)) * 0xBF58476D1CE4E5B9u;
  return static_cast<uint32_t>(X >> 44);
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

/// Rows of 11999 columns get 12000.
constexpr uint64_t PadColumns = 11999, PadPitch = 12000;

constexpr const char *SelectInPlace = "select in place, uint";
constexpr const char *SelectCopy = "copy_if, uint";
constexpr const char *UniqueInPlace = "unique, uint (half)";
constexpr const char *PartitionInPlace = "partition in place, uint";
constexpr const char *PartitionCopy = "partition_copy, uint";
constexpr const char *PadFloat = "pad, float";
constexpr const char *PadDouble = "pad, double";
constexpr const char *UnpadFloat = "unpad, float";
constexpr const char *ShiftInPlace = "shift by 1, uint";
constexpr const char *ReduceSum = "reduce +, uint";
constexpr const char *ReduceAffine = "reduce affine pairs";
constexpr const char *SortKeys = "radix sort, uint";
constexpr const char *SortPairs = "radix sort, uint with uint";

} // namespace ompscan::bench

#endif // OMPSCAN_BENCH_SLIDES_H
