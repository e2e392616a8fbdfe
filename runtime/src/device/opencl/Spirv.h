//===- Spirv.h - Programs from SPIR-V ------------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_OPENCL_SPIRV_H
#define OMPSCAN_RT_DEVICE_OPENCL_SPIRV_H

#include "device/opencl/OpenCL.h"
#include <cstdint>

namespace ompscan::rt {

/// Whether \p D builds programs from SPIR-V 1.0 with addresses of 64 bits, by
/// OpenCL 2.1 or by cl_khr_il_program.
bool takesSpirv(const cl::Device &D);

/// The program of \p Size bytes of SPIR-V at \p Code, which is not built.
///
/// \param D of \p Context, with takesSpirv().
/// \throws cl::Error
cl::Program programOfSpirv(const cl::Context &Context, const cl::Device &D,
                           const void *Code, uint64_t Size);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_OPENCL_SPIRV_H
