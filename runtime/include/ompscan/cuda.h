//===- ompscan/cuda.h - Exchange with CUDA ---------------- -*- C -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Streams and memory of a program that uses CUDA itself: see "CUDA" in
/// docs/data.md. The loops need PTX, which they have by default.
/// This header needs none of CUDA's. Functions answer an ompscan_status, and
/// ompscan_last_error() tells more of an error.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_CUDA_H
#define OMPSCAN_CUDA_H

#include "ompscan/status.h"
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Adds a stream of the program as a device. Loops with `device(number)`, and
/// the functions of ompscan/data.h, enqueue their commands to this stream; they
/// wait for the whole stream. ompscan_detach_queue() removes the device.
///
/// \param stream a CUstream or cudaStream_t of the primary context, that of
///               CUDA's runtime library; it must live as long as the device.
/// \return the device number, or -1 after an error.
int ompscan_cuda_attach_stream(void *stream);

/// Makes device memory the counterpart of an address, as ompscan_associate()
/// does; ompscan_disassociate() ends it. \p address may be \p pointer itself:
/// then a loop uses the memory by its own address (`is_device_ptr`).
///
/// \param device  the number of a device that is used through CUDA.
/// \param address the first byte of the range that stands for the memory.
/// \param bytes   the size of the range in bytes, at least 1.
/// \param pointer memory of cudaMalloc, cudaMallocManaged or cudaMallocHost,
///                which stays the program's own.
int ompscan_cuda_associate(int device, const void *address, size_t bytes,
                           void *pointer);

/// Finds the device's address of present data. It stays valid as long as the
/// data is mapped.
///
/// \param device  the number of a device that is used through CUDA.
/// \param address a byte of the data.
/// \param pointer receives the address of its counterpart.
int ompscan_cuda_get_pointer(int device, const void *address, void **pointer);

#ifdef __cplusplus
}
#endif

#endif // OMPSCAN_CUDA_H
