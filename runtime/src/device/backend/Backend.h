//===- Backend.h - The device seam -------------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The interface between the runtime and its back ends. A back end implements
/// the classes of this directory in a directory of its own; no other code
/// mentions its driver.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_BACKEND_BACKEND_H
#define OMPSCAN_RT_DEVICE_BACKEND_BACKEND_H

#include "device/backend/DeviceError.h"
#include "device/backend/DeviceProperties.h"
#include "device/backend/Kernel.h"
#include "device/backend/Memory.h"
#include "device/backend/ProgramSource.h"
#include "device/backend/Queue.h"
#include "support/Sha256.h"
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ompscan::rt {

/// Memory of the host that a device reaches fast; freed in the destructor.
class PinnedMemory {
public:
  PinnedMemory() = default;
  PinnedMemory(const PinnedMemory &) = delete;
  virtual ~PinnedMemory() = default;
  virtual unsigned char *bytes() const = 0;
};

/// A device of a back end. Safe to use from many threads. All functions but
/// those on properties throw DeviceError.
class BackendDevice : public std::enable_shared_from_this<BackendDevice> {
public:
  BackendDevice() = default;
  BackendDevice(const BackendDevice &) = delete;
  virtual ~BackendDevice() = default;

  virtual const DeviceProperties &properties() const = 0;
  /// Names and values of further facts, for ompscan-info.
  virtual std::vector<std::pair<std::string, std::string>> details() const = 0;
  /// Everything that a built program or a measurement depends on: the device,
  /// its driver, their versions.
  virtual std::vector<std::string> identity() const = 0;
  /// Devices that return the same address use each other's pinned memory.
  virtual const void *pinnedScope() = 0;

  /// \p Size >= 1 bytes.
  virtual Memory allocate(uint64_t Size) = 0;
  /// \p Size bytes of the program at \p Begin; only of devices with
  /// SharesHostMemory.
  virtual Memory ofHost(void *Begin, uint64_t Size);
  /// \p Size bytes at \p Address, an address of its own memory that another
  /// library has allocated, or with 0 all bytes up to the end of the
  /// allocation, if the driver knows it; null if it is none, or if there are no
  /// such addresses.
  virtual Memory ofAddress(void *Address, uint64_t Size);
  virtual std::unique_ptr<PinnedMemory> allocatePinned(uint64_t Size) = 0;
  /// A queue whose events have times if it \p TakesTimes.
  virtual std::shared_ptr<Queue> makeQueue(bool TakesTimes) = 0;
  /// \throws BuildError if the compiler rejects the program.
  virtual std::shared_ptr<const DeviceProgram>
  build(const ProgramSource &Source) = 0;
  /// Whether build() has to assemble \p V, an element of a list of versions.
  /// Does nothing that may need the dynamic linker.
  virtual bool needsAssembly(const ompscan_kernel_version & /*V*/) const {
    return false;
  }
  /// Does the part of build() for \p V that takes long, unless a thread does.
  virtual void assembleAhead(const ompscan_kernel_version & /*V*/) {}
  /// Has \p Begin called with each device when it is used for the first time.
  static void whenUsed(void (*Begin)(std::shared_ptr<BackendDevice>) noexcept);
  /// Why build() compiles no text of a primitive; empty if it does. Finds that
  /// out without a compilation.
  virtual std::string whyNoCompiler() const;
  /// Tests whether work-groups that have begun make progress while others wait
  /// for them, and whether 64-bit accesses are whole, as a single-pass scan
  /// needs. Returns false if the test cannot be run.
  virtual bool testLookback() noexcept = 0;

  /// The key of the cache on disk for \p Text and \p Options on this device.
  Digest cacheKey(const std::string &Text, const std::string &Options) const;

protected:
  /// To be called at the first use of a device whose programs are assembled.
  void noteUse();
};

/// A way to use devices.
class Backend {
public:
  Backend() = default;
  Backend(const Backend &) = delete;
  virtual ~Backend() = default;

  /// The usable devices of the machine. \p Problem becomes why there are none,
  /// or why the last one that cannot be used is left out.
  virtual std::vector<std::shared_ptr<BackendDevice>>
  devices(std::string &Problem) = 0;
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_BACKEND_BACKEND_H
