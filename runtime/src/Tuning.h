//===- Tuning.h - The best shapes ------------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_TUNING_H
#define OMPSCAN_TUNING_H

#include "Shape.h"
#include <cstdint>

namespace ompscan {

/// How work-items share a tile (see templates/*-tile.cl).
enum class Way {
  Serial, ///< One work-item does it.
  Groups, ///< By local memory.
  Warps,  ///< By shuffles; items are an odd number of vectors.
};

/// The shape that has been found best for elements of \p ItemSize bytes (1 to
/// 256).
Shape tunedShape(Way W, uint64_t ItemSize);

/// The shape for primitives that move elements of \p ItemSize bytes, their
/// companions counted in, through local memory.
Shape slideShape(const ShapeLimits &Limits, uint64_t ItemSize);

/// The shape for the steps of a radix sort.
Shape radixShape(const ShapeLimits &Limits);

/// Groups of shape \p S that reduce an array on a device of \p Units compute
/// units, enough to keep all of them busy.
uint64_t reduceGroups(uint32_t Units, Shape S);

/// Larger elements do not fit into the registers of a warp's look-back.
constexpr uint64_t MaxPtxItemSize = 64;

/// Elements of \p ItemSize bytes that a lane moves at once: a vector.
uint32_t vectorFor(uint64_t ItemSize);

/// Chains of a serial tile, and elements of a work-item where a group scans
/// totals.
constexpr uint32_t SerialChains = 8;
constexpr uint32_t SumItemsOfGroups = 4;

} // namespace ompscan

#endif // OMPSCAN_TUNING_H
