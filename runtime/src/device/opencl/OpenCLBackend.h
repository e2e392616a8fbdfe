//===- OpenCLBackend.h - The OpenCL back end ---------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The OpenCL back end, and the OpenCL objects of a program in the terms of the
/// seam, for ompscan/data.h. This header needs none of OpenCL's.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_OPENCL_OPENCLBACKEND_H
#define OMPSCAN_RT_DEVICE_OPENCL_OPENCLBACKEND_H

#include "device/backend/Backend.h"
#include <memory>

struct _cl_context;
struct _cl_command_queue;
struct _cl_mem;

namespace ompscan::rt {

std::unique_ptr<Backend> makeOpenCLBackend();

/// A device that works with \p Queue only, in its context \p Context.
///
/// \throws Failure if the queue cannot be used, DeviceError.
std::shared_ptr<BackendDevice> deviceOfQueue(_cl_context *Context,
                                             _cl_command_queue *Queue);

/// The program's \p Buffer as memory of \p D.
///
/// \throws Failure if it is none of its context, DeviceError.
Memory memoryOfBuffer(BackendDevice &D, _cl_mem *Buffer);

/// The buffer of \p M, memory of \p D.
///
/// \throws Failure if \p D is a device of another back end.
_cl_mem *bufferOf(const BackendDevice &D, const Memory &M);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_OPENCL_OPENCLBACKEND_H
