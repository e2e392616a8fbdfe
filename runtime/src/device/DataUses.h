//===- DataUses.h - Who uses data on a device ----------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_DATAUSES_H
#define OMPSCAN_RT_DEVICE_DATAUSES_H

#include "device/backend/Event.h"
#include <cstdint>
#include <vector>

namespace ompscan::rt {

/// The pending launches that use one section of mapped data: stores that no
/// later launch has waited for, and reads that no store has waited for.
///
/// Queues are in-order (OrderedQueue), and are named by their numbers. Commands
/// of one queue need no events between them. Several threads may launch at the
/// same time if they use different parts of the data, or only read it: each
/// thread collects the uses that are noted by then, has its commands wait for
/// them, and notes its own use when its commands are in the queue. Not safe to
/// use from several threads at a time.
class DataUses {
public:
  /// Adds to \p Events the uses that a launch in \p QueueNumber has to wait
  /// for: the stores of other queues, and if it \p Stores itself, their reads.
  /// Where a launch has no event, \p Launches gets its number.
  void collect(uint64_t QueueNumber, bool Stores, std::vector<Event> &Events,
               std::vector<uint64_t> &Launches) const;

  /// Whether a launch that \p Stores has to wait for any other.
  bool orders(bool Stores) const;

  /// Reserves memory for the next note(), which does not throw.
  void makeRoom();

  /// Notes that \p Launch, whose last command in \p QueueNumber is \p Last (or
  /// has no event, which is null then), uses the data. Launches get ascending
  /// numbers when they are noted; it has waited, as collect() says, for those
  /// with numbers below \p Seen.
  void note(uint64_t QueueNumber, bool Stores, uint64_t Launch, uint64_t Seen,
            const Event &Last) noexcept;

  /// Notes that \p Launch has ended.
  void forget(uint64_t Launch);

private:
  struct Use {
    uint64_t QueueNumber;
    uint64_t Launch;
    bool Stores;
    Event Last;
  };
  std::vector<Use> Uses;
};

/// Data on a device that launches use and keep: an entry of the data
/// environment.
class DeviceData {
public:
  DeviceData() = default;
  DeviceData(const DeviceData &) = delete;
  virtual ~DeviceData() = default;

  /// Notes that commands on its memory may have failed.
  virtual void distrust() = 0;
  /// The pending launches that use it; guarded by the lock of PendingLaunches.
  DataUses &uses() { return Uses; }

private:
  DataUses Uses;
};

/// Data that commands use.
struct DataUse {
  DeviceData *Data;
  bool Stores;
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_DATAUSES_H
