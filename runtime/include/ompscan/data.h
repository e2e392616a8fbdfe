//===- ompscan/data.h - Data on devices ------------------------- -*- C -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Data that stays on a device from loop to loop, and its exchange with OpenCL.
/// The rules are those of OpenMP 5.2 (sections 5.8.3, map, and 13.6 to 13.9,
/// target data, enter data, exit data, update): an annotated loop does not copy
/// an array that is present on its device, and leaves its results there.
/// docs/data.md has an example of each function.
///
/// Every function may be called from any thread at any time, and none throws or
/// ends the program. A function that returns an ompscan_status changes nothing
/// unless it returns OMPSCAN_SUCCESS; ompscan_last_error() describes the error.
/// Host memory may be used again as soon as a call has returned.
///
/// A parameter `device` is a device number (ompscan_get_num_devices()), or
/// OMPSCAN_DEFAULT_DEVICE for the device of loops without a `device` clause.
/// The environment variable OMPSCAN_DEVICE overrides both, as for loops. If
/// loops are not offloaded at all (OMP_TARGET_OFFLOAD=DISABLED, or no device
/// and not MANDATORY), all data is present on the host already: mapping and
/// updating do nothing, and succeed.
///
/// Besides the errors that its description names, every function may return
/// OMPSCAN_ERROR_ARGUMENT for a null pointer or a range that wraps around,
/// OMPSCAN_ERROR_DEVICE if there is no such device, OMPSCAN_ERROR_MEMORY if
/// device or host are out of memory, and OMPSCAN_ERROR_OPENCL if a call of
/// OpenCL fails.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_DATA_H
#define OMPSCAN_DATA_H

#include "ompscan/status.h"
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// cl_context, cl_command_queue and cl_mem of OpenCL, whose headers are not
// needed here.
struct _cl_context;
struct _cl_command_queue;
struct _cl_mem;

/// What ompscan_map() and ompscan_unmap() do besides counting references; bits.
enum ompscan_map_flags {
  OMPSCAN_ALLOC = 0,   ///< Map: copies nothing.
  OMPSCAN_RELEASE = 0, ///< Unmap: copies nothing.
  OMPSCAN_TO = 1,      ///< Map: copies new data to the device.
  OMPSCAN_FROM = 2,    ///< Unmap: copies data that leaves the device back.
  OMPSCAN_TOFROM = 3,  ///< OMPSCAN_TO and OMPSCAN_FROM.
  OMPSCAN_ALWAYS = 4,  ///< Copies also data that is not new, or that stays.
  OMPSCAN_DELETE = 8,  ///< Unmap: removes the data whatever its references.
  OMPSCAN_PRESENT = 16 ///< Map: fails if the data is not present.
};

/// The device of loops without a `device` clause.
enum { OMPSCAN_DEFAULT_DEVICE = -1 };

/// Maps a range of host memory on a device, as `target enter data` does. A
/// range that is present as a whole gets one more reference. Otherwise it gets
/// device memory and one reference.
///
/// \param device  a device number.
/// \param address the first byte of the range.
/// \param bytes   the size of the range in bytes; 0 does nothing.
/// \param flags   bits of ompscan_map_flags; OMPSCAN_FROM has no effect.
/// \return OMPSCAN_SUCCESS or another ompscan_status; OMPSCAN_ERROR_OVERLAP if
///         only a part of the range is present (a range cannot grow),
///         OMPSCAN_ERROR_NOT_PRESENT with OMPSCAN_PRESENT only.
int ompscan_map(int device, const void *address, size_t bytes, unsigned flags);

/// Removes one reference of a range, as `target exit data` does. With the last
/// one, all that was mapped together leaves the device.
///
/// \param device  a device number.
/// \param address the first byte of the range.
/// \param bytes   the size of the range in bytes; 0 does nothing.
/// \param flags   bits of ompscan_map_flags; OMPSCAN_TO has no effect.
/// \return OMPSCAN_SUCCESS or another ompscan_status; OMPSCAN_ERROR_NOT_PRESENT
///         if the range is not present, which OpenMP ignores.
int ompscan_unmap(int device, const void *address, size_t bytes,
                  unsigned flags);

/// Copies a range from the host to a device, as `target update to` does.
///
/// \param device  a device number.
/// \param address the first byte of the range, which must be present as a
/// whole.
/// \param bytes   the size of the range in bytes; 0 does nothing.
/// \return OMPSCAN_SUCCESS or another ompscan_status; OMPSCAN_ERROR_NOT_PRESENT
///         or OMPSCAN_ERROR_OVERLAP if the range is not present as a whole.
int ompscan_update_to(int device, const void *address, size_t bytes);

/// Copies a range from a device to the host, as `target update from` does.
///
/// \param device  a device number.
/// \param address the first byte of the range, which must be present as a
/// whole.
/// \param bytes   the size of the range in bytes; 0 does nothing.
/// \return as ompscan_update_to().
int ompscan_update_from(int device, void *address, size_t bytes);

/// Waits until a device has completed all loops that have returned so far
/// (docs/data.md), for example before the program reads a clock. Functions and
/// directives that copy data wait by themselves.
///
/// \param device a device number.
/// \return OMPSCAN_SUCCESS or another ompscan_status.
int ompscan_wait(int device);

/// Tests whether a range is present on a device.
///
/// \param device  a device number.
/// \param address the first byte of the range.
/// \param bytes   the size of the range in bytes; 0 tests the byte at
///                \p address.
/// \return 1 if the whole range is present; otherwise, or after an error, 0.
int ompscan_is_present(int device, const void *address, size_t bytes);

/// Finds the buffer of present data, as `use_device_ptr` does. The buffer
/// belongs to the runtime until the data leaves the device; a program that
/// needs it for longer has to retain it.
///
/// \param device  a device number.
/// \param address a byte of the data.
/// \param buffer  receives the buffer.
/// \param offset  receives the offset of \p address in \p *buffer, in bytes.
/// \return OMPSCAN_SUCCESS or another ompscan_status; OMPSCAN_ERROR_NOT_PRESENT
///         if the data is not present.
int ompscan_get_buffer(int device, const void *address, struct _cl_mem **buffer,
                       size_t *offset);

/// Makes a part of a buffer the counterpart of host memory on a device, as
/// omp_target_associate_ptr does. Nothing is copied, and references are not
/// counted: the range is present until ompscan_disassociate(). The runtime
/// retains the buffer until then.
///
/// \param device  a device number.
/// \param address the first byte of the host memory.
/// \param bytes   the size of the range in bytes, at least 1.
/// \param buffer  a buffer of the device's context (ompscan_attach_queue()).
/// \param offset  the offset of the counterpart in \p buffer, in bytes.
/// \return OMPSCAN_SUCCESS or another ompscan_status; OMPSCAN_ERROR_OVERLAP if
///         a part of the host memory is present, or a part of the buffer is
///         associated already.
int ompscan_associate(int device, const void *address, size_t bytes,
                      struct _cl_mem *buffer, size_t offset);

/// Ends an association.
///
/// \param device  a device number.
/// \param address the address that ompscan_associate() was given.
/// \return OMPSCAN_SUCCESS or another ompscan_status; OMPSCAN_ERROR_NOT_PRESENT
///         if nothing is associated with \p address.
int ompscan_disassociate(int device, const void *address);

/// Allocates device memory that has no counterpart on the host. It is not
/// initialized.
///
/// \param device a device number.
/// \param bytes  the size in bytes, at least 1.
/// \return an address that stands for the memory, or null after an error. The
///         host can compute with it, but cannot read or write there. Annotated
///         loops, ompscan_copy() and ompscan_get_buffer() can use it.
void *ompscan_device_alloc(int device, size_t bytes);

/// Frees memory of ompscan_device_alloc().
///
/// \param device  the device number of the allocation.
/// \param address an address that ompscan_device_alloc() has returned, or null.
/// \return OMPSCAN_SUCCESS or another ompscan_status; OMPSCAN_ERROR_NOT_PRESENT
///         if \p address is no such address.
int ompscan_device_free(int device, void *address);

/// Copies bytes to and from device memory, as omp_target_memcpy does. On each
/// side, the device's bytes are used if the range is present, else the host's.
///
/// \param device a device number.
/// \param to     the first byte to write.
/// \param from   the first byte to read.
/// \param bytes  the number of bytes; 0 does nothing.
/// \return OMPSCAN_SUCCESS or another ompscan_status; copies within the host,
///         and of a range onto itself, are errors.
int ompscan_copy(int device, void *to, const void *from, size_t bytes);

/// Allocates host memory that is pinned for a device. Loops and the functions
/// above copy it several times as fast as ordinary memory. Pinned memory is
/// scarce: it is not available to the rest of the machine.
///
/// \param device a device number.
/// \param bytes  the size in bytes, at least 1.
/// \return the address, or null after an error; ordinary memory if loops are
///         not offloaded.
void *ompscan_host_alloc(int device, size_t bytes);

/// Frees memory of ompscan_host_alloc().
///
/// \param address an address that ompscan_host_alloc() has returned, or null.
/// \return OMPSCAN_SUCCESS or another ompscan_status; OMPSCAN_ERROR_NOT_PRESENT
///         if \p address is no such address.
int ompscan_host_free(void *address);

/// Adds a context and an in-order queue of the program as a device. Loops with
/// `device(number)`, and the functions above, use this context and enqueue
/// their commands to this queue; they wait for the whole queue. OMPSCAN_DEVICE
/// does not change what the number means.
///
/// \param context the context, which is retained until
///                ompscan_detach_queue().
/// \param queue   an in-order queue of that context, retained likewise.
/// \return the device number, or -1 after an error.
int ompscan_attach_queue(struct _cl_context *context,
                         struct _cl_command_queue *queue);

/// Removes a device of ompscan_attach_queue() and all that is mapped on it.
/// Loops that run there go on.
///
/// \param device the number that ompscan_attach_queue() has returned.
/// \return OMPSCAN_SUCCESS or another ompscan_status.
int ompscan_detach_queue(int device);

#ifdef __cplusplus
}
#endif

#endif // OMPSCAN_DATA_H
