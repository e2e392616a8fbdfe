//===- ParallelFor.h - Blocks that threads share -------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_PRIMITIVES_HOST_PARALLELFOR_H
#define OMPSCAN_RT_PRIMITIVES_HOST_PARALLELFOR_H

#include "device/native/Team.h"
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>

extern "C" void __ompscan_pause(uint32_t times);

namespace ompscan::rt {

/// The bytes of a block. A block, and the buffer of a thread that it is
/// compacted to, stay in the second-level cache.
extern const uint64_t HostBlockBytes;
/// The fewest bytes of a thread: less takes no longer than threads need to
/// begin.
extern const uint64_t HostShareBytes;
/// Keys that are sorted as fast as those of a range are kept.
extern const uint64_t HostSortedKeys;

/// The most threads for \p Bytes bytes of arrays.
inline unsigned threadsFor(uint64_t Bytes) {
  return static_cast<unsigned>(
      std::clamp<uint64_t>(Bytes / HostShareBytes, 1,
                           Bytes < 2 * HostShareBytes ? 1 : maxTeamSize()));
}

/// \p N elements in blocks of \p Items elements.
class Blocks {
public:
  Blocks(uint64_t N, uint64_t Items) : N(N), Items(Items) {}
  /// Blocks of HostBlockBytes with elements of \p Size bytes. Results that
  /// depend on the blocks do not depend on the number of threads.
  static Blocks ofBytes(uint64_t N, uint64_t Size) {
    return {N, std::max<uint64_t>(HostBlockBytes / Size, 1)};
  }

  uint64_t number() const { return N / Items + (N % Items != 0); }
  /// The most elements of a block.
  uint64_t items() const { return Items; }
  uint64_t begin(uint64_t Block) const { return Block * Items; }
  uint64_t count(uint64_t Block) const {
    return std::min(Items, N - begin(Block));
  }

private:
  const uint64_t N, Items;
};

/// Calls \p F(Task, Slot) for the tasks 0 to \p Count - 1, in ascending order
/// of their beginnings, on at most \p Threads threads of one team. \p Slot is
/// the number of the thread, less than \p Threads. A task may wait for those
/// with smaller numbers. \p F must not throw.
template <typename Function>
void parallelFor(unsigned Threads, uint64_t Count, const Function &F) {
  struct Region {
    const Function &F;
    const uint64_t Count;
    std::atomic<uint64_t> Next{0};
    std::atomic<unsigned> Slots{0};
  } R{F, Count};
  runTeam(
      static_cast<unsigned>(std::min<uint64_t>(Threads, Count)),
      [](void *Data) {
        Region &R = *static_cast<Region *>(Data);
        const unsigned Slot = R.Slots++;
        for (uint64_t Task; (Task = R.Next++) < R.Count;)
          R.F(Task, Slot);
      },
      &R);
}

/// The tasks of a parallelFor() one after the other, in the order of their
/// numbers.
class Turns {
public:
  /// Calls \p F when the turns of all tasks before \p Task are over. What they
  /// have stored is visible then. Each task takes its turn.
  template <typename Function> void take(uint64_t Task, Function F) {
    for (uint32_t Times = 0; Next.load(std::memory_order_acquire) != Task;)
      __ompscan_pause(Times++);
    F();
    Next.store(Task + 1, std::memory_order_release);
  }

private:
  alignas(64) std::atomic<uint64_t> Next{0};
};

/// Uninitialized memory, a part for each thread of a call.
class Buffers {
public:
  /// \throws std::bad_alloc
  Buffers(unsigned Threads, uint64_t Bytes)
      : Stride((Bytes + 63) / 64 * 64),
        All(new unsigned char[Threads * Stride + 63]) {}
  /// The part of the thread \p Slot, aligned to a cache line.
  unsigned char *of(unsigned Slot) const {
    const uint64_t Misplaced = reinterpret_cast<uintptr_t>(All.get()) % 64;
    return All.get() + (64 - Misplaced) % 64 + Slot * Stride;
  }

private:
  uint64_t Stride;
  std::unique_ptr<unsigned char[]> All;
};

/// Copies \p Bytes bytes on \p Threads threads.
inline void copyOnHost(unsigned Threads, const void *From, void *To,
                       uint64_t Bytes) {
  const Blocks All(Bytes, HostBlockBytes);
  parallelFor(Threads, All.number(), [&](uint64_t Block, unsigned) {
    std::memcpy(static_cast<unsigned char *>(To) + All.begin(Block),
                static_cast<const unsigned char *>(From) + All.begin(Block),
                All.count(Block));
  });
}

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PRIMITIVES_HOST_PARALLELFOR_H
