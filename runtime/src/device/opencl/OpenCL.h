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
#include <CL/opencl.hpp>
#include <exception>
#include <string>

namespace ompscan::rt {

/// "CL_OUT_OF_RESOURCES (-5)", or "OpenCL error -9999".
std::string errorName(cl_int Code);

/// What went wrong, in words, with the call and the code.
std::string describe(const cl::Error &E);

/// The cause that \p E tells, or the exception which is being handled.
std::string describe(const std::exception_ptr &E);
std::string describeException();

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_OPENCL_OPENCL_H
