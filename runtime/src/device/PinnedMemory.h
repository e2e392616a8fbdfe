//===- PinnedMemory.h - Pinned memory on the way -------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A GPU moves data to and from memory that the operating system has pinned
/// several times as fast as ordinary memory. Large transfers of ordinary memory
/// are staged in pinned blocks by the host (TransferRules). There is a fixed
/// number of them for each device.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_PINNEDMEMORY_H
#define OMPSCAN_RT_DEVICE_PINNEDMEMORY_H

#include "device/TransferRules.h"
#include "device/backend/Backend.h"
#include "support/HostThreads.h"
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace ompscan::rt {

class Device;

/// Pinned memory out of a pool.
class PinnedBlock {
public:
  explicit PinnedBlock(std::unique_ptr<PinnedMemory> Memory)
      : Memory(std::move(Memory)) {}
  PinnedBlock(PinnedBlock &&) = default;
  PinnedBlock &operator=(PinnedBlock &&) = delete;

  unsigned char *bytes() const { return Memory->bytes(); }

private:
  friend class PinnedPool;

  /// Held while the block is one of a pool's; released after its memory, so
  /// that a pool never has more memory than it counts.
  std::shared_ptr<const void> Counted;
  std::unique_ptr<PinnedMemory> Memory;
};

/// The blocks of one device: so many that all threads of the runtime and those
/// of one loop have theirs, however many threads the program has. Keeps those
/// that no transfer uses at the moment, as many as one loop needs.
class PinnedPool {
public:
  explicit PinnedPool(const TransferRules &Rules) : Rules(Rules) {}

  const TransferRules &rules() const { return Rules; }
  /// For tests, while no transfer is under way: idle blocks, whose size may be
  /// another one, go.
  void setRules(const TransferRules &R);

  /// Whether enough data has moved for blocks to be worth their making, \p
  /// Bytes that move now counted in; notes them, if \p Notes.
  bool isWorth(uint64_t Bytes, bool Notes = false) {
    const uint64_t Before = Notes ? Moved.fetch_add(Bytes) : Moved.load();
    return Before >= Rules.Worth || Bytes >= Rules.Worth - Before;
  }

  /// A block of `rules().Block` bytes; nothing where there can be none, or all
  /// are in use.
  std::optional<PinnedBlock> take(Device &D);
  /// Takes \p B back when no command uses it.
  void giveBack(PinnedBlock B) noexcept;

private:
  uint64_t most() const {
    return BlocksOfThread * (Rules.Threads + MaxHostThreads);
  }

  TransferRules Rules;
  std::atomic<uint64_t> Moved{0}; ///< bytes, from and to ordinary memory
  /// Held by every block that there is.
  const std::shared_ptr<const void> Count = std::make_shared<char>();
  std::mutex Lock; ///< of what follows
  std::vector<PinnedBlock> Idle;
};

/// Memory of \p Bytes bytes that is pinned for \p D: transfers of it need no
/// staging. Ordinary memory where \p D is null.
///
/// \throws DeviceError, std::bad_alloc
void *allocatePinned(Device *D, uint64_t Bytes);
/// \return whether \p Address is a result of allocatePinned().
bool freePinned(void *Address);
/// Whether all of the bytes lie in memory that is pinned for \p D.
bool isPinned(Device &D, const void *Address, uint64_t Bytes);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_PINNEDMEMORY_H
