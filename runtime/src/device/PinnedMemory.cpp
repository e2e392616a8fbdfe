//===- PinnedMemory.cpp - Pinned memory on the way ------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/PinnedMemory.h"
#include "device/Device.h"
#include <atomic>
#include <cstdlib>
#include <map>
#include <new>
#include <utility>

namespace ompscan::rt {

void PinnedPool::setRules(const TransferRules &R) {
  std::lock_guard<std::mutex> Guard(Lock);
  Idle.clear();
  Rules = R;
}

std::optional<PinnedBlock> PinnedPool::take(Device &D) {
  std::shared_ptr<const void> Counted;
  {
    std::lock_guard<std::mutex> Guard(Lock);
    if (!Idle.empty()) {
      PinnedBlock B = std::move(Idle.back());
      Idle.pop_back();
      return B;
    }
    // Only here it becomes more.
    if (static_cast<uint64_t>(Count.use_count()) > most())
      return std::nullopt;
    Counted = Count;
  }
  try {
    PinnedBlock B(D.backend().allocatePinned(Rules.Block));
    B.Counted = std::move(Counted);
    return B;
  } catch (const DeviceError &) {
    return std::nullopt; // Data goes directly, more slowly.
  }
}

void PinnedPool::giveBack(PinnedBlock B) noexcept try {
  std::lock_guard<std::mutex> Guard(Lock);
  if (Idle.size() < BlocksOfThread * Rules.Threads)
    Idle.push_back(std::move(B));
} catch (const std::bad_alloc &) {
  // No memory to keep it.
}

namespace {

struct PinnedTable {
  struct Entry {
    std::unique_ptr<PinnedMemory> Memory; ///< null of ordinary memory
    uint64_t Bytes;
    const void *Scope; ///< BackendDevice::pinnedScope()
  };
  std::atomic<size_t> Count{0}; ///< a hint, so that few look further
  std::mutex Lock;              ///< of what follows
  std::map<uintptr_t, Entry> Entries;
};

/// Never destroyed: loops may run while static objects are destroyed.
PinnedTable &pinnedTable() {
  static PinnedTable &T = *new PinnedTable;
  return T;
}

} // namespace

void *allocatePinned(Device *D, uint64_t Bytes) {
  PinnedTable::Entry E{nullptr, Bytes, nullptr};
  void *Address = nullptr;
  if (D) {
    E.Memory = D->backend().allocatePinned(Bytes);
    E.Scope = D->backend().pinnedScope();
    Address = E.Memory->bytes();
  } else {
    Address = std::malloc(Bytes);
    if (!Address)
      throw std::bad_alloc();
  }
  PinnedTable &T = pinnedTable();
  std::lock_guard<std::mutex> Guard(T.Lock);
  T.Entries.emplace(reinterpret_cast<uintptr_t>(Address), std::move(E));
  T.Count = T.Entries.size();
  return Address;
}

bool freePinned(void *Address) {
  PinnedTable &T = pinnedTable();
  std::map<uintptr_t, PinnedTable::Entry>::node_type Gone;
  {
    std::lock_guard<std::mutex> Guard(T.Lock);
    Gone = T.Entries.extract(reinterpret_cast<uintptr_t>(Address));
    T.Count = T.Entries.size();
  }
  if (!Gone)
    return false;
  if (!Gone.mapped().Memory)
    std::free(Address);
  return true;
}

bool isPinned(Device &D, const void *Address, uint64_t Bytes) {
  PinnedTable &T = pinnedTable();
  if (T.Count == 0)
    return false;
  const auto Begin = reinterpret_cast<uintptr_t>(Address);
  std::lock_guard<std::mutex> Guard(T.Lock);
  const auto Next = T.Entries.upper_bound(Begin);
  if (Next == T.Entries.begin())
    return false;
  const auto &[First, E] = *std::prev(Next);
  return Begin - First <= E.Bytes && Bytes <= E.Bytes - (Begin - First) &&
         E.Scope == D.backend().pinnedScope();
}

} // namespace ompscan::rt
