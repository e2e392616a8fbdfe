//===- Offload.h - From a loop to its launch ------------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_LAUNCH_OFFLOAD_H
#define OMPSCAN_RT_LAUNCH_OFFLOAD_H

#include "access/ResolvedArray.h"
#include "launch/Launch.h"

namespace ompscan::rt {

/// Does \p L on the device that it asks for. \p R, empty before, is what it is
/// resolved as, also if it fails: the device and what is present there.
///
/// \throws Failure or std::bad_alloc, and memory is as it was or can
///         be computed again by the loop itself; PartlyDone; Unrecoverable if
///         it cannot.
Offloaded offload(LaunchDescriptor &L, ResolvedLaunch &R);

/// The same for a loop that does what several launches may do as well: it is
/// done as a whole or not at all.
///
/// \returns false if these have to do it; memory is as it was, or can be
///          computed again by them.
/// \throws Unrecoverable
bool attempt(LaunchDescriptor &L, ResolvedLaunch &R);

/// Does \p Part, the part that this process has of a loop, which is \p L, as a
/// whole on the device that \p R is resolved for.
///
/// \throws Failure, std::bad_alloc or Unrecoverable.
void offloadPart(const LaunchDescriptor &L, ResolvedLaunch &R, LoopPart &Part);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_LAUNCH_OFFLOAD_H
