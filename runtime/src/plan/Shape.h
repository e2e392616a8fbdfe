//===- Shape.h - Work-groups and tiles ------------------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_PLAN_SHAPE_H
#define OMPSCAN_RT_PLAN_SHAPE_H

#include "device/backend/DeviceProperties.h"
#include <cstdint>

namespace ompscan::rt {

/// How the kernels cut a loop into tiles.
struct Shape {
  uint32_t Group; ///< work-items of a work-group
  uint32_t Items; ///< elements of a work-item

  /// Elements of a tile.
  uint64_t tile() const { return uint64_t(Group) * Items; }
  /// Local memory that a work-group takes, in bytes, for elements of
  /// \p ItemSize bytes.
  uint64_t localBytes(uint64_t ItemSize) const;
  /// The next smaller shape, for a kernel that this one is too large for.
  /// Must not be asked of a group of one.
  Shape smaller(uint64_t ItemSize) const;
};

/// \p S, or if its group is too large, the same shape with a group half as
/// large, and so on. A group takes local memory: \p OfItem bytes for each
/// work-item, and \p OfGroup bytes.
Shape halved(Shape S, const GroupLimits &Limits, uint64_t OfItem,
             uint64_t OfGroup = 0);

/// \p S, or if its group is too large, the first smaller() shape that is not,
/// where a group holds \p LocalSize bytes for each element in local memory.
Shape fitted(Shape S, const GroupLimits &Limits, uint64_t LocalSize,
             uint64_t ItemSize);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PLAN_SHAPE_H
