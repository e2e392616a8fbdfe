//===- cuda.h - CUDA for the versions with Thrust --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the versions with Thrust share besides thrust_memory.h.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_MICRO_CUDA_H
#define OMPSCAN_MICRO_CUDA_H

#include "harness.h"
#include "thrust_memory.h"
#include <thrust/device_vector.h>

namespace {

[[maybe_unused]] void needDevice() {
  int Count = 0;
  if (cudaGetDeviceCount(&Count) != cudaSuccess || Count == 0)
    no_device("there is no CUDA device");
}

/// Frees the memory of vectors. Those that are left would be destroyed after
/// the CUDA runtime.
template <typename... Vectors> void release(Vectors &...V) {
  (Vectors().swap(V), ...);
}

} // namespace

#endif // OMPSCAN_MICRO_CUDA_H
