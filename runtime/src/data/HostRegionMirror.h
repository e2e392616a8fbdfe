//===- HostRegionMirror.h - Constructs that stay on the host -- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DATA_HOSTREGIONMIRROR_H
#define OMPSCAN_RT_DATA_HOSTREGIONMIRROR_H

#include "data/HostMirrorLock.h"
#include "report/LaunchRecord.h"
#include <cstdint>
#include <memory>
#include <vector>

namespace ompscan::rt {

class Device;
class PresentData;

/// Lets the host do a construct that belongs to a device. What the construct
/// may use of the device's data comes to the host in place of the host's own;
/// when it is over, what it has changed goes back to the device, and the host
/// has its own again. So the construct finds and leaves what it would find and
/// leave on the device.
///
/// What is not on the device and would only be sent there is the host's own
/// again as well.
///
/// Only bytes that have changed are sent: other threads may have the device
/// work meanwhile on what the construct might have used but has not.
class HostRegionMirror {
public:
  HostRegionMirror(const char *Location, std::shared_ptr<Device> On);
  ~HostRegionMirror();

  const char *location() const { return Record.Location; }
  const Device *device() const { return On.get(); }

  /// \p Flags are ompscan_host_use.
  void use(const void *Address, uint64_t Bytes, uint32_t Flags);

  /// Brings the values. Answers false, with nothing done, if there are none.
  ///
  /// \throws Unrecoverable if they cannot be read; then the host has its own.
  bool begin();
  /// Sends what has changed.
  ///
  /// \throws Unrecoverable if that cannot be.
  void end();

private:
  struct Part {
    std::shared_ptr<PresentData> Data;
    uintptr_t Begin, End;
    bool IsRead;
    std::unique_ptr<unsigned char[]> Device; ///< what has come from there
    std::unique_ptr<unsigned char[]> Own;    ///< of the host; null if the same
  };
  /// Bytes of the host that are not on the device.
  struct Original {
    uintptr_t Begin, End;
    std::unique_ptr<unsigned char[]> Own;
  };
  void add(uintptr_t Begin, uintptr_t End, bool IsRead);
  bool isPresent(uintptr_t Begin) const;
  void fetch();
  void takeParts();
  void send();
  void keepPrivate();
  void restorePrivate();

  const std::shared_ptr<Device> On;
  std::vector<Part> Parts;
  /// What the construct may change for itself, and what it uses besides.
  std::vector<std::pair<uintptr_t, uintptr_t>> Private, Shared;
  std::vector<Original> Kept; ///< of Private, from begin() on
  std::vector<std::pair<uintptr_t, uintptr_t>> Copies;
  uintptr_t Last = 0; ///< the last argument of use()
  /// Pointers, and the value that the construct has to find there.
  std::vector<std::pair<uintptr_t, uintptr_t>> Attached;
  HostMirrorLock Turn; ///< from begin() to end()
  LaunchRecord Record;
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DATA_HOSTREGIONMIRROR_H
