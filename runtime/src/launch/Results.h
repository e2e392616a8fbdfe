//===- Results.h - What a loop has stored --------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_LAUNCH_RESULTS_H
#define OMPSCAN_RT_LAUNCH_RESULTS_H

#include "launch/Transfer.h"
#include "launch/Verification.h"
#include <functional>
#include <string>
#include <vector>

namespace ompscan::rt {

class Stream;

/// "y", "x, y and z": the arrays that the loop stores to.
std::string storedNames(const std::vector<ArrayTransfer> &Arrays);

/// Brings the results into host memory. Calls \p Open before that changes, and
/// tells it whether all of them are there, so that nothing can fail any more.
/// Of a loop that cannot run again the results come together where there is
/// room for them on the way, and are read a second time where that fails.
///
/// \throws LostResults where some may have come and the loop, with
///         \p CanRunAgain false, has overwritten what it reads.
void fetchResults(Stream &Commands, std::vector<ArrayTransfer> &Arrays,
                  bool CanRunAgain, const std::function<void(bool)> &Open);

/// Brings the elements to the side, to be compared with those of the host.
void fetchAside(Stream &Commands, std::vector<ArrayTransfer> &Arrays,
                Verification &To);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_LAUNCH_RESULTS_H
