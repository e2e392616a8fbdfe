//===- PtxText.h - PTX of object code ------------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_BACKEND_PTXTEXT_H
#define OMPSCAN_RT_DEVICE_BACKEND_PTXTEXT_H

#include "ompscan/abi.h"
#include <string>

namespace ompscan::rt {

/// The PTX of \p V, a version in PTX.
/// \throws DeviceError if it is compressed and cannot be decompressed.
std::string textOf(const ompscan_kernel_version &V);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_BACKEND_PTXTEXT_H
