//===- DeviceSelfTest.h - What a single pass relies on -------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_OPENCL_DEVICESELFTEST_H
#define OMPSCAN_RT_DEVICE_OPENCL_DEVICESELFTEST_H

#include "device/backend/Backend.h"

namespace ompscan::rt {

struct DeviceFigures;

/// Tries whether work-groups that have begun go on while others wait for them,
/// with many more groups than the device can hold, and whether 64-bit volatile
/// accesses are whole. No group of the test waits for ever.
///
/// \returns whether a single-pass scan works on the device; false also where
///          the test cannot be run.
bool testLookbackKernel(BackendDevice &D) noexcept;

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_OPENCL_DEVICESELFTEST_H
