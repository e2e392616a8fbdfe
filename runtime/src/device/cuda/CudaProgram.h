//===- CudaProgram.h - Programs in PTX ------------------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_CUDA_CUDAPROGRAM_H
#define OMPSCAN_RT_DEVICE_CUDA_CUDAPROGRAM_H

#include "device/backend/Kernel.h"
#include "device/cuda/CudaDriver.h"
#include "ompscan/abi.h"
#include <memory>
#include <string>
#include <vector>

namespace ompscan::rt {

/// The sizes in bytes of the parameters of kernel \p Name in \p Ptx, as LLVM
/// writes it. No driver before CUDA 12.4 reports them.
std::vector<uint32_t> parametersOf(const std::string &Ptx,
                                   const std::string &Name);

/// Machine code of \p Ptx, an element of a list of versions, for a device of
/// \p Capability; null if there is none. That for an older device of the same
/// major capability serves as well.
const char *machineCodeOf(const ompscan_kernel_version &Ptx,
                          uint32_t Capability);

/// What the driver gets of \p Ptx, for a device of \p Capability: the text for
/// dependent launches where there are any.
std::string textForDriver(std::string Ptx, uint32_t Capability);

class CudaDevice;

/// PTX that the driver has assembled, or machine code that was made of it.
class CudaProgram : public DeviceProgram {
public:
  /// For \p D. \p MachineCode is that of \p Ptx, or null. The driver assembles
  /// the PTX if it refuses that code, since it is older than the toolkit.
  /// \throws BuildError if the driver refuses the PTX, DeviceError.
  CudaProgram(CudaDevice &D, std::string Ptx, const char *MachineCode);
  ~CudaProgram() override;

  std::unique_ptr<Kernel> kernel(const char *Name) const override;

private:
  bool loadCode(const char *MachineCode);
  void loadPtx(CudaDevice &D, const std::string &Text);

  cuda::Context Context = nullptr;
  const std::string Ptx;
  cuda::Module Handle = nullptr;
  const uint64_t Number;    ///< CudaKernel::Program
  bool IsDependent = false; ///< its kernels are
};

class CudaKernel : public Kernel {
public:
  /// As much as most arguments need, aligned for every type.
  struct alignas(16) Block {
    unsigned char Bytes[16];
  };

  CudaKernel(std::string Name, cuda::Function Handle, uint64_t MaxGroup,
             uint64_t Program, bool IsDependent,
             const std::vector<uint32_t> &Parameters);

  uint64_t maxGroup() const override { return MaxGroup; }
  std::string name() const override { return Name; }

  const cuda::Function Handle;
  const uint64_t Program; ///< the number of its program, which no other has
  /// It waits for the kernel before it in the stream (DependentLaunch.h).
  const bool IsDependent;
  /// The address of each argument.
  void **arguments() { return Places.data(); }
  /// The arguments in \p Bytes, and the address of each in \p To.
  void copyArguments(std::vector<Block> &Bytes, std::vector<void *> &To) const;

private:
  void setBytes(uint32_t I, size_t Size, const void *Bytes) override;
  void setMemory(uint32_t I, const Memory &M) override;

  const std::string Name;
  const uint64_t MaxGroup;
  std::vector<std::vector<Block>> Values;
  std::vector<uint32_t> Sizes;
  std::vector<void *> Places;
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_CUDA_CUDAPROGRAM_H
