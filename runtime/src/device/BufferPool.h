//===- BufferPool.h - Device memory for the next time --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_BUFFERPOOL_H
#define OMPSCAN_RT_DEVICE_BUFFERPOOL_H

#include "device/backend/Backend.h"
#include <cstdint>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

namespace ompscan::rt {

class BufferPool;

/// A buffer out of a pool. It is dropped at the end of its life: commands that
/// have failed may still use it. Whoever knows that all commands have ended in
/// good order gives it back instead.
class PooledBuffer {
public:
  PooledBuffer() = default;
  PooledBuffer(PooledBuffer &&) = default;
  PooledBuffer &operator=(PooledBuffer &&) = default;

  /// At least as large as requested; null if nothing was requested.
  const Memory &operator*() const { return Handle; }
  explicit operator bool() const { return bool(Handle); }
  void giveBack() noexcept;

private:
  friend class BufferPool;
  Memory Handle;
  BufferPool *Pool = nullptr;
};

/// The buffers of one device that are not in use at the moment: a bounded
/// number, of a bounded size together. Those that came back first go first.
class BufferPool {
public:
  /// \param Limit bytes that idle buffers may have together.
  /// \param Reclaim is called before new memory is allocated, and returns
  ///        whether it has given buffers back; with true where there is no more
  ///        memory.
  BufferPool(BackendDevice &Owner, uint64_t Limit,
             std::function<bool(bool)> Reclaim = {})
      : Owner(Owner), Limit(Limit), Reclaim(std::move(Reclaim)) {}

  /// A buffer of \p Bytes >= 1 bytes, or a little more.
  ///
  /// \throws DeviceError, also if the device has no memory left when all idle
  ///         buffers are gone.
  PooledBuffer take(uint64_t Bytes);

  uint64_t idleBytes();
  uint64_t limit() const { return Limit; }

private:
  friend class PooledBuffer;
  void put(Memory New);
  bool takeIdle(PooledBuffer &B, uint64_t Bytes);

  BackendDevice &Owner;
  const uint64_t Limit;
  const std::function<bool(bool)> Reclaim;
  std::mutex Lock; ///< of what follows
  std::vector<Memory> Buffers;
  uint64_t Bytes = 0;
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_BUFFERPOOL_H
