//===- Launch.h - A loop on a device -------------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_LAUNCH_LAUNCH_H
#define OMPSCAN_RT_LAUNCH_LAUNCH_H

#include "access/CheckedLoop.h"
#include "access/Loop.h"
#include "device/Device.h"
#include "launch/HostLoopMirror.h"
#include "launch/Verification.h"
#include "plan/Plan.h"
#include <cstdint>
#include <memory>
#include <vector>

namespace ompscan::rt {

struct ChunkPlace;

/// What a device has made of a loop.
struct Offloaded {
  /// Null where all results are in their places. Under OMPSCAN_VERIFY they are
  /// here, nothing on the host has changed, and the host has to do the loop as
  /// well.
  std::unique_ptr<Verification> Kept;
  /// What present arrays held before, in that case.
  std::unique_ptr<HostLoopMirror> Data;
};

/// Does the \p Trips >= 1 iterations of \p L, the first one with the induction
/// variable \p Lower, on \p D as \p Wanted or in smaller tiles. With
/// \p MayDefer it may return when the kernels are in the queue. \p Checked is
/// what check() has found, if it has been asked. Throws and returns as
/// offload() (Offload.h) does.
Offloaded runOn(Device &D, const Plan &Wanted, const Loop &L, uint64_t Trips,
                int64_t Lower, bool MayDefer = false,
                std::shared_ptr<const CheckedLoop> Checked = nullptr);

/// The same for a chunk, which keeps the values of its accumulators for the
/// next one.
void runChunk(Device &D, const Plan &Wanted, const ChunkPlace &Place,
              uint64_t Trips, int64_t Lower);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_LAUNCH_LAUNCH_H
