//===- TileStateBuffer.cpp - Memory of single-pass scans ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/TileStateBuffer.h"
#include <algorithm>
#include <new>
#include <utility>
#include <vector>

namespace ompscan::rt {

namespace {

/// 64-bit words in front of the statuses: OMPSCAN_STATUS_BEGIN.
constexpr uint64_t HeadWords = 16;
/// Flags hold an epoch in 30 bits.
constexpr uint32_t MaxEpoch = (uint32_t(1) << 30) - 1;
constexpr uint64_t LeastWords = 8192;

/// Gives every status a flag of no epoch, and sets the counter to 0.
void clear(Queue &Commands, TileStateBuffer &C) {
  // Written, not filled: Oclgrind 21.10 does not see that a fill initialises.
  const std::vector<uint64_t> Zeros(HeadWords + C.Words);
  Commands.write(C.Handle, 0, Zeros.size() * sizeof(uint64_t), Zeros.data(),
                 Blocking::Yes, nullptr);
  C.FirstTicket = 0;
  C.Epoch = 1;
}

} // namespace

TileStateBuffer TileStateBufferPool::take(BackendDevice &D, Queue &Commands,
                                          uint64_t Words, uint32_t Launches) {
  TileStateBuffer C;
  {
    std::lock_guard<std::mutex> Guard(Lock);
    const auto Found = std::find_if(
        Idle.begin(), Idle.end(),
        [&](const TileStateBuffer &Each) { return Each.Words >= Words; });
    if (Found != Idle.end()) {
      C = std::move(*Found);
      Idle.erase(Found);
    }
  }
  if (!C.Handle && Reserve)
    return Reserve->take(D, Commands, Words, Launches);
  if (!C.Handle) {
    C.Words = std::max(Words, LeastWords);
    C.Handle = D.allocate((HeadWords + C.Words) * sizeof(uint64_t));
    clear(Commands, C);
  } else if (C.Epoch + Launches - 1 > MaxEpoch) {
    clear(Commands, C);
  }
  return C;
}

void TileStateBufferPool::release() noexcept {
  for (TileStateBuffer &C : Idle)
    Reserve->giveBack(std::move(C));
  Idle.clear();
}

void TileStateBufferPool::giveBack(TileStateBuffer C) noexcept try {
  std::lock_guard<std::mutex> Guard(Lock);
  Idle.push_back(std::move(C));
} catch (const std::bad_alloc &) {
  // No memory to keep it.
}

} // namespace ompscan::rt
