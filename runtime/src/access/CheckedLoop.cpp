//===- CheckedLoop.cpp - Whether a loop may be launched -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "access/CheckedLoop.h"
#include "access/CounterIndexedStore.h"
#include "access/Overlaps.h"
#include "access/ResultPlaces.h"
#include "support/Failure.h"
#include <utility>

namespace ompscan::rt {

std::optional<std::string>
findConflict(const Loop &L, const std::vector<std::vector<Range>> &Ranges,
             bool WithCounted) {
  std::optional<std::string> Why = findOverlap(L.Arrays, Ranges, WithCounted);
  return Why ? Why : findStoredScalar(L, Ranges, WithCounted);
}

void checkConflicts(const Loop &L,
                    const std::vector<std::vector<Range>> &Ranges) {
  if (const std::optional<std::string> Why = findConflict(L, Ranges))
    throw Failure(*Why);
}

CheckedLoop check(const Loop &L, uint64_t Trips,
                  std::vector<std::vector<Range>> Ranges) {
  CheckedLoop C;
  if (Ranges.empty()) {
    for (const NoWrap &N : L.NoWraps)
      checkNoWrap(N, Trips);
    for (const Array &A : L.Arrays)
      Ranges.push_back(rangesOf(A, Trips));
  }
  if (L.isParallel()) {
    checkShares(L.Arrays, Ranges);
  } else {
    C.IsCounted = hasCounted(L.Arrays);
    if (C.IsCounted) {
      if (const auto Why = findConflict(L, Ranges, /*WithCounted=*/false))
        throw Failure(*Why);
    }
    if (const std::optional<std::string> Why = findConflict(L, Ranges)) {
      if (!C.IsCounted)
        throw Failure(*Why);
      // Perhaps fewer elements are stored than may be.
      C.MayMeet = true;
    }
  }
  checkScalars(L);
  if (!C.IsCounted)
    checkResults(L, Ranges);
  C.CanRunAgain = !storesToInputs(L.Arrays, Ranges);
  C.Ranges = std::move(Ranges);
  return C;
}

} // namespace ompscan::rt
