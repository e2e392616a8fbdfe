//===- Nvidia.h - Two ways to an NVIDIA device -------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_BENCH_NVIDIA_H
#define OMPSCAN_BENCH_NVIDIA_H

#include <string>

namespace ompscan::bench {

/// The API by which a program reaches its device.
enum class Backend { OpenCL, Cuda };

/// An NVIDIA device that is not hidden by an empty list of visible devices.
struct NvidiaDevice {
  std::string Name, DriverVersion; ///< empty if there is none

  bool exists() const { return !Name.empty(); }
};

/// The first of them, by nvidia-smi.
const NvidiaDevice &nvidiaDevice();

/// Assignments to the environment, to be put in front of a command, by which
/// its programs use \p B: programs with PTX prefer CUDA, and so measure OpenCL
/// only if it is named. Empty where there is no NVIDIA device.
std::string environmentOf(Backend B);

} // namespace ompscan::bench

#endif // OMPSCAN_BENCH_NVIDIA_H
