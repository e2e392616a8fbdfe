//===- Choice.h - The choice of an algorithm ------------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_LAUNCH_CHOICE_H
#define OMPSCAN_RT_LAUNCH_CHOICE_H

#include "access/ResolvedArray.h"
#include "device/Device.h"
#include "plan/Plan.h"
#include "plan/Rows.h"
#include "support/Environment.h"
#include <cstdint>
#include <functional>

namespace ompscan::rt {

/// What a single pass is for a loop.
enum class LookbackSupport {
  Impossible, ///< It cannot do the loop.
  Slow,       ///< It is done where somebody asks for it.
  Best,       ///< Others are slower, where the device runs it well.
};

/// The algorithm for loops on a device.
///
/// OMPSCAN_ALGORITHM comes first, but three-kernel cannot do a loop whose
/// results may be stored once only, and a single pass may not be what the loop
/// needs; reduce-then-scan does such loops. Without a request, a single pass is
/// taken where it pays, on devices of a kind that is known to run it well and
/// that pass \p PassesTest.
Algorithm chooseAlgorithm(const Environment &E, DriverKind Kind, bool CanReload,
                          LookbackSupport Lookback,
                          const std::function<bool()> &PassesTest);

/// What a single pass is for the loop of \p R, of \p Trips iterations.
LookbackSupport lookbackSupportFor(const PlanRequest &R, uint64_t Trips);

/// Why chooseAlgorithm() takes \p A for loops that allow every algorithm.
const char *reasonFor(Algorithm A, const Environment &E, DriverKind Kind,
                      LookbackSupport Lookback);

/// Ten times the compute capability whose instructions the programs of \p D are
/// written with, or 0: NVIDIA's own instructions are not used then. PTX is for
/// the least capability, whatever the device has.
uint32_t instructionsFor(const Device &D);

/// \returns all that the plan for \p L, resolved as \p R, depends on.
PlanRequest requestFor(const LaunchDescriptor &L, const ResolvedLaunch &R);

/// The mean length of the iterations of \p L, which are rows: that of the array
/// with the most elements in the launch.
uint64_t rowLength(const LaunchDescriptor &L, const ResolvedLaunch &R);

/// The rows of \p L that groups share in the plan \p P.
SharedRows rowsToShare(const LaunchDescriptor &L, const ResolvedLaunch &R,
                       const Plan &P);

/// The PTX of \p L for the plan \p P on \p D; null if there is none, or if
/// \p D does not take it.
const ompscan_kernel_version *ptxOf(const LaunchDescriptor &L, const Plan &P,
                                    const Device &D);

/// How \p L runs on its device. \p R is what it, or the launch that it is a
/// slice of, is resolved as.
Plan choosePlan(const LaunchDescriptor &L, const ResolvedLaunch &R);

/// How many versions likelyPtx() knows.
constexpr unsigned LikelyVersions = 2;

/// The PTX of \p Loop that a launch on a device with \p D is likely to take,
/// although its arrays and sizes are not known; null if none is worth the time.
/// \p Rank 0 is the likeliest one. Does nothing that may need the dynamic
/// linker.
const ompscan_kernel_version *likelyPtx(const ompscan_loop_descriptor &Loop,
                                        const DeviceProperties &D,
                                        const Environment &E, unsigned Rank);

/// The plan for a part of a loop whose total Execution::totals() computes.
Plan choosePlanWithTotals(const LaunchDescriptor &L, const ResolvedLaunch &R);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_LAUNCH_CHOICE_H
