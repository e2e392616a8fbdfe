//===- SegmentedReduce.h - Reductions of segments ------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_PRIMITIVES_SEGMENTEDREDUCE_H
#define OMPSCAN_RT_PRIMITIVES_SEGMENTEDREDUCE_H

#include "primitives/Segments.h"
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace ompscan::rt {

/// A reduction of each segment to an element of `Out`.
struct SegmentedReduction {
  Segments S;
  const void *Initial = nullptr; ///< may be null
  void *Out = nullptr;
  void *OutKeys = nullptr; ///< gets a key of each segment; may be null
  /// Whether some segments are empty. If so, Places has the places of the
  /// results of non-empty segments, and PlaceCount the number of all segments.
  bool HasEmpty = false;
  std::vector<uint64_t> Places = {};
  uint64_t PlaceCount = 0;
};

/// Runs \p R, which \p Check completes. \p Count, which may be null, receives
/// the number of results.
/// \returns an ompscan_status.
int reduceSegmentsBy(SegmentedReduction &R, size_t *Count,
                     const std::function<void(OperandCheck &)> &Check);

/// Calls reduceSegmentsBy() with a reference to \p Check, which allocates
/// nothing.
template <typename Function>
int reduceSegments(SegmentedReduction &R, size_t *Count, Function Check) {
  return reduceSegmentsBy(R, Count, std::ref(Check));
}

/// Sets the operator of \p R to \p Op.
/// \throws Refusal
void checkOperator(SegmentedReduction &R, const ompscan_predicate *Op);

/// The minimum length of an array of results of \p N elements. The exact length
/// is known in the end.
inline uint64_t someOf(uint64_t N) { return N ? 1 : 0; }

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PRIMITIVES_SEGMENTEDREDUCE_H
