//===- BufferPool.cpp - Device memory for the next time -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/BufferPool.h"
#include "device/Poison.h"
#include <utility>

namespace ompscan::rt {

namespace {

constexpr size_t MaxIdle = 64;

/// Whether a buffer of \p Capacity bytes may serve for \p Bytes: little of it
/// may be wasted. Oclgrind wants to see every byte of a buffer written.
bool serves(uint64_t Capacity, uint64_t Bytes) {
  if (PoisonBuffers)
    return Capacity == Bytes;
  return Capacity >= Bytes && Capacity - Bytes <= Bytes / 8 + 4096;
}

} // namespace

void PooledBuffer::giveBack() noexcept {
  if (!Handle)
    return;
  try {
    Pool->put(std::move(Handle));
  } catch (...) {
    // No memory to keep it.
  }
  Handle = Memory();
}

bool BufferPool::takeIdle(PooledBuffer &B, uint64_t Bytes) {
  std::lock_guard<std::mutex> Guard(Lock);
  auto Best = Buffers.end();
  for (auto I = Buffers.end(); I != Buffers.begin();) {
    --I;
    if (serves(I->size(), Bytes) &&
        (Best == Buffers.end() || I->size() < Best->size()))
      Best = I;
    if (I->size() == Bytes)
      break; // None is better, and the last ones are used again and again.
  }
  if (Best == Buffers.end())
    return false;
  B.Handle = std::move(*Best);
  this->Bytes -= B.Handle.size();
  Buffers.erase(Best);
  return true;
}

PooledBuffer BufferPool::take(uint64_t Bytes) {
  PooledBuffer B;
  B.Pool = this;
  if (takeIdle(B, Bytes) ||
      (Reclaim && Reclaim(/*NeedsAll=*/false) && takeIdle(B, Bytes)))
    return B;
  try {
    B.Handle = Owner.allocate(Bytes);
  } catch (const DeviceError &E) {
    if (!E.isOutOfMemory())
      throw;
    const bool HasMore = Reclaim && Reclaim(/*NeedsAll=*/true);
    {
      std::lock_guard<std::mutex> Guard(Lock);
      if (Buffers.empty() && !HasMore)
        throw;
      Buffers.clear();
      this->Bytes = 0;
    }
    B.Handle = Owner.allocate(Bytes);
  }
  return B;
}

void BufferPool::put(Memory New) {
  const uint64_t Capacity = New.size();
  if (Capacity > Limit)
    return;
  std::lock_guard<std::mutex> Guard(Lock);
  while (Buffers.size() >= MaxIdle || Bytes > Limit - Capacity) {
    Bytes -= Buffers.front().size();
    Buffers.erase(Buffers.begin());
  }
  Buffers.push_back(std::move(New));
  Bytes += Capacity;
}

uint64_t BufferPool::idleBytes() {
  std::lock_guard<std::mutex> Guard(Lock);
  return Bytes;
}

} // namespace ompscan::rt
