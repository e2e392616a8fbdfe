//===- Access.h - Which elements a loop touches --------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_ACCESS_ACCESS_H
#define OMPSCAN_RT_ACCESS_ACCESS_H

#include "access/LaunchDescriptor.h"
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace ompscan::rt {

/// The elements that one access touches in all iterations together: `First`,
/// `First + Stride`, ... `Count` of them, at least one. A single element has
/// stride 1. Where a loop has rows these are a line of elements, and `Lines` of
/// them lie `LineStride` apart, without meeting; all strides are positive then.
struct Range {
  ompscan_access_kind Kind;
  int64_t First;
  int64_t Stride;
  uint64_t Count;
  /// Of OMPSCAN_ACCESS_COUNTED.
  CountedAccess Counted = {};
  /// The iteration of the first element; the next ones follow in the next
  /// iterations.
  uint64_t Begin = 0;
  bool ByNeighbours = false;
  bool LeftOfCopy = false;
  bool OtherMembers = false;
  bool Follows = false; ///< There is one element for each iteration.
  uint64_t Lines = 1;
  int64_t LineStride = 0;
  /// Of a loop with rows: the element of the first iteration of all, and what
  /// moves it from there, from the outside to the inside.
  int64_t Start = 0;
  std::vector<Along> Nest = {};

  bool isStore() const {
    return Kind == OMPSCAN_ACCESS_WRITE || Kind == OMPSCAN_ACCESS_WRITE_ANY ||
           Kind == OMPSCAN_ACCESS_COUNTED;
  }
  bool isCounted() const { return Kind == OMPSCAN_ACCESS_COUNTED; }
  /// Whether the device needs what the elements hold before.
  bool isRead() const {
    return Kind != OMPSCAN_ACCESS_WRITE && Kind != OMPSCAN_ACCESS_COUNTED;
  }
  bool isContiguous() const {
    return Lines == 1 && (Stride == 1 || Stride == -1);
  }
  int64_t low() const { return Stride < 0 ? last() : First; }
  int64_t high() const {
    return Lines > 1    ? last() + static_cast<int64_t>(Lines - 1) * LineStride
           : Stride < 0 ? First
                        : last();
  }
  /// The \p Number'th line.
  Range line(uint64_t Number) const {
    Range Line = *this;
    Line.First += static_cast<int64_t>(Number) * LineStride;
    Line.Lines = 1;
    return Line;
  }

private:
  int64_t last() const {
    // Wraps around on the way, but not in the end: rangesOf() checks it.
    return static_cast<int64_t>(static_cast<uint64_t>(First) +
                                (Count - 1) * static_cast<uint64_t>(Stride));
  }
};

/// Ranges of one array, in the order of its accesses. Copies share them, so
/// that a launch of what the LaunchCache knows copies none.
class SharedRanges {
public:
  SharedRanges() = default;
  SharedRanges(std::vector<Range> Ranges)
      : All(std::make_shared<const std::vector<Range>>(std::move(Ranges))) {}

  const Range *begin() const { return All ? All->data() : nullptr; }
  const Range *end() const { return begin() + size(); }
  size_t size() const { return All ? All->size() : 0; }
  bool empty() const { return size() == 0; }
  const Range &operator[](size_t I) const { return (*All)[I]; }

private:
  std::shared_ptr<const std::vector<Range>> All;
};

/// The iterations of \p Trips that meet all of \p Guards, as intervals [first,
/// second) in ascending order.
std::vector<std::pair<uint64_t, uint64_t>>
iterationsOf(const std::vector<Guard> &Guards, uint64_t Trips);

/// What the loop touches of \p A in \p Trips >= 1 iterations, one range for
/// each access, or for each interval of its iterations; nothing for a section
/// of no elements. A loop with rows is always looked at as a whole.
///
/// \param InAnyOrder whether the program promises that iterations are
///                   independent. Those that store the same element leave the
///                   same there, and nothing needs the section of a READ_ANY.
/// \throws Failure if the array is a null pointer, if a range leaves the
///         address space, the mapped section or the known extent, if the
///         section that a READ_ANY needs is not known, or if a SEED is not one
///         stride before the WRITE of its array.
std::vector<Range> rangesOf(const Array &A, uint64_t Trips,
                            bool InAnyOrder = false);

/// Checks that the elements [\p Low, \p High] of \p A can be subscripts and
/// addresses at all.
///
/// \throws Failure otherwise.
void checkAddresses(const ArraySection &A, Wide Low, Wide High);

/// Whether how much there is of \p A has to be known to copy it, and neither a
/// map nor the type of the array says it. Of a null pointer there is nothing.
bool lacksSection(const Array &A);

/// Whether an access of \p A may be to any element, and no section of elements
/// is known. That is so where it lacksSection(), and where the mapped one is
/// empty: the pointer keeps its value on the device then (OpenMP 5.2, section
/// 5.8.3).
bool hasOpenEnd(const Array &A);

/// Whether that has to be known where nothing is copied, too, for what an
/// access uses.
bool needsSection(const Array &A);

/// Whether the inspector of the loop has to look at elements of \p A.
bool isInspected(const Array &A);

/// Checks \p R against the section that \p A is known to have.
///
/// \throws Failure if it leaves that.
void checkSection(const ArraySection &A, const Range &R);

/// Checks that \p N does not wrap around in \p Trips >= 1 iterations.
///
/// \throws Failure otherwise.
void checkNoWrap(const NoWrap &N, uint64_t Trips);

/// The number of elements by which a buffer of \p A has to be lengthened in
/// front, if it begins at element \p Low, so that the element of iteration 0 of
/// its first access to neighbours lies on a border of vectors.
uint64_t alignmentGap(const Array &A, int64_t Low);

/// Bytes between borders of vectors, and of cache lines.
constexpr uint32_t VectorBorder = 16, LineBorder = 128;

/// Where accesses of an array to neighbours lie: an iteration uses one element,
/// and the next one the next.
struct NeighbourPlace {
  bool AreUsed = false, AreStored = false;
  /// Bytes from a border of cache lines to the element of iteration 0 of the
  /// first access; none if others are elsewhere between borders of vectors.
  std::optional<uint32_t> Offset = 0;

  /// Whether elements of \p Size bytes are on a border, of \p Border bytes, in
  /// iteration \p Number, or there are none.
  bool isAligned(uint64_t Number, uint64_t Size,
                 uint32_t Border = VectorBorder) const {
    return !AreUsed || (Offset && (*Offset + Number * Size) % Border == 0);
  }
};

/// The place of those of \p A: in memory that begins with element \p Origin, or
/// without one in a buffer with its alignmentGap().
NeighbourPlace neighbourPlace(const Array &A, std::optional<int64_t> Origin);

/// The union of \p Intervals, sorted, where what overlaps or adjoins is one.
std::vector<Interval> merge(std::vector<Interval> Intervals);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_ACCESS_ACCESS_H
