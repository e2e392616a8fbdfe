//===- LaunchCache.h - What is known of loops launched before - -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop on data that stays on a device is often launched again with the same
/// description. What the launch before has found out need not be found again:
/// its elements, that no stores meet what must not be met, where its data is,
/// the plan. It is kept for loops that have run well as a whole and all of
/// whose arrays are on their device, and holds as long as nothing is mapped
/// there, unmapped or lent to the host.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_LAUNCH_LAUNCHCACHE_H
#define OMPSCAN_RT_LAUNCH_LAUNCHCACHE_H

#include "access/ResolvedArray.h"
#include "plan/Plan.h"
#include <cstdint>
#include <memory>
#include <vector>

namespace ompscan::rt {

/// What is known of a launch: what it passed, and what was found out.
struct KnownLoop {
  std::vector<uint64_t> Values; ///< those of its LaunchKey
  /// Those of the accumulators at whose value elements are stored.
  std::vector<int64_t> Counters;
  uint64_t Trips;
  ResolvedLaunch Resolved; ///< It holds on to no data.
  /// That of its arrays, as of DataEnvironment::version() Version.
  std::vector<PresentData *> Data;
  uint64_t Version;
  Plan How;
};

/// What is known of \p L on its device \p On; null if it is nothing, or holds
/// no more. \p L gets its number of iterations then, and is resolved as \p R.
std::shared_ptr<const KnownLoop> findKnown(LaunchDescriptor &L,
                                           const std::shared_ptr<Device> &On,
                                           ResolvedLaunch &R);

/// Keeps what has been found out about \p L, which has run well, resolved as
/// \p R. \p Version is that of the data environment before its arrays were
/// looked for.
void keepKnown(const LaunchDescriptor &L, const ResolvedLaunch &R,
               uint64_t Version, const Plan &How) noexcept;

} // namespace ompscan::rt

#endif // OMPSCAN_RT_LAUNCH_LAUNCHCACHE_H
