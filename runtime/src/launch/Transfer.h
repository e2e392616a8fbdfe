//===- Transfer.h - Arrays on their way to a device and back -- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_LAUNCH_TRANSFER_H
#define OMPSCAN_RT_LAUNCH_TRANSFER_H

#include "access/HostElements.h"
#include "access/ResolvedArray.h"
#include "device/Device.h"
#include "device/Stream.h"
#include "launch/HeadFlags.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace ompscan::rt {

/// One array's way to the device and back. Of an array that is used in place
/// (ResolvedArray::IsInPlace) nothing moves. Every other array has a copy for
/// the launch. Its buffer spans all elements between the first and the last one
/// that the loop touches (the hull), after a few that bring it onto a border of
/// vectors; but only elements that the loop reads are sent, and only elements
/// that it stores come back: from and to the host, or the data on the device if
/// the array is present.
///
/// An array that the device makes has a buffer, too. Its source is sent in
/// place of its elements.
///
/// Nothing here waits for the device: the object has to outlive the commands
/// that its calls put into a queue.
class ArrayTransfer {
public:
  /// Takes the memory of a copy on \p D, unless \p IsLater: then place() does
  /// when the elements of \p A are known. \p A, which has been checked,
  /// outlives the object.
  /// \throws Failure if the device has no room.
  ArrayTransfer(const ResolvedArray &A, Device &D, bool IsLater = false)
      : A(A) {
    if (!IsLater)
      place(D);
  }
  void place(Device &D) {
    Hull = {A.Hull.Low - static_cast<int64_t>(A.Gap), A.Hull.High};
    if (!A.IsInPlace)
      allocate(D);
  }

  /// Sends what the loop reads; without \p Seed, not what its scan starts from,
  /// which sendSeed() sends then.
  void send(Stream &Commands, bool Seed = true);
  /// If the device makes this array, makes its elements and returns true.
  bool make(Stream &Commands) const;

  /// Whether the element that its scan starts from has to be handed on: the
  /// array has a copy, or is in the host's memory, where the chunk before may
  /// not have stored it yet.
  bool copiesSeed() const;
  /// Moves one element, whose bytes are in use until the stream is finished. In
  /// the host's memory the chunk before stores the same bytes.
  void sendSeed(Stream &Commands, const unsigned char *Bytes);
  void fetchElement(Stream &Commands, int64_t Element, unsigned char *To);

  /// The results come back in three steps, with the queue finished after each
  /// of the first two: what does not lie side by side is fetched to the side,
  /// what does lie side by side is fetched to its place, and then the former is
  /// put to its place. Host memory changes from the second step on.
  void fetchScattered(Stream &Commands);
  void fetchContiguous(Stream &Commands);
  void scatter();

  /// The results of arrays that are present, where they are copies, come back
  /// with the first step.
  bool isCopy() const { return bool(Own); }
  /// Instead of these steps: all results to the side. They are there once the
  /// stream is finished.
  void fetchAside(Stream &Commands);
  /// Gives away what lies there.
  Staging takeResults() { return std::move(Homeward); }

  const ResolvedArray &array() const { return A; }
  /// The memory that kernels use, and the index of the element at its begin.
  const Memory &buffer() const { return Own ? *Own : A.memory(); }
  int64_t origin() const { return Own ? Hull.Low : *A.Origin; }
  /// Lets the buffer be used for something else, when all is over.
  void giveBack() {
    Own.giveBack();
    if (Flags)
      Flags->giveBack();
  }
  uint64_t bytesSent() const { return Sent; }
  uint64_t bytesFetched() const { return Fetched; }

private:
  void allocate(Device &D);
  template <typename Predicate> Staging stage(Predicate P, bool Whole) const;
  uint64_t offsetOf(int64_t Element) const;
  void fetchTo(Staging To, Stream &Commands);
  void copyFromPresent(Stream &Commands);
  bool isSent(const Range &R) const {
    return R.isRead() && (WithSeed || R.Kind != OMPSCAN_ACCESS_SEED);
  }
  void copyLine(Stream &Commands, const Range &R);
  void copyToPresent(Stream &Commands);

  const ResolvedArray &A;
  Interval Hull{0, 0}; ///< of the copy
  bool WithSeed = true;
  PooledBuffer Own;               ///< none where the array is used where it is
  std::optional<HeadFlags> Flags; ///< of an array that the device makes
  Staging Outward;
  Staging Homeward;
  uint64_t Sent = 0;
  uint64_t Fetched = 0;
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_LAUNCH_TRANSFER_H
