//===- OpenCLDevice.h - OpenCL devices --------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_OPENCL_OPENCLDEVICE_H
#define OMPSCAN_RT_DEVICE_OPENCL_OPENCLDEVICE_H

#include "device/backend/Backend.h"
#include "device/opencl/OpenCL.h"
#include "support/Once.h"
#include <string>

namespace ompscan::rt {

/// The kind of a device, by its CL_PLATFORM_NAME and CL_DRIVER_VERSION.
DriverKind driverKind(const std::string &Platform, const std::string &Driver);

/// The reason why \p D cannot run loops; empty if it can.
std::string whyUnusable(const cl::Device &D);

/// A device of OpenCL. It makes its context when it is first needed. Numbers of
/// the driver are kept in the range that OpenCL allows, whatever they are.
class OpenCLDevice : public BackendDevice {
public:
  /// \throws cl::Error
  explicit OpenCLDevice(const cl::Device &Handle);
  /// A device that works in \p Context, and with \p Queue only.
  OpenCLDevice(const cl::Device &Handle, cl::Context Context,
               cl::CommandQueue Queue);

  const DeviceProperties &properties() const override { return Properties; }
  std::vector<std::pair<std::string, std::string>> details() const override;
  std::vector<std::string> identity() const override;
  const void *pinnedScope() override;

  Memory allocate(uint64_t Size) override;
  std::unique_ptr<PinnedMemory> allocatePinned(uint64_t Size) override;
  std::shared_ptr<Queue> makeQueue(bool TakesTimes) override;
  std::shared_ptr<const DeviceProgram>
  build(const ProgramSource &Source) override;
  bool testLookback() noexcept override;

  const cl::Device &handle() const { return Handle; }
  /// \throws DeviceError
  const cl::Context &handleOfContext();
  /// \p Buffer, of its context, as memory.
  Memory wrap(const cl::Buffer &Buffer) const;

private:
  template <typename Builder>
  std::shared_ptr<const DeviceProgram> buildCompiled(const char *Format,
                                                     Builder Build);
  std::shared_ptr<const DeviceProgram>
  buildCompiled(const ProgramSource &Source);

  const cl::Device Handle;
  DeviceProperties Properties;
  std::string BuildOptions; ///< for OpenCL C
  std::string SpirvOptions;
  uint64_t PartAlignment; ///< bytes
  Once ContextMade;
  cl::Context Context;
  const cl::CommandQueue OwnQueue; ///< of the program; may be null
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_OPENCL_OPENCLDEVICE_H
