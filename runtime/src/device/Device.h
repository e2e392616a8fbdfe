//===- Device.h - A device and what it keeps ------------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_DEVICE_H
#define OMPSCAN_RT_DEVICE_DEVICE_H

#include "device/BufferPool.h"
#include "device/DeviceChoice.h"
#include "device/DeviceExtension.h"
#include "device/PendingLaunches.h"
#include "device/PinnedMemory.h"
#include "device/TileStateBuffer.h"
#include "device/backend/Backend.h"
#include "support/Once.h"
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace ompscan::rt {

/// A device of a back end, with its idle queues and memory, its pending
/// launches, and the state that higher layers keep for it.
class Device {
public:
  explicit Device(std::shared_ptr<BackendDevice> Handle);

  BackendDevice &backend() const { return *Handle; }
  const DeviceInfo &info() const { return Properties.Info; }
  /// "NVIDIA H200 (GPU)"
  const std::string &label() const { return Label; }
  const GroupLimits &limits() const { return Properties.Limits; }
  /// The largest allocation, in bytes.
  uint64_t maxBuffer() const { return Properties.MaxBuffer; }
  /// Its memory, in bytes.
  uint64_t memory() const { return Properties.Memory; }
  uint32_t units() const { return Properties.Units; }
  bool hasFp64() const { return Properties.HasFp64; }
  bool hasInt128() const { return Properties.HasInt128; }
  uint64_t cacheSize() const { return Properties.CacheSize; }
  DriverKind driverKind() const { return Properties.Kind; }
  bool runsInCaller() const { return Properties.RunsInCaller; }
  bool needsOneQueue() const { return Properties.NeedsOneQueue; }
  /// Returns true if all commands go into a queue of the program.
  bool hasOwnQueue() const { return Properties.HasOwnQueue; }
  bool compilesText() const { return Properties.CompilesText; }
  bool takesPtx() const { return Properties.TakesPtx; }
  bool takesPtxToo() const { return Properties.TakesPtxToo; }
  bool takesSpirv() const { return Properties.TakesSpirv; }
  const std::string &pciAddress() const { return Properties.PciAddress; }
  bool sharesHostMemory() const { return Properties.SharesHostMemory; }
  uint32_t computeCapability() const { return Properties.ComputeCapability; }
  /// Returns true if its queues take the times of commands.
  bool takesTimes() const { return TakesTimes; }
  /// See DeviceProperties::ShowsFailures. With NVIDIA's driver (580.159, H200)
  /// an event costs 4 to 7 us where something is read after the kernel, and 1
  /// to 2 us elsewhere.
  bool showsFailures() const { return ShowsFailures; }
  /// For tests.
  void setShowsFailures(bool Shows) { ShowsFailures = Shows; }
  /// Returns true if the device does what a single-pass scan relies on. Tests
  /// it at the first call.
  bool supportsLookback();

  /// An in-order queue that no other thread uses, or the program's own. Whoever
  /// has finished it in good order gives it back; after an error it is dropped.
  ///
  /// \throws DeviceError
  std::shared_ptr<Queue> takeQueue();
  void giveBack(std::shared_ptr<Queue> Idle) noexcept;

  TileStateBufferPool &tileStates() { return TileStates; }
  BufferPool &pool() { return Pool; }
  PinnedPool &pinned() { return Pinned; }
  PendingLaunches &pending() { return Pending; }
  /// The state of a higher layer, see DeviceExtensions::get().
  template <typename T, typename... Types> T &extension(Types &&...Arguments) {
    return Extensions.get<T>(std::forward<Types>(Arguments)...);
  }

private:
  const std::shared_ptr<BackendDevice> Handle;
  const DeviceProperties Properties;
  const std::string Label;
  const bool TakesTimes;
  std::atomic<bool> ShowsFailures;

  std::mutex Lock; ///< of what follows
  std::vector<std::shared_ptr<Queue>> IdleQueues;
  std::shared_ptr<Queue> OwnQueue; ///< of the program, if it has one

  TileStateBufferPool TileStates;
  BufferPool Pool;
  PinnedPool Pinned;
  DeviceExtensions Extensions; // They give memory back to the pool in the end.
  PendingLaunches Pending;     // So does this.

  Once LookbackTested;
  bool HasLookback = false;
};

/// Appends ", on NAME" to \p Cause, a failure on \p D, if it lacks the name of
/// the device. Unchanged if \p D is null.
std::string withDevice(std::string Cause, const Device *D);

/// Runs \p F. Every failure gets the text of \p MakeSubject and the name of
/// \p On.
///
/// \throws Unrecoverable as \p F does; LostResults.
template <typename Maker, typename Function>
void orLose(const Device &On, Maker MakeSubject, Function F) {
  try {
    F();
  } catch (const Unrecoverable &) {
    throw;
  } catch (const std::exception &) {
    throw LostResults([&] {
      return withDevice(MakeSubject() + ": " + describeException(), &On);
    });
  }
}

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_DEVICE_H
