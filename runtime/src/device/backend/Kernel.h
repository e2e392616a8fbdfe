//===- Kernel.h - Programs and their kernels ------------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_BACKEND_KERNEL_H
#define OMPSCAN_RT_DEVICE_BACKEND_KERNEL_H

#include "device/backend/Memory.h"
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ompscan::rt {

/// A kernel with its arguments. It keeps them from launch to launch, and most
/// launches pass the same ones again: only others reach the driver. Only one
/// thread may use it at a time. All functions throw DeviceError.
class Kernel {
public:
  Kernel(const Kernel &) = delete;
  virtual ~Kernel() = default;

  uint32_t parameters() const { return static_cast<uint32_t>(Last.size()); }
  /// The most work-items that a group of it may have.
  virtual uint64_t maxGroup() const = 0;
  virtual std::string name() const = 0;

  /// Sets argument \p I to \p Size bytes.
  void set(uint32_t I, size_t Size, const void *Bytes);
  void set(uint32_t I, int32_t Value) { set(I, sizeof Value, &Value); }
  void set(uint32_t I, uint32_t Value) { set(I, sizeof Value, &Value); }
  void set(uint32_t I, int64_t Value) { set(I, sizeof Value, &Value); }
  void set(uint32_t I, uint64_t Value) { set(I, sizeof Value, &Value); }
  /// Sets it to the address of \p M, or to a null pointer.
  void set(uint32_t I, const Memory &M);

protected:
  explicit Kernel(uint32_t Parameters) : Last(Parameters) {}

private:
  virtual void setBytes(uint32_t I, size_t Size, const void *Bytes) = 0;
  virtual void setMemory(uint32_t I, const Memory &M) = 0;

  /// The last value of an argument: the number of memory, or up to 8 bytes.
  struct Argument {
    size_t Size = 0; ///< 0 if it is not known, SizeOfMemory of memory
    uint64_t Value = 0;
  };
  static constexpr size_t SizeOfMemory = SIZE_MAX;
  bool changes(uint32_t I, size_t Size, uint64_t Value);
  std::vector<Argument> Last;
};

/// A program that has been built for a device.
class DeviceProgram {
public:
  DeviceProgram() = default;
  DeviceProgram(const DeviceProgram &) = delete;
  virtual ~DeviceProgram() = default;

  /// A kernel of it, with no arguments set.
  virtual std::unique_ptr<Kernel> kernel(const char *Name) const = 0;
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_BACKEND_KERNEL_H
