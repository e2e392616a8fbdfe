//===- opencl_layer.h - A layer between programs and OpenCL ----- -*- C -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a program can ask of the layer that it runs on. The loader has loaded
/// it; dlopen(path, RTLD_NOLOAD) and dlsym() find these.
///
//===----------------------------------------------------------------------===//
#ifndef OPENCL_LAYER_H
#define OPENCL_LAYER_H

#ifdef __cplusplus
extern "C" {
#endif

/// Counts from 1 anew; call \p at will fail, and, with \p all_after, every call
/// after it. No call fails where \p at is 0.
void opencl_layer_fail(long at, int all_after);
/// The number of calls since then.
long opencl_layer_calls(void);
/// The \p at -th kernel from now on does its work, but its event says that it
/// has failed. None does where \p at is 0.
void opencl_layer_fail_kernel(long at);
/// From now on devices answer 0 to \p what, a cl_device_info; to none where it
/// is 0.
void opencl_layer_deny(unsigned what);
/// The references to objects of \p kind that nobody has released: "context",
/// "queue", "memory", "program", "kernel" or "event".
long opencl_layer_live(const char *kind);
/// The bytes of all buffers that have been created.
long opencl_layer_bytes(void);
/// The most bytes of pinned host memory (CL_MEM_ALLOC_HOST_PTR) that there were
/// at a time.
long opencl_layer_most_pinned(void);
/// Nanoseconds that were spent in calls, by all threads together.
long opencl_layer_time(void);
/// The function that was made to fail last.
const char *opencl_layer_failed(void);

#ifdef __cplusplus
}
#endif

#endif // OPENCL_LAYER_H
