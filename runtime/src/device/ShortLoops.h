//===- ShortLoops.h - Loops too short for a device --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The calling thread runs short loops on data of the host: threads need longer
/// to begin, and a copy to a device to arrive. Object code does so by itself,
/// without a call of the runtime, where __ompscan_short_loop allows it.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_SHORTLOOPS_H
#define OMPSCAN_RT_DEVICE_SHORTLOOPS_H

#include "support/Environment.h"
#include <chrono>
#include <cstdint>

namespace ompscan::rt {

/// The iterations of a prefix sum below which a loop is short; 0 if \p E has
/// every loop run on a device.
int64_t shortLoopLimit(const Environment &E);

/// How long the calling thread runs a loop whose iterations take an unknown
/// time before other threads join it: a part of the longest short loop's time.
std::chrono::nanoseconds timeAlone(const Environment &E);

/// Whether \p Passes passes over the data of a loop take longer than the loop
/// on one core, on \p Threads threads of the host; false if \p E has every loop
/// run on a device.
bool isOnePassFaster(const Environment &E, unsigned Passes, unsigned Threads);

/// The limit until the process calls the runtime for the first time; its
/// environment is \p Set. 0 if that call has something to print or to time.
int64_t firstShortLoopLimit(const Variables &Set);

/// Has all loops call the runtime, also without iterations, until
/// resumeShortLoops() has been called as often.
void suspendShortLoops() noexcept;
void resumeShortLoops() noexcept;

/// Sets __ompscan_short_loop for the state that the process is in.
void publishShortLoopLimit() noexcept;

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_SHORTLOOPS_H
