//===- ompscan/ompscan.h - Interface for programs -------------- -*- C -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Queries of the runtime by programs: its version, its devices and the times
/// of kernels. Every function may be called from any thread at any time, and
/// none throws.
///
/// Without the plugin, Clang leaves out `scan` clauses with a warning, and the
/// loops race. So the header is an error where a program is compiled with
/// OpenMP and without the plugin, unless OMPSCAN_WITHOUT_PLUGIN is defined.
/// ompscan/directives.h has directives that are empty there.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_OMPSCAN_H
#define OMPSCAN_OMPSCAN_H

#if defined(_OPENMP) && !defined(__OMPSCAN__) &&                               \
    !defined(OMPSCAN_WITHOUT_PLUGIN)
#error                                                                         \
    "OpenMP without the OmpScan plugin makes loops with scan clauses race: \
compile with ompscan-clang or -fplugin=ClangOmpScan-<release>.so, or define \
OMPSCAN_WITHOUT_PLUGIN if no directive here has a scan clause"
#endif

#include "ompscan/data.h"
#include "ompscan/directives.h"
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Returns the version of the runtime.
///
/// \return a string literal, "MAJOR.MINOR.PATCH".
const char *ompscan_version(void);

/// Returns the number of devices that loops can be offloaded to.
///
/// Devices are numbered from 0, as in `device(0)` and OMP_DEFAULT_DEVICE: first
/// those that OMPSCAN_DEVICE names, then GPUs, then others, then the host, then
/// the queues that the program has attached (ompscan_attach_queue()). A
/// detached queue leaves a number without a device.
///
/// \return the number of device numbers; 0 if there is no device.
int ompscan_get_num_devices(void);

/// Writes the name of a device to \p buffer, cut to \p size bytes with the
/// terminating null character. That of the host has the number of threads that
/// a loop would have at the first use of the runtime, and the instructions that
/// loops use: "host, 8 threads, x86-64-v4".
///
/// \param device a device number.
/// \param buffer room for \p size bytes; may be null if \p size is 0.
/// \param size   the size of \p buffer in bytes.
/// \return the length of the whole name in bytes, without the terminating null
///         character; -1 if there is no such device, and nothing is written.
int ompscan_get_device_name(int device, char *buffer, size_t size);

/// Returns whether a device works in the host's memory: its loops use arrays
/// where they are, mapped data is the host's own, and nothing is copied. On any
/// other device, mapped data is a second copy.
///
/// \param device a device number or OMPSCAN_DEFAULT_DEVICE; as for the
///               functions of ompscan/data.h, OMPSCAN_DEVICE overrides it.
/// \return 1 if it does, or if OMP_TARGET_OFFLOAD=DISABLED leaves all loops to
///         the host; 0 if it does not; -1 if there is no such device.
int ompscan_device_shares_memory(int device);

/// Returns the kernel times of the last loop that a device ran for the calling
/// thread, if OMPSCAN_REPEAT is set to N > 0. Such a loop runs its kernels N
/// times before its results are copied back, or once if a second run would
/// read data that the first one has changed.
///
/// \param begin room for \p count values: when the kernels of each run began,
///              in nanoseconds of the device's clock.
/// \param end   room for \p count values: when the kernels of each run ended,
///              in nanoseconds of the device's clock.
/// \param count the number of values that \p begin and \p end have room for.
/// \return the number of runs, which may be more than \p count; 0 if no times
///         were taken.
size_t ompscan_get_kernel_times(uint64_t *begin, uint64_t *end, size_t count);

#ifdef __cplusplus
}
#endif

#endif // OMPSCAN_OMPSCAN_H
