//===- RajaCuda13.h - RAJA with CUDA 13 --------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Calls of RAJA 2025.09 that CUDA 13 has in another form: included in front
/// of RAJA's files.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_BENCH_RAJACUDA13_H
#define OMPSCAN_BENCH_RAJACUDA13_H

#include <cuda_runtime_api.h>

#if CUDART_VERSION >= 13000
inline cudaError_t cudaMemAdvise(const void *Memory, size_t Bytes,
                                 cudaMemoryAdvise Advice, int Device) {
  cudaMemLocation Place = {};
  Place.type = Device == cudaCpuDeviceId ? cudaMemLocationTypeHost
                                         : cudaMemLocationTypeDevice;
  Place.id = Device;
  return cudaMemAdvise(Memory, Bytes, Advice, Place);
}
#endif

#endif // OMPSCAN_BENCH_RAJACUDA13_H
