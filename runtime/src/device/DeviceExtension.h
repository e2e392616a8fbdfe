//===- DeviceExtension.h - State of higher layers --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_DEVICEEXTENSION_H
#define OMPSCAN_RT_DEVICE_DEVICEEXTENSION_H

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace ompscan::rt {

/// State that a layer above keeps for one device, such as the data environment.
/// It ends with the device.
class DeviceExtension {
public:
  DeviceExtension() = default;
  DeviceExtension(const DeviceExtension &) = delete;
  virtual ~DeviceExtension() = default;
};

/// The extensions of one device, by type. Safe to use from many threads.
class DeviceExtensions {
public:
  /// The extension of type \p T, made by `T(Arguments...)` at the first call.
  template <typename T, typename... Types> T &get(Types &&...Arguments) {
    std::atomic<DeviceExtension *> &Slot = Slots[slotOf<T>()];
    if (DeviceExtension *E = Slot.load(std::memory_order_acquire))
      return static_cast<T &>(*E);
    const std::lock_guard<std::mutex> Guard(Lock);
    if (!Slot) {
      Owned.push_back(std::make_unique<T>(std::forward<Types>(Arguments)...));
      Slot.store(Owned.back().get(), std::memory_order_release);
    }
    return static_cast<T &>(*Slot);
  }

private:
  static constexpr size_t MaxTypes = 8;
  static size_t nextSlot() {
    static std::atomic<size_t> Next{0};
    return Next++;
  }
  template <typename T> static size_t slotOf() {
    static const size_t Mine = nextSlot();
    return Mine;
  }

  std::array<std::atomic<DeviceExtension *>, MaxTypes> Slots{};
  std::mutex Lock;
  std::vector<std::unique_ptr<DeviceExtension>> Owned;
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_DEVICEEXTENSION_H
