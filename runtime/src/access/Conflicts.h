//===- Conflicts.h - What stores of a loop must not meet ------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_ACCESS_CONFLICTS_H
#define OMPSCAN_RT_ACCESS_CONFLICTS_H

#include "access/LaunchDescriptor.h"
#include "access/ResolvedArray.h"
#include <optional>
#include <string>
#include <vector>

namespace ompscan::rt {

/// Why some iteration stores what another one, or another array, uses, naming
/// the arrays; nothing if none does. A store and a load are allowed to meet
/// only element by element, in the same iteration. Without \p WithCounted, what
/// is stored at the values of accumulators is not looked at.
std::optional<std::string> findOverlap(const std::vector<ResolvedArray> &Arrays,
                                       bool WithCounted = true);

/// Whether the loop stores into anything that it reads, so that it cannot be
/// run a second time. With \p Changed, only stores to the arrays for which it
/// is true count.
bool storesToInputs(const std::vector<ResolvedArray> &Arrays,
                    const std::vector<bool> *Changed = nullptr);

/// Why \p L, a scan, must not store where it does: findOverlap(), or a scalar
/// that it reads lies there, whose value from before the loop the kernels have.
/// The initial values of results are left to checkResults(). Nothing if it may.
std::optional<std::string>
findConflict(const LaunchDescriptor &L,
             const std::vector<ResolvedArray> &Arrays, bool WithCounted = true);

/// Checks that the stores of \p L are in nothing's way: findConflict(), but of
/// a loop whose iterations are independent only what different arrays have in
/// common is looked at, where they are not on the device together, since each
/// of them gets memory of its own there.
///
/// \throws Failure that says why.
void checkStores(const LaunchDescriptor &L,
                 const std::vector<ResolvedArray> &Arrays);

/// Whether the loop stores in the hull of one array what lies in that of
/// another one: two names of the same memory.
bool storesUnderTwoNames(const std::vector<ResolvedArray> &Arrays);

/// Checks that no scalar that \p L reads is also one of its results under
/// another name: the device would not see how it changes. The result itself is
/// one of the scalars where it has a value before the loop.
///
/// \throws Failure otherwise.
void checkScalars(const LaunchDescriptor &L);

/// Checks that no result of \p L lies in what the loop uses of its arrays.
///
/// \throws Failure naming the array.
void checkResults(const LaunchDescriptor &L,
                  const std::vector<ResolvedArray> &Arrays);

/// Checks that \p L, which is resolved as \p R, may be launched as a whole, and
/// decides which arrays the kernels use in place.
///
/// \throws Failure if it cannot be launched.
void check(const LaunchDescriptor &L, ResolvedLaunch &R);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_ACCESS_CONFLICTS_H
