//===- CudaDevice.h - A device of CUDA ------------------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_CUDA_CUDADEVICE_H
#define OMPSCAN_RT_DEVICE_CUDA_CUDADEVICE_H

#include "device/backend/Backend.h"
#include "device/cuda/CudaDriver.h"
#include "support/Once.h"
#include <string>

namespace ompscan::rt {

/// A GPU through CUDA. It works in the device's primary context, which it
/// shares with CUDA's runtime library and makes when it is first needed. Its
/// programs are PTX: of the object code, of PtxLibrary, or what PtxCompiler
/// makes of the text of a primitive.
class CudaDevice : public BackendDevice {
public:
  /// \throws DeviceError
  explicit CudaDevice(cuda::Device Handle);
  /// A device that works in \p Own only, a stream of its primary context.
  CudaDevice(cuda::Device Handle, cuda::Stream Own);

  const DeviceProperties &properties() const override { return Properties; }
  std::vector<std::pair<std::string, std::string>> details() const override;
  std::vector<std::string> identity() const override;
  /// Pinned memory is that of all devices of CUDA (cuda::HostMemoryPortable).
  const void *pinnedScope() override { return &cuda::driver(); }

  Memory allocate(uint64_t Size) override;
  Memory ofAddress(void *Address, uint64_t Size) override;
  std::unique_ptr<PinnedMemory> allocatePinned(uint64_t Size) override;
  std::shared_ptr<Queue> makeQueue(bool TakesTimes) override;
  std::shared_ptr<const DeviceProgram>
  build(const ProgramSource &Source) override;
  bool needsAssembly(const ompscan_kernel_version &V) const override;
  void assembleAhead(const ompscan_kernel_version &V) override;
  std::string whyNoCompiler() const override;
  bool testLookback() noexcept override;

  /// \throws DeviceError
  cuda::Context primaryContext();
  /// To be called before \p Ptx, in textForDriver(), is loaded.
  void awaitAssembly(const std::string &Ptx);

private:
  const cuda::Device Handle;
  DeviceProperties Properties;
  int DriverVersion; ///< 12040 for 12.4
  Once ContextMade;
  cuda::Context Context = nullptr;
  cuda::Stream OwnStream = nullptr; ///< of the program, with HasOwnQueue
};

/// The reason why \p D cannot run loops; empty if it can.
std::string whyUnusable(const CudaDevice &D);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_CUDA_CUDADEVICE_H
