//===- ResultPlaces.h - Where the results of a loop lie ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_ACCESS_RESULTPLACES_H
#define OMPSCAN_RT_ACCESS_RESULTPLACES_H

#include "access/Access.h"
#include <optional>
#include <string>
#include <vector>

namespace ompscan::rt {

/// Checks that no scalar that \p L reads is also one of its results under
/// another name: the device would not see how it changes. The result itself is
/// one of the scalars where it has a value before the loop.
///
/// \throws Failure otherwise.
void checkScalars(const Loop &L);

/// Why \p L, a scan, stores to a scalar that it reads, naming the array;
/// nothing if it does not. The kernels have the scalar's value from before the
/// loop. The initial values of results are left to checkResults().
/// \p Ranges are the rangesOf() each array. Without \p WithCounted, elements
/// that are stored at the values of accumulators are not looked at.
std::optional<std::string>
findStoredScalar(const Loop &L, const std::vector<std::vector<Range>> &Ranges,
                 bool WithCounted = true);

/// Checks that no result of \p L lies in what the loop uses of its arrays,
/// \p Ranges, which are the rangesOf() each of them.
///
/// \throws Failure naming the array.
void checkResults(const Loop &L, const std::vector<std::vector<Range>> &Ranges);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_ACCESS_RESULTPLACES_H
