//===- Overlaps.h - What stores and uses share ---------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_ACCESS_OVERLAPS_H
#define OMPSCAN_RT_ACCESS_OVERLAPS_H

#include "access/Access.h"
#include "access/Loop.h"
#include <optional>
#include <string>
#include <vector>

namespace ompscan::rt {

/// Why some iteration stores what another one, or another array, uses, naming
/// the arrays; nothing if none does. \p Ranges holds the rangesOf() each of
/// \p Arrays. A store and a load are allowed to meet only element by element,
/// in the same iteration. Without \p WithCounted, what is stored at the values
/// of accumulators is not looked at.
std::optional<std::string>
findOverlap(const std::vector<Array> &Arrays,
            const std::vector<std::vector<Range>> &Ranges,
            bool WithCounted = true);

/// Checks a loop whose iterations are independent: only what different arrays
/// have in common is looked at, where they are not on the device together,
/// since each of them gets memory of its own there.
///
/// \throws Failure that says why they must not overlap so.
void checkShares(const std::vector<Array> &Arrays,
                 const std::vector<std::vector<Range>> &Ranges);

/// Whether the loop stores into anything that it reads, so that it cannot be
/// run a second time. With \p Changed, only stores to the arrays for which it
/// is true count.
bool storesToInputs(const std::vector<Array> &Arrays,
                    const std::vector<std::vector<Range>> &Ranges,
                    const std::vector<bool> *Changed = nullptr);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_ACCESS_OVERLAPS_H
