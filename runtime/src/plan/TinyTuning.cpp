//===- TinyTuning.cpp - Tiny shapes ---------------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes the place of Tuning.cpp in the variant of the runtime for tests, so
// that small arrays have several tiles, blocks and levels.
//
//===----------------------------------------------------------------------===//

#include "plan/Plan.h"
#include "plan/Tuning.h"

namespace ompscan::rt {

constexpr Shape TinyShape{4, 3};

Shape scanShape(ShapeTable, const PlanRequest &R) {
  Shape S = slideShape(R.Limits, R.ItemSize);
  constexpr uint64_t RunBytes = 5 * sizeof(uint32_t);
  if (R.Traits.HasVectors && R.ItemSize <= MaxWordItemSize)
    S.Items = static_cast<uint32_t>(RunBytes / R.ItemSize);
  return S;
}

uint32_t pieces(const PlanRequest &) { return 1; }

// Tests on CPUs look back, too.
bool waitsForPrefixes(const GroupLimits &, uint64_t) { return false; }

uint32_t nativeItems(uint64_t, bool, const HostWork &Work) {
  return Work.Each == 0 ? 1 : 16;
}

uint32_t statusWords(uint64_t ValueSize, uint64_t) {
  return static_cast<uint32_t>((ValueSize + 3) / 4) + 1;
}

uint32_t tilesOfBlock(ShapeTable, uint64_t ItemSize) {
  return ItemSize > 16 ? 0 : 3;
}

namespace best {

Shape ordered(const GroupLimits &, uint64_t ItemSize) {
  return {4, ItemSize <= 8 ? 2 * OrderLeaf : OrderLeaf};
}
Shape slide(const GroupLimits &, uint64_t) { return TinyShape; }
Shape select(const GroupLimits &, uint64_t) { return TinyShape; }
Shape groupSelect(const GroupLimits &, uint64_t, bool) { return TinyShape; }

bool movesVectors(const GroupLimits &) { return true; }
Shape move(uint64_t ItemSize) {
  return {4, static_cast<uint32_t>(48 / ItemSize)};
}

Shape flags(const GroupLimits &) { return {4, 16}; }
Shape parallel(const GroupLimits &, uint64_t) { return {4, 1}; }
Shape rows(RowTeam Team, bool, uint64_t) {
  return {4, Team == RowTeam::Bundle || Team == RowTeam::Column ? 4u
             : Team == RowTeam::Parts                           ? 2u
                                                                : 1u};
}
Shape lists(const GroupLimits &, uint64_t) { return {4, 1}; }
Shape histogram(const GroupLimits &) { return {4, 1}; }

const uint64_t SortedKeys = 256;
const uint64_t StageBytes = 64;
const uint64_t ListBytes = 64 << 10;
const uint64_t ListBytesLeft = 64 << 10;

} // namespace best

} // namespace ompscan::rt
