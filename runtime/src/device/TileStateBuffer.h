//===- TileStateBuffer.h - Memory of chained scans ------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_TILESTATEBUFFER_H
#define OMPSCAN_RT_DEVICE_TILESTATEBUFFER_H

#include "device/opencl/OpenCL.h"
#include <cstdint>
#include <mutex>
#include <vector>

namespace ompscan::rt {

/// The memory by which the tiles of a single-pass scan talk (see
/// templates/status.cl). It is used again and again and never cleared: tickets
/// go on counting, and every launch has an epoch of its own.
struct TileStateBuffer {
  cl::Buffer Memory;
  uint64_t Number = 0; ///< of the buffer; see newBufferNumber()
  uint64_t Words = 0;  ///< 64-bit words for statuses
  uint32_t FirstTicket = 0;
  uint32_t Epoch = 0;

  /// Makes it ready for the launch after one of \p Tiles tiles.
  void advance(uint64_t Tiles) {
    FirstTicket += static_cast<uint32_t>(Tiles);
    ++Epoch;
  }
};

/// The chains that no launch uses at the moment, of one device, or of one
/// queue: launches there come one after the other, and each gives its chain
/// back when it is in the queue.
class TileStateBufferPool {
public:
  /// Takes chains out of \p Reserve where it has none.
  explicit TileStateBufferPool(TileStateBufferPool *Reserve = nullptr)
      : Reserve(Reserve) {}

  /// A chain with \p Words words for statuses, ready for the first of
  /// \p Launches launches. Commands that prepare it are put into \p Queue.
  ///
  /// \throws cl::Error
  TileStateBuffer take(const cl::Context &Context,
                       const cl::CommandQueue &Queue, uint64_t Words,
                       uint32_t Launches);
  /// Takes \p C back, ready for another launch, when all launches have ended in
  /// good order. After a failure a chain is dropped.
  void giveBack(TileStateBuffer C) noexcept;
  /// Gives all chains back to the reserve.
  void release() noexcept;

private:
  TileStateBufferPool *const Reserve;
  std::mutex Lock;
  std::vector<TileStateBuffer> Idle;
};

/// Tickets are 32-bit numbers.
constexpr uint64_t MaxChainTiles = uint64_t(1) << 31;

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_TILESTATEBUFFER_H
