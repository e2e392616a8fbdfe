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

/// Combines each segment to one element of `Out`.
struct SegmentedReduction {
  Segments S;
  const void *Initial = nullptr; ///< may be null
  void *Out = nullptr;
  void *OutKeys = nullptr; ///< gets a key of each segment; may be null
  /// Whether some segments are empty, the places of the others' results then,
  /// and how many there are with those.
  bool HasEmpty = false;
  std::vector<uint64_t> Places = {};
  uint64_t PlaceCount = 0;
};

/// Does \p R, which \p Check completes, and answers by \p Count, which may be
/// null, how many results there are.
/// \returns an ompscan_status.
int reduceSegments(SegmentedReduction &R, size_t *Count,
                   const std::function<void()> &Check);

/// The operator \p Op of \p R.
/// \throws Refusal
void checkOperator(SegmentedReduction &R, const ompscan_predicate *Op);

/// The least that an array of results of \p N elements has: more is known in
/// the end.
inline uint64_t someOf(uint64_t N) { return N ? 1 : 0; }

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PRIMITIVES_SEGMENTEDREDUCE_H
