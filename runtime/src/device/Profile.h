//===- Profile.h - Kernel times ------------------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_PROFILE_H
#define OMPSCAN_RT_DEVICE_PROFILE_H

#include "device/backend/Event.h"
#include <cstdint>
#include <vector>

namespace ompscan::rt {

/// When the kernels of a loop began and ended, in nanoseconds of the device's
/// clock.
struct KernelTime {
  uint64_t Begin;
  uint64_t End;
};

/// The times of the kernels from \p First to \p Last, which have ended.
///
/// \throws DeviceError
KernelTime timeOf(const Event &First, const Event &Last);

/// One entry for each run of the kernels of the last loop on this thread.
std::vector<KernelTime> &lastKernelTimes();

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_PROFILE_H
