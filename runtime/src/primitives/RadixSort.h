//===- RadixSort.h - Radix sort on a device ------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_PRIMITIVES_RADIXSORT_H
#define OMPSCAN_RT_PRIMITIVES_RADIXSORT_H

#include "primitives/Call.h"
#include "primitives/NumberType.h"
#include "primitives/host/Sort.h"
#include <cstdint>
#include <string>

namespace ompscan::rt {

/// A sort of N >= 1 keys by some of their bits, at least one.
struct KeySort {
  uint64_t N;
  NumberType Type;
  BitRange Bits;
  uint64_t ValueSize; ///< of the values that move along; 0: there are none
  bool IsDescending;
};

/// All bits of keys of \p Type.
inline BitRange allBits(const NumberType &Type) {
  return {0, static_cast<uint32_t>(8 * Type.Size)};
}

inline KeyOrder orderOf(const NumberType &Type, bool IsDescending) {
  return {Type.Kind == NumberKind::Signed, Type.Kind == NumberKind::Floating,
          IsDescending};
}

/// The bits of a key, or of the upper half of one of 16 bytes, that are
/// inverted for its order (ompscan_ordered in kernels/key-order.cl).
uint64_t flippedBits(const NumberType &Type, bool IsDescending);

/// Definitions for kernels/key-order.cl.
std::string keyText(const NumberType &Type);

/// Buffers between which elements go to and fro: each step of a sort moves them
/// from Now to Next.
struct SortSide {
  Memory Now, Next;
  /// Takes the place of Now behind the first step, so that Now does not change;
  /// null: Now does.
  Memory Spare = {};
};

/// A sort as a part of the call \p C.
class DeviceSort {
public:
  DeviceSort(Call &C, const KeySort &S);

  /// Sorts \p Keys, and \p Values if there are values. Afterwards these are in
  /// Now.
  void run(SortSide &Keys, SortSide &Values);

private:
  std::string text() const;
  bool digitsAreBytes() const;
  Shape sweep();
  bool hasSweeps();
  uint64_t sweepCountSize() const;
  Plan plan();
  ArgumentSetter beginStep(Kernel &K, uint32_t Step) const;
  void endStep();
  void sortBySweeps();
  void countScanPlace();

  Call &C;
  const KeySort S;
  const bool HasSweeps;
  const uint64_t CountSize;
  const KernelLease Kernels;
  Kernel &Count, &Sum, &Place;
  const Shape Tile;
  const uint64_t Tiles;
  const uint32_t Number; ///< of steps
  SortSide Keys, Values;
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PRIMITIVES_RADIXSORT_H
