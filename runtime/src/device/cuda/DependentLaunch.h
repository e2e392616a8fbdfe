//===- DependentLaunch.h - Kernels that begin early ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Programmatic dependent launch (CUDA C++ Programming Guide, "Programmatic
/// Dependent Launch and Synchronization"; PTX ISA, "griddepcontrol"): from
/// compute capability 9.0 on, a kernel may begin when the groups of the kernel
/// before it in the stream have ended, and not only when the device has made
/// their writes visible. Its groups wait for that by themselves, before they do
/// anything else. So nothing but the time between two kernels changes: it is
/// 1.2 to 1.7 us shorter on an H100.
///
/// Groups could begin even earlier, beside the last ones of the kernel before.
/// That is slower for kernels of less than 20 us, as the multiprocessors are
/// filled unevenly.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_CUDA_DEPENDENTLAUNCH_H
#define OMPSCAN_RT_DEVICE_CUDA_DEPENDENTLAUNCH_H

#include <cstdint>
#include <string>
#include <string_view>

namespace ompscan::rt {

/// Ten times the least compute capability with dependent launches.
constexpr uint32_t DependentLaunchCapability = 90;

/// A variable of modules all of whose kernels wait for the kernel before. No
/// other kernel may be launched as a dependent one.
constexpr const char *DependentLaunchMark = "ompscan_dependent_launch";

/// \p Ptx, as LLVM writes it for an older device, for dependent launches: its
/// kernels wait first, and it has the mark. Returns nothing if \p Ptx does not
/// have the expected form.
std::string withDependentLaunch(std::string_view Ptx);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_CUDA_DEPENDENTLAUNCH_H
