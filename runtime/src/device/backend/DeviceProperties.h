//===- DeviceProperties.h - Facts about a device ---------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_BACKEND_DEVICEPROPERTIES_H
#define OMPSCAN_RT_DEVICE_BACKEND_DEVICEPROPERTIES_H

#include <cstdint>
#include <string>

namespace ompscan::rt {

/// In the order in which devices are numbered.
enum class DeviceType { Gpu, Cpu, Accelerator, Other };

/// The drivers that the runtime knows something about.
enum class DriverKind {
  Nvidia,
  Pocl,
  /// PoCL 4 to 6, whose compiler takes inline assembly for a call of its own
  /// and ends the program. A work-item cannot hand its core over there.
  Pocl4To6,
  Native,   ///< The host itself.
  Oclgrind, ///< A simulator, in which work-groups talk by 32-bit atomics only.
  Other
};

/// The limits of a work-group.
struct GroupLimits {
  bool IsCpu;           ///< A work-group runs on one core of a CPU.
  uint64_t MaxGroup;    ///< work-items
  uint64_t LocalMemory; ///< bytes
};

/// The name and type of a device.
struct DeviceInfo {
  std::string Name;
  DeviceType Type;
  bool IsHost = false;
  /// The back end, and in OpenCL the platform, "OpenCL, PoCL"; or empty.
  std::string Driver = {};

  /// "OpenCL", "CUDA"
  std::string backend() const { return Driver.substr(0, Driver.find(',')); }
};

/// What is known of a device without using it.
struct DeviceProperties {
  DeviceInfo Info;
  DriverKind Kind = DriverKind::Other;
  GroupLimits Limits{};
  uint64_t MaxBuffer = 0; ///< bytes of the largest allocation
  uint64_t Memory = 0;    ///< bytes
  uint64_t CacheSize = 0; ///< bytes of the host's last-level cache
  uint32_t Units = 0;     ///< compute units
  bool HasFp64 = false;
  /// The device works in the host's memory: pinned memory gains nothing.
  bool UsesHostMemory = false;
  /// It builds programs from their text.
  bool CompilesText = true;
  /// It builds programs from PTX.
  bool TakesPtx = false;
  /// It builds programs from PTX as well as from their text.
  bool TakesPtxToo = false;
  /// It builds programs from SPIR-V.
  bool TakesSpirv = false;
  /// Its kernels use memory of the program where it is.
  bool SharesHostMemory = false;
  /// Its queues can take the times of commands.
  bool CanTakeTimes = true;
  /// All commands go into one queue, which belongs to the program.
  bool HasOwnQueue = false;
  /// A command that fails makes the next wait for its queue fail, so that
  /// kernels in front of a wait need no events.
  bool ShowsFailures = false;
  /// A queue executes commands in the calling thread. Threads that share a
  /// queue may deadlock.
  bool RunsInCaller = false;
  /// Launches that may overlap in time must use one queue.
  bool NeedsOneQueue = false;
  /// It computes with integers of 128 bits.
  bool HasInt128 = false;
  /// Ten times the compute capability of an NVIDIA device, 0 of others.
  uint32_t ComputeCapability = 0;
  /// "0000:17:00.0", in lower case, of a device that another back end may reach
  /// as well; else empty.
  std::string PciAddress = {};
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_BACKEND_DEVICEPROPERTIES_H
