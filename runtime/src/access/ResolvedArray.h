//===- ResolvedArray.h - Arrays of a launch, resolved --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A ResolvedArray holds the elements of an array that a launch uses, and where
/// the device has them. It is made once, by resolve() or by the LaunchCache of
/// an earlier launch. Later stages of a launch read it, and look neither at
/// accesses nor for the array in the data environment.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_ACCESS_RESOLVEDARRAY_H
#define OMPSCAN_RT_ACCESS_RESOLVEDARRAY_H

#include "access/Access.h"
#include "access/LaunchDescriptor.h"
#include "data/DataEnvironment.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ompscan::rt {

/// An array of one launch. It shares the ownership of the data that it is a
/// part of.
struct ResolvedArray : ArraySection {
  SharedRanges Ranges; ///< elements that the loop reads and stores
  Interval Hull{0, 0}; ///< from the first to the last of them
  uint64_t Gap = 0;    ///< alignmentGap() of a buffer for the hull
  /// neighbourPlace() with that gap or Origin
  NeighbourPlace Neighbours;
  /// The data on the device that the array is a part of; null if the array is
  /// not present there.
  std::shared_ptr<PresentData> Present = nullptr;
  /// The element at the begin of the device's memory; nothing if the array is
  /// not present, or if no element begins there.
  std::optional<int64_t> Origin = std::nullopt;
  /// The elements of the hull in the host's memory, on a device that uses it.
  Memory OnHost;
  /// Kernels use memory(), and nothing is copied. Any other array has a copy
  /// for the launch. Set by check().
  bool IsInPlace = false;

  /// The device's memory of an array that IsInPlace.
  const Memory &memory() const { return OnHost ? OnHost : Present->buffer(); }
  /// Returns true if elements are copied between host and device.
  bool movesFromHost() const { return !IsInPlace && !Present; }
  bool isStored() const;
  /// Returns true if some elements are stored at the value of an accumulator:
  /// which, is known only after the loop.
  bool isCounted() const;
  /// Returns true if all elements of \p R are present.
  bool holds(const Range &R) const;
  /// Offset of \p Element in the memory of the data that is present.
  uint64_t presentOffset(int64_t Element) const {
    return Present->offsetOf(reinterpret_cast<uintptr_t>(hostAddress(Element)));
  }
  /// Return true if the array is present although it is mapped with `always`:
  /// its section is sent before the loop, or fetched after it.
  bool isSentAlways() const { return movesAlways(OMPSCAN_MAP_TO); }
  bool isFetchedAlways() const { return movesAlways(OMPSCAN_MAP_FROM); }

  /// Notes that the array, \p A of the descriptor, is a part of \p Data.
  void setPresent(const Array &A, std::shared_ptr<PresentData> Data);

private:
  bool movesAlways(uint32_t Way) const {
    return Present && Count && (Modifiers & OMPSCAN_MAP_ALWAYS) &&
           (Map == Way || Map == OMPSCAN_MAP_TOFROM);
  }
};

/// The arrays of one launch, in the order of its descriptor.
struct ResolvedLaunch {
  std::shared_ptr<Device> On; ///< null until it is known
  std::vector<ResolvedArray> Arrays;
  uint64_t InputSize = 0;  ///< of consecutive elements that an iteration reads
  uint64_t OutputSize = 0; ///< of consecutive elements that it stores
  bool IsCounted = false;  ///< Some array isCounted().
  bool CanRunAgain = true; ///< It does not store to what it reads.

  bool hasPresent() const;
  /// Returns true if every array has an Origin, so that no memory is needed.
  bool isResident() const;
  /// Returns true if all neighbours that iteration 0 uses lie on borders of
  /// vectors.
  bool isAligned() const;
  /// The iterations in front of the first one whose stores to neighbours lie on
  /// borders of cache lines or, if less than a warp are in front of none, of
  /// vectors. Its loads lie on borders of vectors, too, or are of elements of 4
  /// or 8 bytes, \p LeastCopied at least, which kernels copy one by one. None
  /// if there is no such iteration.
  std::optional<uint32_t> head(uint64_t LeastCopied) const;
};

/// Resolves the elements of all arrays of \p L in \p Trips >= 1 iterations; no
/// array is present.
///
/// \throws Failure as checkNoWrap() and rangesOf() do.
ResolvedLaunch resolveElements(const LaunchDescriptor &L, uint64_t Trips,
                               std::shared_ptr<Device> On = nullptr);

/// Resolves \p Slice, iterations of the launch \p Whole. Its data is where that
/// of the whole launch is.
ResolvedLaunch resolveSlice(const LaunchDescriptor &Slice, uint64_t Trips,
                            const ResolvedLaunch &Whole);

/// Looks for the arrays of \p L in the data environment of \p R.On. Of a mapped
/// array the section has to be there as a whole, of others what the loop uses.
///
/// \throws Unrecoverable if an array is there in part only, or has no memory on
///         the host and is not there, or if an accumulator is there;
///         BelongsToHost if the values of one are on the host for this thread.
void findPresent(const LaunchDescriptor &L, ResolvedLaunch &R);

/// The device of \p L, as far as it is known before the elements are: the one
/// that it asks for or, without `target`, the one that has data where an access
/// of the loop begins. The host's cores are the last choice.
///
/// \throws Failure as deviceFor() does.
std::shared_ptr<Device> deviceOf(const LaunchDescriptor &L);

/// Why a loop with integers of 128 bits cannot run on \p D, which lacks them.
std::string lacksInt128(const Device &D);

/// The devices over which OMPSCAN_DEVICE has \p L dealt out, the first choice
/// for it in front; none if it does not.
std::vector<std::shared_ptr<Device>> devicesOf(const LaunchDescriptor &L);

/// Returns true if data of \p L, resolved as \p R, is on a device other than
/// its own and the host.
bool isOnOtherDevice(const LaunchDescriptor &L, const ResolvedLaunch &R);

/// Counts the iterations of \p L and, unless there are none, resolves it: finds
/// the device, the elements, and what is present. An array whose extent neither
/// program nor formula tells gets that of the data on the device in which it
/// begins (OpenMP 5.2, section 5.8.6: a pointer without a map is one to a
/// section of length 0). So does one whose mapped section has at most one
/// element. Where it fails, \p R is valid and has what was found.
///
/// \throws Failure if the loop cannot be launched; as findPresent() does.
void resolve(LaunchDescriptor &L, ResolvedLaunch &R);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_ACCESS_RESOLVEDARRAY_H
