//===- Shape.cpp - Work-groups and tiles ----------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Shape.h"
#include <algorithm>

namespace ompscan::rt {

namespace {

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
  return Group > 3 ? Shape{Group / 2, Items} : serialShape(ItemSize);
}

Shape halved(Shape S, const GroupLimits &Limits, uint64_t OfItem,
             uint64_t OfGroup) {
  while (S.Group > 1 && (S.Group > Limits.MaxGroup ||
                         S.Group * OfItem + OfGroup > Limits.LocalMemory))
    S.Group /= 2;
  return S;
}

Shape fitted(Shape S, const GroupLimits &Limits, uint64_t LocalSize,
             uint64_t ItemSize) {
  const Shape Fitted = halved(S, Limits, S.localBytes(LocalSize) / S.Group);
  return Fitted.Group == 1 && S.Group > 1 ? serialShape(ItemSize) : Fitted;
}

} // namespace ompscan::rt
