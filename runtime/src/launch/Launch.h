//===- Launch.h - A loop on a device -------------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_LAUNCH_LAUNCH_H
#define OMPSCAN_RT_LAUNCH_LAUNCH_H

#include "access/ResolvedArray.h"
#include "launch/HostLoopMirror.h"
#include "launch/Verification.h"
#include "plan/Plan.h"
#include <functional>
#include <memory>
#include <vector>

namespace ompscan::rt {

struct ChunkPlace;
struct Execution;

/// The part that this process has of a loop which several processes share.
struct SharedPart {
  /// Answers the value that the scan starts from, before it begins; empty for
  /// the loop's own.
  std::function<std::vector<unsigned char>(const Execution &)> Start;
  /// The results of the kernels, which are not stored otherwise.
  std::vector<unsigned char> Values;
};

/// What a device has made of a loop.
struct Offloaded {
  /// Null where all results are in their places. Under OMPSCAN_VERIFY they are
  /// here, nothing on the host has changed, and the host has to do the loop as
  /// well.
  std::unique_ptr<Verification> Kept;
  /// What present arrays held before, in that case.
  std::unique_ptr<HostLoopMirror> Data;
};

/// Does \p L, of at least one iteration, resolved and checked as \p R, on the
/// device of \p R as \p Wanted or in smaller tiles. With \p MayDefer it may
/// return when the kernels are in the queue. With \p Part it is one of several
/// parts of a loop. Throws and returns as offload() (Offload.h) does.
Offloaded runOn(const Plan &Wanted, const LaunchDescriptor &L,
                const ResolvedLaunch &R, bool MayDefer = false,
                SharedPart *Part = nullptr);

/// The same for a chunk, which keeps the values of its accumulators for the
/// next one.
void runChunk(const Plan &Wanted, const ChunkPlace &Place);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_LAUNCH_LAUNCH_H
