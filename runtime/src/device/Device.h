//===- Device.h - An OpenCL device ---------------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_DEVICE_H
#define OMPSCAN_RT_DEVICE_DEVICE_H

#include "data/DataEnvironment.h"
#include "device/BufferPool.h"
#include "device/DeviceChoice.h"
#include "device/PendingLaunches.h"
#include "device/PinnedMemory.h"
#include "device/TileStateBuffer.h"
#include "device/opencl/OpenCL.h"
#include "device/opencl/Program.h"
#include "plan/Plan.h"
#include "plan/Shape.h"
#include "plan/TunedShapes.h"
#include "support/Environment.h"
#include "support/Once.h"
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace ompscan::rt {

/// The numbers that a driver tells of a device, each of them in the range that
/// OpenCL allows whatever it is.
struct DeviceFigures {
  ShapeLimits Limits;
  uint64_t MaxBuffer;     ///< bytes
  uint64_t Memory;        ///< bytes
  uint64_t BaseAlignment; ///< bytes
  uint32_t Units;         ///< compute units
};

/// A device, with what is needed to run programs on it. The context is made by
/// the first loop that runs there.
class Device {
public:
  explicit Device(const cl::Device &Handle);
  /// A device that works in \p Context, by way of \p Queue only.
  Device(const cl::Device &Handle, cl::Context Context, cl::CommandQueue Queue);

  const cl::Device &handle() const { return Handle; }
  const DeviceInfo &info() const { return Info; }
  const ShapeLimits &limits() const { return Figures.Limits; }
  /// The largest buffer, in bytes.
  uint64_t maxBuffer() const { return Figures.MaxBuffer; }
  /// Its memory, in bytes.
  uint64_t memory() const { return Figures.Memory; }
  /// Its compute units.
  uint32_t units() const { return Figures.Units; }
  /// What the first byte of a part of a buffer is a multiple of.
  uint64_t baseAlignment() const { return Figures.BaseAlignment; }
  bool hasFp64() const { return Fp64; }
  /// Whether its queues take the times of commands.
  bool takesTimes() const { return TakesTimes; }
  DeviceKind kind() const { return Kind; }
  /// Whether a command that fails makes the next wait for its queue fail, so
  /// that kernels in front of a wait need no events. With NVIDIA's driver
  /// (580.159, H200) an event costs 4 to 7 us where something is read behind
  /// the kernel, and 1 to 2 us elsewhere.
  bool showsFailures() const { return ShowsFailures; }
  /// For tests: says that it does, or not.
  void setShowsFailures(bool Shows) { ShowsFailures = Shows; }
  /// Whether commands run in the thread that puts them into a queue, as on
  /// PoCL's devices "basic" and "cpu-minimal". Several threads that share a
  /// queue there come to wait for each other for ever (PoCL 3.1).
  bool runsInCaller() const { return RunsInCaller; }
  /// Ten times the compute capability of an NVIDIA device, 0 of others.
  uint32_t computeCapability() const { return ComputeCapability; }
  /// Whether the device does what a single-pass scan relies on. Tries it, at
  /// the first call.
  bool canChain();
  /// The shapes that ompscan-tune has found for it, looked for at the first
  /// call.
  const TunedShapes &shapes();

  /// \throws cl::Error
  const cl::Context &context();

  /// The kernels of \p Source (see ProgramCache::get) for elements of
  /// \p ItemSize bytes; those of \p Names, where it is not null.
  KernelLease kernels(const ProgramText &Source, const Plan &Wanted,
                      uint64_t ItemSize,
                      const std::vector<std::string> *Names = nullptr);

  /// An in-order queue that no other thread uses, or the program's own. Whoever
  /// has finished it in good order gives it back; after an error it is dropped.
  cl::CommandQueue takeQueue();
  void giveBack(cl::CommandQueue Queue) noexcept;

  TileStateBufferPool &chains() { return Chains; }
  BufferPool &pool() { return Pool; }
  PinnedPool &pinned() { return Pinned; }
  /// Whether all commands go into a queue of the program.
  bool hasOwnQueue() const { return OwnQueue() != nullptr; }
  /// What is mapped there.
  DataEnvironment &data() { return Data; }
  /// The launches that it has not finished.
  PendingLaunches &backlog() { return Unfinished; }

private:
  cl::Device Handle;
  DeviceInfo Info;
  DeviceFigures Figures;
  bool Fp64;
  bool TakesTimes;
  DeviceKind Kind;
  bool RunsInCaller;
  std::atomic<bool> ShowsFailures;
  uint32_t ComputeCapability;
  std::string BuildOptions;

  Once ContextMade;
  cl::Context Context;
  std::mutex Lock; ///< of what follows
  std::vector<cl::CommandQueue> IdleQueues;
  const cl::CommandQueue OwnQueue; ///< of the program; may be null

  ProgramCache Programs;
  TileStateBufferPool Chains;
  BufferPool Pool;
  PinnedPool Pinned;
  DataEnvironment Data;       // Gives its memory to the pool in the end.
  PendingLaunches Unfinished; // So does this.

  Once ChainTested;
  Once ShapesLoaded;
  TunedShapes Shapes;
  bool Chainable = false;
};

/// \p Cause, which has failed on \p D, with the name of that device if it does
/// not tell it: "..., on NAME". Unchanged where \p D is null.
std::string withDevice(std::string Cause, const Device *D);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_DEVICE_H
