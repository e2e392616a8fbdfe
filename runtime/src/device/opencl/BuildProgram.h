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
#include <string>

namespace ompscan::rt {

class FileCache;

/// The cache of built programs that OMPSCAN_CACHE names; null where it is off.
const FileCache *diskCache();

/// What something is kept under that depends on \p Text, \p Options, the device
/// and its driver.
Digest cacheKey(const cl::Device &Device, const std::string &Text,
                const std::string &Options);

/// A program for the one device of \p Context, ready to make kernels from: the
/// binary that the cache on disk holds, or else compiled, and then kept there.
/// A cache that cannot be used is worth no more than a line of OMPSCAN_INFO.
///
/// \throws cl::BuildError if \p Text does not compile, cl::Error for other
///         failures.
cl::Program buildProgram(const cl::Context &Context, const cl::Device &Device,
                         const std::string &Text, const std::string &Options);

/// Whether \p Device passes a test of ours, \p Run, which goes by \p Name. The
/// cache on disk keeps that it has.
///
/// \throws cl::Error, and what \p Run throws.
bool passesTest(const cl::Device &Device, const std::string &Name,
                const std::function<bool()> &Run);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_OPENCL_BUILDPROGRAM_H
