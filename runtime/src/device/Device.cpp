//===- Device.cpp - A device and what it keeps ----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/Device.h"
#include "support/Environment.h"
#include "support/FileCache.h"
#include <new>
#include <utility>

namespace ompscan::rt {

namespace {

/// Tests \p D for a single-pass scan. The cache on disk keeps that it passes.
bool passesLookbackTest(BackendDevice &D) {
  const FileCache *Cache = diskCache();
  if (!Cache)
    return D.testLookback();
  const Digest Key = D.cacheKey("test", "lookback");
  std::string Problem;
  const std::optional<FileCache::Blob> Known = Cache->load(Key, Problem);
  if (Known && *Known == FileCache::Blob{1})
    return true;
  const bool Passes = D.testLookback();
  // A test that has failed may have had no memory, or no time.
  if (Passes)
    Cache->store(Key, {1});
  return Passes;
}

} // namespace

Device::Device(std::shared_ptr<BackendDevice> D)
    : Handle(std::move(D)), Properties(Handle->properties()),
      Label(labelOf(Properties.Info)),
      TakesTimes(environment().takesTimes() && Properties.CanTakeTimes),
      ShowsFailures(Properties.ShowsFailures),
      Pool(*Handle, environment().PoolLimit.value_or(Properties.Memory / 16),
           [this](bool NeedsAll) { return Pending.reclaim(NeedsAll); }),
      Pinned(transferRules(Properties)), Pending(*this) {
  if (hasOwnQueue())
    OwnQueue = Handle->makeQueue(TakesTimes);
}

bool Device::supportsLookback() {
  LookbackTested([this] { HasLookback = passesLookbackTest(*Handle); });
  return HasLookback;
}

std::shared_ptr<Queue> Device::takeQueue() {
  if (OwnQueue)
    return OwnQueue;
  {
    std::lock_guard<std::mutex> Guard(Lock);
    if (!IdleQueues.empty()) {
      std::shared_ptr<Queue> Taken = std::move(IdleQueues.back());
      IdleQueues.pop_back();
      return Taken;
    }
  }
  return Handle->makeQueue(TakesTimes);
}

void Device::giveBack(std::shared_ptr<Queue> Idle) noexcept try {
  if (OwnQueue)
    return;
  std::lock_guard<std::mutex> Guard(Lock);
  IdleQueues.push_back(std::move(Idle));
} catch (const std::bad_alloc &) {
  // No memory to keep it.
}

std::string withDevice(std::string Cause, const Device *D) {
  if (D && Cause.find(D->info().Name) == std::string::npos)
    Cause += ", on " + D->info().Name;
  return Cause;
}

} // namespace ompscan::rt
