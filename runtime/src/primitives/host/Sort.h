//===- Sort.h - Radix sort on the host ------------------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_PRIMITIVES_HOST_SORT_H
#define OMPSCAN_RT_PRIMITIVES_HOST_SORT_H

#include <cstdint>

namespace ompscan::rt {

/// An array of keys, and the values that move along.
struct KeyArrays {
  void *Keys;
  uint64_t N;       ///< at least 1
  uint64_t KeySize; ///< 1, 2, 4 or 8
  void *Values;
  uint64_t ValueSize; ///< 0: there are none
};

/// The order of keys that have \p KeySize bytes.
struct KeyOrder {
  bool IsSigned, IsFloating, IsDescending;
};

/// Sorts \p A on at most \p Threads threads. Equal keys keep their order.
/// \throws std::bad_alloc before anything has changed.
void radixSort(unsigned Threads, const KeyArrays &A, KeyOrder Order);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PRIMITIVES_HOST_SORT_H
