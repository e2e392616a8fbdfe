//===- Launch.h - A loop on a device -------------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_LAUNCH_H
#define OMPSCAN_LAUNCH_H

#include "Access.h"
#include "Device.h"
#include "HostStay.h"
#include "Loop.h"
#include "Plan.h"
#include "Verification.h"
#include <cstdint>
#include <memory>
#include <vector>

namespace ompscan {

class Relay;

/// What a device has made of a loop.
struct Offloaded {
  /// Null where all results are in their places. Under OMPSCAN_VERIFY they are
  /// here, nothing on the host has changed, and the host has to do the loop as
  /// well.
  std::unique_ptr<Verification> Kept;
  /// What present arrays held before, in that case.
  std::unique_ptr<HostStay> Data;
};

/// A loop that may be launched: of what it stores and reads nothing is in the
/// way.
struct CheckedLoop {
  std::vector<std::vector<Range>> Ranges; ///< of each array
  bool IsCounted = false; ///< where some elements go is not known before
  /// Arrays that get elements by count may meet others.
  bool MayMeet = false;
  bool CanRunAgain = false;
};

/// Checks \p L, of \p Trips >= 1 iterations. Where \p Ranges is not empty it
/// holds the rangesOf() each array, and checkNoWrap() has been called.
///
/// \throws Failure if it cannot be launched.
CheckedLoop check(const Loop &L, uint64_t Trips,
                  std::vector<std::vector<Range>> Ranges = {});

/// Does the \p Trips >= 1 iterations of \p L, the first one with the induction
/// variable \p Lower, on \p D as \p Wanted or in smaller tiles. With
/// \p MayDefer it may return when the kernels are in the queue. \p Checked is
/// what check() has found, if it has been asked. Throws and returns as
/// offload() (Offload.h) does.
Offloaded runOn(Device &D, const Plan &Wanted, const Loop &L, uint64_t Trips,
                int64_t Lower, bool MayDefer = false,
                std::shared_ptr<const CheckedLoop> Checked = nullptr);

/// A chunk of a loop, and its place among the others.
struct ChunkPlace {
  Relay &Others;
  uint64_t Number;
  bool IsLast;
  bool InOrder; ///< results come behind those of the chunks before only
  Loop &Slice;  ///< whose scalars are to get the values of accumulators
  Verification *Kept = nullptr; ///< takes the results, if they are verified
  bool Overlaps = false;        ///< others are under way at the same time
};

/// Whether the results of \p L are to be compared with those of the host.
bool isVerified(const Loop &L);

/// The same for a chunk, which keeps the values of its accumulators for the
/// next one.
void runChunk(Device &D, const Plan &Wanted, const ChunkPlace &Place,
              uint64_t Trips, int64_t Lower);

} // namespace ompscan

#endif // OMPSCAN_LAUNCH_H
