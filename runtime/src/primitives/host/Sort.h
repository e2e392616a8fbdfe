//===- Sort.h - Radix sort on the host ------------------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_PRIMITIVES_HOST_SORT_H
#define OMPSCAN_RT_PRIMITIVES_HOST_SORT_H

#include "primitives/host/KeyOrder.h"
#include <algorithm>
#include <cstdint>

namespace ompscan::rt {

/// An array of keys, and the values that move along.
struct KeyArrays {
  void *Keys;
  uint64_t N;       ///< at least 1
  uint64_t KeySize; ///< 1, 2, 4, 8 or 16
  void *Values;
  uint64_t ValueSize; ///< 0: there are none
};

/// Bits of a key by which it is sorted, in digits of 8 bits, of which the last
/// one may have less.
struct BitRange {
  uint32_t Begin, End; ///< from Begin to before End; 0 is the lowest

  uint32_t digits() const { return (End - Begin + 7) / 8; }
  /// The first bit of digit \p D.
  uint32_t shift(uint32_t D) const { return Begin + 8 * D; }
  /// The largest value of digit \p D.
  uint32_t mask(uint32_t D) const {
    return (1u << std::min(8u, End - shift(D))) - 1;
  }
};

/// Sorts \p A on at most \p Threads threads by \p Bits, at least one bit.
/// Keys with equal bits keep their order.
/// \throws std::bad_alloc before anything has changed.
void radixSort(unsigned Threads, const KeyArrays &A, KeyOrder Order,
               BitRange Bits);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PRIMITIVES_HOST_SORT_H
