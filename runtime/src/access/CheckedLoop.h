//===- CheckedLoop.h - Whether a loop may be launched --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_ACCESS_CHECKEDLOOP_H
#define OMPSCAN_RT_ACCESS_CHECKEDLOOP_H

#include "access/Access.h"
#include "access/Loop.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ompscan::rt {

/// A loop that may be launched: of what it stores and reads nothing is in the
/// way.
struct CheckedLoop {
  std::vector<std::vector<Range>> Ranges; ///< of each array
  bool IsCounted = false; ///< where some elements go is not known before
  /// Arrays that get elements by count may meet others.
  bool MayMeet = false;
  bool CanRunAgain = false;
};

/// Why \p L, a scan, must not store where it does: see findOverlap() and
/// findStoredScalar(). Nothing if it may.
std::optional<std::string>
findConflict(const Loop &L, const std::vector<std::vector<Range>> &Ranges,
             bool WithCounted = true);

/// Checks that there is none.
///
/// \throws Failure that says why.
void checkConflicts(const Loop &L,
                    const std::vector<std::vector<Range>> &Ranges);

/// Checks \p L, of \p Trips >= 1 iterations. Where \p Ranges is not empty it
/// holds the rangesOf() each array, and checkNoWrap() has been called.
///
/// \throws Failure if it cannot be launched.
CheckedLoop check(const Loop &L, uint64_t Trips,
                  std::vector<std::vector<Range>> Ranges = {});

} // namespace ompscan::rt

#endif // OMPSCAN_RT_ACCESS_CHECKEDLOOP_H
