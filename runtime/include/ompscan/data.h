//===- ompscan/data.h - Data on devices ------------------------- -*- C -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Keeps data on a device from loop to loop, and shares it with OpenCL. The
/// rules are those of OpenMP 5.2 (sections 5.8.3 map, 13.6 to 13.9 target data,
/// enter data, exit data, update): an annotated loop does not move an array
/// that is present on its device, and leaves its results there.
///
/// Every function may be called from any thread at any time, and none throws or
/// ends the program. Those that answer an ompscan_status change nothing where
/// it is not OMPSCAN_SUCCESS, and ompscan_last_error() then says why. Host
/// memory may be used again as soon as a call has returned.
///
/// \p device is a device number, or OMPSCAN_DEFAULT_DEVICE for the device of
/// loops without a `device` clause; OMPSCAN_DEVICE (see docs/environment.md)
/// has its say as it has for loops. Where loops are not offloaded at all
/// (OMP_TARGET_OFFLOAD=DISABLED, or no device and not MANDATORY) all data is
/// present on the host already: mapping and updating do nothing, and succeed.
///
/// docs/data.md has an example of each function.
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

// What OpenCL calls cl_context, cl_command_queue and cl_mem: no header of
// OpenCL is needed here.
struct _cl_context;
struct _cl_command_queue;
struct _cl_mem;

/// What ompscan_map and ompscan_unmap do besides counting references; bits.
enum ompscan_map_flags {
  OMPSCAN_ALLOC = 0,   ///< map: sends nothing
  OMPSCAN_RELEASE = 0, ///< unmap: brings nothing back
  OMPSCAN_TO = 1,      ///< map: sends the data if it is new on the device
  OMPSCAN_FROM = 2,    ///< unmap: brings the data back if it leaves the device
  OMPSCAN_TOFROM = 3,  ///< the same for both calls
  OMPSCAN_ALWAYS = 4,  ///< moves the data even if it is not new or stays
  OMPSCAN_DELETE = 8,  ///< unmap: the data leaves whatever the count
  OMPSCAN_PRESENT = 16 ///< map: an error if the data is not there already
};

enum { OMPSCAN_DEFAULT_DEVICE = -1 };

/// Puts \p bytes bytes at \p address on a device, as `target enter data` does.
/// If they are there as a whole, one more reference is counted; if not, they
/// get memory, and one reference. A size of 0 does nothing.
///
/// \param flags bits of ompscan_map_flags; OMPSCAN_FROM has no effect.
/// \return OMPSCAN_ERROR_OVERLAP if only a part is there: a section cannot
/// grow.
///         OMPSCAN_ERROR_NOT_PRESENT with OMPSCAN_PRESENT only.
int ompscan_map(int device, const void *address, size_t bytes, unsigned flags);

/// Takes one reference away, as `target exit data` does; with the last one the
/// data leaves the device, the whole of what was mapped together.
///
/// \param flags bits of ompscan_map_flags; OMPSCAN_TO has no effect.
/// \return OMPSCAN_ERROR_NOT_PRESENT where there is nothing, which OpenMP
/// passes
///         over.
int ompscan_unmap(int device, const void *address, size_t bytes,
                  unsigned flags);

/// Copies \p bytes bytes at \p address from the host to the device, and the
/// other way round, as `target update` does. They must be present as a whole.
int ompscan_update_to(int device, const void *address, size_t bytes);
int ompscan_update_from(int device, void *address, size_t bytes);

/// Waits until a device has done all loops that have returned before it had
/// (see docs/data.md): before a clock is read, say. What copies data waits by
/// itself.
int ompscan_wait(int device);

/// Whether all \p bytes bytes at \p address are on the device: 1 or 0; 0 after
/// an error. Of 0 bytes, whether the address itself is there.
int ompscan_is_present(int device, const void *address, size_t bytes);

/// Finds the buffer that holds present data, as `use_device_ptr` does: the byte
/// at \p address is byte \p *offset of \p *buffer. The buffer belongs to the
/// runtime until the data leaves the device; whoever needs it longer retains
/// it.
int ompscan_get_buffer(int device, const void *address, struct _cl_mem **buffer,
                       size_t *offset);

/// Makes \p bytes bytes of \p buffer, from byte \p offset on, what the host's
/// data at \p address is on the device (omp_target_associate_ptr). Nothing is
/// copied. Its references are not counted: it stays until
/// ompscan_disassociate(), which takes the first address. The buffer is
/// retained in between. It must be of the device's context (see
/// ompscan_attach_queue), and no part of it may be associated with other data.
int ompscan_associate(int device, const void *address, size_t bytes,
                      struct _cl_mem *buffer, size_t offset);
int ompscan_disassociate(int device, const void *address);

/// Memory of \p bytes bytes on a device that has no counterpart on the host.
///
/// \return an address that stands for it, or null. The host can compute with
///         the address, but cannot read or write there: annotated loops,
///         ompscan_copy and ompscan_get_buffer can use it. What it holds is not
///         set.
void *ompscan_device_alloc(int device, size_t bytes);

/// Gives back what ompscan_device_alloc() has answered; null does nothing.
int ompscan_device_free(int device, void *address);

/// Copies \p bytes bytes to and from device memory (omp_target_memcpy): on
/// each side the bytes that are present on the device, or else the host's.
/// Copies within the host or onto itself are not allowed.
int ompscan_copy(int device, void *to, const void *from, size_t bytes);

/// Memory of \p bytes bytes on the host that is pinned for a device: data in it
/// goes to the device and back several times as fast as from ordinary memory,
/// by loops and by the functions above. Pinned memory is scarce; the rest of
/// the machine has to do without it.
///
/// \return its address, which ompscan_host_free() takes, or null after an
///         error. Where loops are not offloaded it is ordinary memory.
void *ompscan_host_alloc(int device, size_t bytes);

/// Gives back what ompscan_host_alloc() has answered; null does nothing.
int ompscan_host_free(void *address);

/// Makes a context and an in-order queue of a program's own a device, and
/// answers its number, or -1 after an error. Loops with `device(number)`, and
/// the functions above, then use this context, and put their commands into this
/// queue, behind those that are in it; they wait for the whole queue.
/// OMPSCAN_DEVICE does not change what this number means. Context and queue are
/// retained until ompscan_detach_queue().
int ompscan_attach_queue(struct _cl_context *context,
                         struct _cl_command_queue *queue);

/// Forgets such a device, and what is mapped there. Loops that run there go on.
int ompscan_detach_queue(int device);

#ifdef __cplusplus
}
#endif

#endif // OMPSCAN_DATA_H
