//===- Transfer.h - Arrays on their way to a device and back -- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_LAUNCH_TRANSFER_H
#define OMPSCAN_RT_LAUNCH_TRANSFER_H

#include "access/Access.h"
#include "access/HostElements.h"
#include "data/DataEnvironment.h"
#include "device/Device.h"
#include "device/Stream.h"
#include "device/opencl/OpenCL.h"
#include "launch/HeadFlags.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace ompscan::rt {

/// The device's copy of one array. Its buffer spans all elements between the
/// first and the last one that the loop touches (the hull), after a few that
/// bring it onto a border of vectors; but only elements that the loop reads are
/// sent, and only elements that it stores come back.
///
/// An array that is present on the device is used where it is, and nothing
/// moves. Where that cannot be (no element lies at the begin of its buffer, or
/// the loop may store beyond it or into what others read), it has a copy as
/// well, to and from which the device copies.
///
/// An array that the device makes has a buffer, too, but what it is made of is
/// sent in place of its elements.
///
/// Nothing here waits for the device: the object has to outlive the commands
/// that its calls put into a queue.
class ArrayTransfer {
public:
  /// \p A and the rangesOf() it, which both outlive the object.
  ArrayTransfer(const Array &A, const std::vector<Range> &Ranges);

  /// \param MayMeet what it stores may meet what the loop uses otherwise.
  /// \throws Failure if the device has no room.
  void allocate(Device &D, bool MayMeet);
  /// Sends what the loop reads; without \p Seed, not what its scan starts from,
  /// which sendSeed() sends then.
  void send(Stream &Commands, bool Seed = true);
  /// Makes the elements of an array that the device makes; answers whether it
  /// is one.
  bool make(Stream &Commands) const;

  /// Whether the array has a copy of the element that its scan starts from.
  bool copiesSeed() const;
  /// Moves one element, whose bytes are in use until the stream is finished.
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
  bool isStored() const;
  bool isPresent() const { return A.Present != nullptr; }
  bool isCopy() const { return bool(Memory); }
  /// Instead of these steps: all results to the side. They are there once the
  /// stream is finished.
  void fetchAside(Stream &Commands);
  /// Gives away what lies there.
  Staging takeResults() { return std::move(Homeward); }

  const char *name() const { return A.Name; }
  const cl::Buffer &buffer() const {
    return Memory ? *Memory : A.Present->buffer();
  }
  /// Its number; see newBufferNumber().
  uint64_t bufferNumber() const {
    return Memory ? Memory.number() : A.Present->bufferNumber();
  }
  /// The index of the element at the begin of the buffer.
  int64_t origin() const { return Origin; }
  /// Lets the buffer be used for something else, when all is over.
  void giveBack() {
    Memory.giveBack();
    if (Flags)
      Flags->giveBack();
  }
  uint64_t bytesSent() const { return Sent; }
  uint64_t bytesFetched() const { return Fetched; }

private:
  template <typename Predicate> Staging stage(Predicate P, bool Whole) const;
  uint64_t offsetOf(int64_t Element) const;
  uint64_t presentOffset(int64_t Element) const;
  void fetchTo(Staging To, Stream &Commands);
  void copyFromPresent(Stream &Commands);
  bool isSent(const Range &R) const {
    return R.isRead() && (WithSeed || R.Kind != OMPSCAN_ACCESS_SEED);
  }
  void copyLine(Stream &Commands, const Range &R);
  void copyToPresent(Stream &Commands);

  const Array &A;
  const std::vector<Range> &Ranges;
  Interval Hull{0, 0};
  int64_t Origin = 0;
  bool WithSeed = true;
  PooledBuffer Memory;            ///< none where the array is used where it is
  std::optional<HeadFlags> Flags; ///< of an array that the device makes
  Staging Outward;
  Staging Homeward;
  uint64_t Sent = 0;
  uint64_t Fetched = 0;
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_LAUNCH_TRANSFER_H
