//===- NativeDevice.h - The host's own cores ----------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_NATIVE_NATIVEDEVICE_H
#define OMPSCAN_RT_DEVICE_NATIVE_NATIVEDEVICE_H

#include "device/backend/Backend.h"
#include <memory>

namespace ompscan::rt {

/// The host as a device, on which object code runs.
std::shared_ptr<BackendDevice> makeHostDevice();

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_NATIVE_NATIVEDEVICE_H
