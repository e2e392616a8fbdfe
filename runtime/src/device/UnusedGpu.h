//===- UnusedGpu.h - A GPU that no loop can use --------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_UNUSEDGPU_H
#define OMPSCAN_RT_DEVICE_UNUSEDGPU_H

#include <string>

namespace ompscan::rt {

/// The name of a GPU of NVIDIA that the system has, whether or not a driver
/// library reaches it, or "an NVIDIA GPU" if only a device file shows it. Empty
/// if there is none. \p Root is in front of the paths of the system's files.
std::string findNvidiaGpu(const std::string &Root = "");

/// "<GPU> is not used: <reason>; <what to do>", for a system in which no back
/// end has a GPU; empty if there is none of NVIDIA, or if nothing is known of
/// it.
///
/// \param HasPtx whether the program has PTX.
std::string describeUnusedGpu(bool HasPtx);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_UNUSEDGPU_H
