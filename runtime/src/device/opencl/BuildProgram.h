//===- BuildProgram.h - From source to a built program -------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_OPENCL_BUILDPROGRAM_H
#define OMPSCAN_RT_DEVICE_OPENCL_BUILDPROGRAM_H

#include "device/opencl/OpenCL.h"
#include "support/Sha256.h"
#include <functional>
#include <optional>
#include <string>

namespace ompscan::rt {

/// Builds a program for the one device of \p Context: from the binary in the
/// cache on disk, or from what \p Make returns, whose binary is then stored
/// there. A cache that cannot be used is reported where OMPSCAN_INFO asks for
/// it.
///
/// \param Key of the cache; nothing for a program that is not kept there.
/// \throws cl::BuildError if the program does not compile, cl::Error for other
///         failures.
cl::Program buildProgram(const cl::Context &Context, const cl::Device &Device,
                         const std::function<cl::Program()> &Make,
                         const std::string &Options,
                         const std::optional<Digest> &Key);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_OPENCL_BUILDPROGRAM_H
