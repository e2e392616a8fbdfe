//===- GroupDealer.h - Groups for the threads of a team ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_NATIVE_GROUPDEALER_H
#define OMPSCAN_RT_DEVICE_NATIVE_GROUPDEALER_H

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ompscan::rt {

/// Hands out the groups of a kernel to the threads of a team. Each thread
/// begins with a share of its own, neighbouring groups as `schedule(static)` of
/// OpenMP would deal them: in the next loop over the same arrays their elements
/// are still in the caches of its core, and the pages that it was the first to
/// touch are near. A thread that has finished its share takes groups of the
/// others.
class GroupDealer {
public:
  /// \p Shares is the number of threads, or 1 if groups have to begin in the
  /// order of their numbers.
  GroupDealer(uint64_t Groups, unsigned Shares) : All(Shares) {
    for (unsigned I = 0; I != Shares; ++I) {
      All[I].Next = firstOf(I, Groups);
      All[I].End = firstOf(I + 1, Groups);
    }
  }

  /// Takes a group for \p Thread, which may be any number. \return whether
  /// there was one; its number is in \p Group.
  bool take(unsigned Thread, uint64_t &Group) noexcept {
    for (size_t I = 0; I != All.size(); ++I) {
      Share &S = All[(Thread + I) % All.size()];
      // Once it is empty, the counter need not change.
      if (S.Next.load(std::memory_order_relaxed) < S.End &&
          (Group = S.Next.fetch_add(1, std::memory_order_relaxed)) < S.End)
        return true;
    }
    return false;
  }

  /// Whether groups are left.
  bool isEmpty() const noexcept {
    for (const Share &S : All)
      if (S.Next.load(std::memory_order_relaxed) < S.End)
        return false;
    return true;
  }

private:
  /// In a line of a cache of its own.
  struct alignas(64) Share {
    std::atomic<uint64_t> Next{0};
    uint64_t End = 0;
  };

  uint64_t firstOf(uint64_t I, uint64_t Groups) const {
    const uint64_t Shares = All.size();
    return Groups / Shares * I + std::min(Groups % Shares, I);
  }

  std::vector<Share> All;
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_NATIVE_GROUPDEALER_H
