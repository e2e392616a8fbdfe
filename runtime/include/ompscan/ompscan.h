//===- ompscan/ompscan.h - Interface for programs -------------- -*- C -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a program may ask the runtime. Every function may be called from any
/// thread at any time, and none throws.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_OMPSCAN_H
#define OMPSCAN_OMPSCAN_H

#include "ompscan/data.h"
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version of the runtime, "MAJOR.MINOR.PATCH".
const char *ompscan_version(void);

/// The number of devices that loops can be offloaded to, 0 if there is none.
/// Their numbers, as in `device(0)` and OMP_DEFAULT_DEVICE, go from 0 up: first
/// GPUs, then CPUs, then others, then the queues that the program has attached
/// (ompscan_attach_queue). A queue that was detached leaves a number without a
/// device.
int ompscan_get_num_devices(void);

/// Writes the name of a device to \p buffer, cut to \p size bytes with the
/// terminating null character.
///
/// \param device a device number.
/// \param buffer room for \p size bytes; may be null if \p size is 0.
/// \return the length of the whole name in bytes, without the terminating null
///         character, or -1 if there is no such device; nothing is written
///         then.
int ompscan_get_device_name(int device, char *buffer, size_t size);

/// Tells how long the kernels of the last loop that a device did for the
/// calling thread took, if OMPSCAN_REPEAT is set to a number N > 0. Such a loop
/// runs its kernels N times before its results are brought back, but once where
/// a second run would find other data.
///
/// \param begin,end room for \p count values each: when the kernels of each run
///                  began and ended, in nanoseconds of the device's clock.
/// \return the number of runs, which may be more than \p count; 0 if no times
///         were taken.
size_t ompscan_get_kernel_times(uint64_t *begin, uint64_t *end, size_t count);

#ifdef __cplusplus
}
#endif

#endif // OMPSCAN_OMPSCAN_H
