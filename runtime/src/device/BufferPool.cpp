//===- BufferPool.cpp - Device memory for the next time -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/BufferPool.h"
#include "device/Poison.h"
#include <atomic>
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

bool isOutOfMemory(const cl::Error &E) {
  return E.err() == CL_MEM_OBJECT_ALLOCATION_FAILURE ||
         E.err() == CL_OUT_OF_RESOURCES || E.err() == CL_OUT_OF_HOST_MEMORY;
}

} // namespace

uint64_t newBufferNumber() {
  static std::atomic<uint64_t> Last{0};
  return ++Last;
}

void PooledBuffer::giveBack() noexcept {
  if (!Handle())
    return;
  try {
    Pool->put({std::move(Handle), Capacity, Number});
  } catch (...) {
    // No memory to keep it.
  }
  Handle = cl::Buffer();
}

bool BufferPool::takeIdle(PooledBuffer &B, uint64_t Bytes) {
  std::lock_guard<std::mutex> Guard(Lock);
  auto Best = Buffers.end();
  for (auto I = Buffers.end(); I != Buffers.begin();) {
    --I;
    if (serves(I->Capacity, Bytes) &&
        (Best == Buffers.end() || I->Capacity < Best->Capacity))
      Best = I;
    if (I->Capacity == Bytes)
      break; // None is better, and the last ones are used again and again.
  }
  if (Best == Buffers.end())
    return false;
  B.Handle = std::move(Best->Handle);
  B.Capacity = Best->Capacity;
  B.Number = Best->Number;
  this->Bytes -= Best->Capacity;
  Buffers.erase(Best);
  return true;
}

PooledBuffer BufferPool::take(const cl::Context &Context, uint64_t Bytes) {
  PooledBuffer B;
  B.Pool = this;
  if (takeIdle(B, Bytes) ||
      (Reclaim && Reclaim(/*NeedsAll=*/false) && takeIdle(B, Bytes)))
    return B;
  B.Capacity = Bytes;
  B.Number = newBufferNumber();
  try {
    B.Handle = cl::Buffer(Context, CL_MEM_READ_WRITE, Bytes);
  } catch (const cl::Error &E) {
    if (!isOutOfMemory(E))
      throw;
    const bool HasMore = Reclaim && Reclaim(/*NeedsAll=*/true);
    {
      std::lock_guard<std::mutex> Guard(Lock);
      if (Buffers.empty() && !HasMore)
        throw;
      Buffers.clear();
      this->Bytes = 0;
    }
    B.Handle = cl::Buffer(Context, CL_MEM_READ_WRITE, Bytes);
  }
  return B;
}

void BufferPool::put(Idle New) {
  const uint64_t Capacity = New.Capacity;
  if (Capacity > Limit)
    return;
  std::lock_guard<std::mutex> Guard(Lock);
  while (Buffers.size() >= MaxIdle || Bytes > Limit - Capacity) {
    Bytes -= Buffers.front().Capacity;
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
