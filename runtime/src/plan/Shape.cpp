//===- Shape.cpp - Work-groups and tiles ----------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Shape.h"
#include <algorithm>
#include <iterator>

namespace ompscan::rt {

namespace {

#if OMPSCAN_TINY_TILES
constexpr Shape TinyShape{4, 3};
#else
/// Shapes for devices with many work-items, by the size of an element. Local
/// memory stays below 32 KiB, the least that a full OpenCL device has.
struct ShapeRow {
  uint64_t MaxItemSize;
  Shape Best;
};
constexpr ShapeRow DefaultRows[] = {
    {8, {256, 8}}, {16, {256, 4}}, {32, {128, 4}},
    {64, {64, 4}}, {128, {32, 4}}, {256, {32, 1}},
};
#endif

/// One work-item takes a tile that stays in the first-level cache of a CPU.
Shape serialShape(uint64_t ItemSize) {
  constexpr uint64_t TileBytes = 16 * 1024;
  return {1, static_cast<uint32_t>(
                 std::clamp<uint64_t>(TileBytes / ItemSize, 64, 4096))};
}

} // namespace

uint64_t Shape::localBytes(uint64_t ItemSize) const {
  return Group == 1 ? 0 : Group * (uint64_t(Items | 1) + 1) * ItemSize;
}

Shape Shape::smaller(uint64_t ItemSize) const {
  return Group > 2 ? Shape{Group / 2, Items} : serialShape(ItemSize);
}

Shape chooseShape(const GroupLimits &Limits, uint64_t ItemSize) {
#if OMPSCAN_TINY_TILES
  Shape S = TinyShape;
#else
  if (Limits.IsCpu)
    return serialShape(ItemSize);
  Shape S = std::find_if(std::begin(DefaultRows), std::end(DefaultRows) - 1,
                         [&](const ShapeRow &Row) {
                           return ItemSize <= Row.MaxItemSize;
                         })
                ->Best;
#endif
  while (S.Group > 1 && (S.Group > Limits.MaxGroup ||
                         S.localBytes(ItemSize) > Limits.LocalMemory))
    S = S.smaller(ItemSize);
  return S;
}

} // namespace ompscan::rt
