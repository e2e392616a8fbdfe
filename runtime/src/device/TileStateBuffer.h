//===- TileStateBuffer.h - Memory of single-pass scans -------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_TILESTATEBUFFER_H
#define OMPSCAN_RT_DEVICE_TILESTATEBUFFER_H

#include "device/backend/Backend.h"
#include <cstdint>
#include <mutex>
#include <vector>

namespace ompscan::rt {

/// The memory through which the tiles of a single-pass scan communicate
/// (templates/status.cl). It is reused without being cleared: tickets go on
/// counting, and every launch has an epoch of its own.
struct TileStateBuffer {
  Memory Handle;
  uint64_t Words = 0; ///< 64-bit words for statuses
  uint32_t FirstTicket = 0;
  uint32_t Epoch = 0;

  /// Makes it ready for the launch after one of \p Tiles tiles.
  void advance(uint64_t Tiles) {
    FirstTicket += static_cast<uint32_t>(Tiles);
    ++Epoch;
  }
};

/// The buffers of one device or of one ordered queue that no launch uses at the
/// moment. A launch in an ordered queue gives its buffer back as soon as it is
/// enqueued, since the next launch there runs after it.
class TileStateBufferPool {
public:
  /// A pool that takes buffers out of \p Reserve when it has none.
  explicit TileStateBufferPool(TileStateBufferPool *Reserve = nullptr)
      : Reserve(Reserve) {}

  /// A buffer with \p Words words for statuses, ready for the first of
  /// \p Launches launches. Commands that prepare it are enqueued in
  /// \p Commands.
  ///
  /// \throws DeviceError
  TileStateBuffer take(BackendDevice &D, Queue &Commands, uint64_t Words,
                       uint32_t Launches);
  /// Takes \p C back, ready for another launch, when all launches have ended in
  /// good order. After a failure a buffer is dropped.
  void giveBack(TileStateBuffer C) noexcept;
  /// Gives all buffers back to the reserve.
  void release() noexcept;

private:
  TileStateBufferPool *const Reserve;
  std::mutex Lock;
  std::vector<TileStateBuffer> Idle;
};

/// Tickets are 32-bit numbers.
constexpr uint64_t MaxLookbackTiles = uint64_t(1) << 31;

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_TILESTATEBUFFER_H
