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

#include "primitives/host/Elements.h"
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

/// Whether \p Type is an integer type of OpenCL C of \p Size bytes, whose
/// elements are equal if their bytes are.
bool isIntegerType(const char *Type, uint64_t Size);

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

/// Stores those of \p Count elements of \p Size bytes that \p Mask marks,
/// \p Marked in all, side by side to \p To, which overlaps none of them.
void compact(const void *From, const unsigned char *Mask, uint64_t Count,
             uint64_t Marked, uint64_t Size, void *To);

/// Stores the indices of these elements, of which the first one of the block is
/// \p First.
void listMarked(const unsigned char *Mask, uint64_t Count, uint64_t Marked,
                uint64_t First, uint64_t *To);

/// Goes through a mask in words, most of which often mark all elements or none:
/// calls \p All with the first element and the number of those that a word
/// marks all of, and \p Some with each element of other words.
template <typename AllFunction, typename SomeFunction>
void forMarked(const unsigned char *Mask, uint64_t Count, AllFunction All,
               SomeFunction Some) {
  constexpr uint64_t Word = 8, EachByte = 0x0101010101010101;
  uint64_t I = 0;
  for (; Count - I >= Word; I += Word) {
    const auto Bytes = loadElement<uint64_t>(Mask + I);
    if (Bytes == EachByte)
      All(I, Word);
    else if (Bytes)
      for (uint64_t J = 0; J != Word; ++J)
        Some(I + J);
  }
  for (; I != Count; ++I)
    Some(I);
}

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PRIMITIVES_HOST_MASKS_H
