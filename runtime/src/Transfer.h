//===- Transfer.h - Arrays on their way to a device and back -- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_TRANSFER_H
#define OMPSCAN_TRANSFER_H

#include "Access.h"
#include "Device.h"
#include "OpenCL.h"
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

namespace ompscan {

/// The device's copy of one array. Its buffer spans all elements between the
/// first and the last one that the loop touches (the hull), after a few that
/// bring it onto a border of vectors; but only elements that the loop reads are
/// sent, and only elements that it stores come back.
///
/// Nothing here waits for the device: the object has to outlive the commands
/// that its calls put into a queue.
class ArrayTransfer {
public:
  /// \p A and the rangesOf() it, which both outlive the object.
  ArrayTransfer(const Array &A, const std::vector<Range> &Ranges);

  /// \throws Failure if the device has no room.
  void allocate(Device &D);
  /// Sends what the loop reads.
  void send(const cl::CommandQueue &Queue);

  /// The results come back in three steps, with the queue finished after each
  /// of the first two: what does not lie side by side is fetched to the side,
  /// what does lie side by side is fetched to its place, and then the former is
  /// put to its place. Host memory changes from the second step on.
  void fetchScattered(const cl::CommandQueue &Queue);
  void fetchContiguous(const cl::CommandQueue &Queue);
  void scatter();

  const cl::Buffer &buffer() const { return Buffer; }
  /// The index of the element at the begin of the buffer.
  int64_t origin() const { return Hull.Low; }
  uint64_t bytesSent() const { return Sent; }
  uint64_t bytesFetched() const { return Fetched; }

private:
  struct Free {
    void operator()(void *P) const { std::free(P); }
  };
  /// Host memory laid out as the elements [Span.Low, Span.High].
  struct Staging {
    Interval Span;
    std::unique_ptr<unsigned char, Free> Bytes;
  };

  template <typename Predicate>
  Staging stage(Predicate P, bool Whole) const;
  uint64_t bytesOf(const Interval &I) const;
  uint64_t offsetOf(int64_t Element, const Interval &In) const;
  unsigned char *hostAddress(int64_t Element) const;

  const Array &A;
  const std::vector<Range> &Ranges;
  Interval Hull{0, 0};
  cl::Buffer Buffer;
  Staging Outward;
  Staging Homeward;
  uint64_t Sent = 0;
  uint64_t Fetched = 0;
};

} // namespace ompscan

#endif // OMPSCAN_TRANSFER_H
