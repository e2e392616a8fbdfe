//===- Masks.h - Which elements of a block -------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Masks have a byte for each element of a block: 1 or 0.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_PRIMITIVES_HOST_MASKS_H
#define OMPSCAN_RT_PRIMITIVES_HOST_MASKS_H

#include <cstdint>

namespace ompscan::rt {

/// An equality of elements of a number of bytes.
struct HostEquality {
  /// Marks those of the elements from \p Begin on that differ from the one
  /// before them, and element 0 of the array.
  void (*DiffersFromPrevious)(const void *Array, uint64_t Begin, uint64_t Count,
                              uint64_t Size, unsigned char *Mask) = nullptr;
  /// Marks those that differ from \p Value.
  void (*DiffersFrom)(const void *Value, const void *Array, uint64_t Begin,
                      uint64_t Count, uint64_t Size,
                      unsigned char *Mask) = nullptr;

  explicit operator bool() const { return DiffersFrom; }
};

/// \returns the `==` of the OpenCL C type \p Type of \p Size bytes, the
/// equality of bytes if \p Type is null, or no equality if the host knows no
/// such type of this size.
HostEquality hostEquality(const char *Type, uint64_t Size);

/// Marks elements whose flag is not 0.
void markFlagged(const unsigned char *Flags, uint64_t Count,
                 unsigned char *Mask);

/// Marks unsigned integers of \p Size bytes whose bit \p Bit is 0.
void markZeroBits(const void *Array, uint64_t Begin, uint64_t Count,
                  uint64_t Size, unsigned Bit, unsigned char *Mask);

/// The number of elements that are marked.
uint64_t countMarked(const unsigned char *Mask, uint64_t Count);

/// Stores the elements of \p Size bytes that \p Mask marks, \p Marked in all,
/// side by side to \p To, which overlaps none of them.
void compact(const void *From, const unsigned char *Mask, uint64_t Marked,
             uint64_t Size, void *To);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PRIMITIVES_HOST_MASKS_H
