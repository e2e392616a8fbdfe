//===- HostMirrorLock.h - One thread's turn ------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DATA_HOSTMIRRORLOCK_H
#define OMPSCAN_RT_DATA_HOSTMIRRORLOCK_H

#include <mutex>

namespace ompscan::rt {

/// Held by the thread that has values of a device in host memory, in place of
/// the host's own: one thread of the process at a time, since others may want
/// the same arrays. What a thread does within its turn belongs to it.
using HostMirrorLock = std::unique_lock<std::recursive_mutex>;

/// Waits for the turn.
HostMirrorLock takeHostMirrorLock();

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DATA_HOSTMIRRORLOCK_H
