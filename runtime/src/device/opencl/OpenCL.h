//===- OpenCL.h - The OpenCL bindings ------------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Khronos's C++ bindings as this runtime uses them: OpenCL 1.2, errors thrown
/// as cl::Error. Include this and not CL/opencl.hpp.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_OPENCL_OPENCL_H
#define OMPSCAN_RT_DEVICE_OPENCL_OPENCL_H

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_TARGET_OPENCL_VERSION 120
#include "device/backend/DeviceError.h"
#include <CL/opencl.hpp>
#include <exception>
#include <string>

namespace ompscan::rt {

/// "CL_OUT_OF_RESOURCES (-5)", or "OpenCL error -9999".
std::string errorName(cl_int Code);

/// The error in words, with the call and the code.
std::string describe(const cl::Error &E);

/// The error of the seam for \p E.
DeviceError deviceError(const cl::Error &E);

/// Calls \p Call, which throws cl::Error.
///
/// \throws DeviceError
template <typename Function> auto translated(Function Call) {
  try {
    return Call();
  } catch (const cl::Error &E) {
    throw deviceError(E);
  }
}

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_OPENCL_OPENCL_H
