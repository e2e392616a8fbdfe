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
#include <memory>

namespace ompscan::rt {

class LoopPart;

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
/// parts of a loop, which hands on its accumulators and stores none; \p R is
/// that of Part->Whole, if there is one. Throws and returns as offload()
/// (Offload.h) does.
Offloaded runOn(const Plan &Wanted, const LaunchDescriptor &L,
                const ResolvedLaunch &R, bool MayDefer = false,
                LoopPart *Part = nullptr);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_LAUNCH_LAUNCH_H
