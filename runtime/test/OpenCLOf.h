//===- OpenCLOf.h - The OpenCL objects of a device ------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For tests that use OpenCL beside the runtime, as programs may.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_TEST_OPENCLOF_H
#define OMPSCAN_TEST_OPENCLOF_H

#include "device/Device.h"
#include "device/opencl/OpenCLDevice.h"
#include "device/opencl/OpenCLQueue.h"

namespace ompscan::rt {

inline OpenCLDevice &openclDevice(const Device &D) {
  return static_cast<OpenCLDevice &>(D.backend());
}
inline const cl::Device &handleOf(const Device &D) {
  return openclDevice(D).handle();
}
inline const cl::Context &contextOf(const Device &D) {
  return openclDevice(D).handleOfContext();
}
inline const cl::CommandQueue &handleOf(const Queue &Q) {
  return static_cast<const OpenCLQueue &>(Q).Handle;
}

} // namespace ompscan::rt

#endif // OMPSCAN_TEST_OPENCLOF_H
