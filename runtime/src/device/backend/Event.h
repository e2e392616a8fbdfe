//===- Event.h - Commands that can be waited for ---------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_BACKEND_EVENT_H
#define OMPSCAN_RT_DEVICE_BACKEND_EVENT_H

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

namespace ompscan::rt {

/// The times of a command, in nanoseconds of the device's clock.
struct EventTimes {
  uint64_t Queued;
  uint64_t Begin;
  uint64_t End;
};

/// The host's steady clock in nanoseconds, for back ends that have no clock.
inline uint64_t hostTime() {
  return static_cast<uint64_t>(
      std::chrono::steady_clock::now().time_since_epoch() /
      std::chrono::nanoseconds(1));
}

/// The operations of a back end on its events, which are pointers to objects of
/// its driver. Derived classes have one object each, which is never destroyed:
/// they have no data members.
class EventOperations {
public:
  virtual void retain(void *Event) const = 0;
  virtual void release(void *Event) const noexcept = 0;
  virtual void wait(void *Event) const = 0;
  virtual bool hasEnded(void *Event) const = 0;
  virtual std::string failure(void *Event) const = 0;
  virtual EventTimes times(void *Event) const = 0;

protected:
  constexpr EventOperations() = default;
  ~EventOperations() = default;
};

/// A command in a queue. It refers to the driver's object, so that a launch
/// allocates nothing for it. Null where nobody asked for one. All functions but
/// the special members require that it is not null, and throw DeviceError.
class Event {
public:
  Event() = default;
  /// Takes over one reference to \p Object.
  Event(const EventOperations &Operations, void *Object)
      : Operations(&Operations), Object(Object) {}
  Event(const Event &E) : Operations(E.Operations), Object(E.Object) {
    if (Object)
      Operations->retain(Object);
  }
  Event(Event &&E) noexcept
      : Operations(E.Operations), Object(std::exchange(E.Object, nullptr)) {}
  Event &operator=(Event E) noexcept {
    std::swap(Operations, E.Operations);
    std::swap(Object, E.Object);
    return *this;
  }
  ~Event() {
    if (Object)
      Operations->release(Object);
  }

  explicit operator bool() const { return Object != nullptr; }
  bool operator==(const Event &E) const { return Object == E.Object; }

  /// Waits until the command has ended, whether it has failed or not.
  void wait() const { Operations->wait(Object); }
  bool hasEnded() const { return Operations->hasEnded(Object); }
  /// The driver's name of the error of a command that has ended; empty if it
  /// has succeeded.
  std::string failure() const { return Operations->failure(Object); }
  /// Only of queues that take times.
  EventTimes times() const { return Operations->times(Object); }
  /// The driver's object.
  void *object() const { return Object; }

private:
  const EventOperations *Operations = nullptr;
  void *Object = nullptr;
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_BACKEND_EVENT_H
