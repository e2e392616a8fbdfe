//===- CudaBackend.h - The CUDA back end ---------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The CUDA back end, and the CUDA objects of a program in the terms of the
/// seam, for ompscan/cuda.h.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_CUDA_CUDABACKEND_H
#define OMPSCAN_RT_DEVICE_CUDA_CUDABACKEND_H

#include "device/backend/Backend.h"
#include <memory>
#include <string>

namespace ompscan::rt {

std::unique_ptr<Backend> makeCudaBackend();

/// Why CUDA's driver cannot be loaded, and what to do; empty if it can.
std::string whyNoCudaDriver();

/// The first device of CUDA's driver, whether or not the program uses it.
struct CudaState {
  std::string Name;    ///< Empty without a device.
  std::string Problem; ///< Why loops cannot use it, and what to do.
};
CudaState cudaState();

/// A device that works with \p Stream only, a stream of a primary context.
///
/// \throws Failure if it cannot be used, DeviceError.
std::shared_ptr<BackendDevice> deviceOfStream(void *Stream);

/// The \p Size bytes at \p Pointer as memory of \p D.
///
/// \throws Failure if they are no memory of CUDA, or if \p D is a device of
///         another back end; DeviceError.
Memory memoryOfPointer(BackendDevice &D, void *Pointer, uint64_t Size);

/// The address of \p M, memory of \p D.
///
/// \throws Failure if \p D is a device of another back end.
void *pointerOf(const BackendDevice &D, const Memory &M);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_CUDA_CUDABACKEND_H
