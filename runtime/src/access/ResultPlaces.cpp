//===- ResultPlaces.cpp - Where the results of a loop lie -----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "access/ResultPlaces.h"
#include "access/HostElements.h"
#include "support/Failure.h"
#include <algorithm>

namespace ompscan::rt {

void checkScalars(const Loop &L) {
  for (const Result &R : L.Results) {
    const auto Begin = reinterpret_cast<uintptr_t>(R.Address);
    bool IsItself = false;
    for (size_t I = 0; I != L.ScalarPlaces.size(); ++I) {
      const auto Other = reinterpret_cast<uintptr_t>(L.ScalarPlaces[I]);
      const uint64_t Size = L.Scalars[I].size();
      if (Other >= Begin + R.Size || Begin >= Other + Size)
        continue;
      if (IsItself || Other != Begin || Size != R.Size)
        throw Failure("a scalar that the loop reads is also one that it "
                      "changes, under another name");
      IsItself = true;
    }
  }
}

/// Whether \p Bytes lie in an element of \p A that \p Use touches.
static bool meets(const HostBytes &Bytes, const Array &A, const Range &Use) {
  const auto Begin = reinterpret_cast<uintptr_t>(Bytes.Address);
  const auto Low = reinterpret_cast<uintptr_t>(hostAddress(A, Use.low()));
  const auto End =
      reinterpret_cast<uintptr_t>(hostAddress(A, Use.high())) + A.ElementSize;
  if (Begin >= End || Begin + Bytes.Size <= Low)
    return false;
  if (Use.isContiguous() || Use.Lines > 1 || Begin < Low)
    return true;
  const uint64_t Steps = Use.Stride < 0 ? -static_cast<uint64_t>(Use.Stride)
                                        : static_cast<uint64_t>(Use.Stride);
  const uint64_t Distance = Steps * A.ElementSize;
  const uint64_t Place = (Begin - Low) % Distance;
  return Place < A.ElementSize || Place + Bytes.Size > Distance;
}

std::optional<std::string>
findStoredScalar(const Loop &L, const std::vector<std::vector<Range>> &Ranges,
                 bool WithCounted) {
  std::vector<HostBytes> Scalars = L.Reads;
  for (size_t I = 0; I != L.ScalarPlaces.size(); ++I)
    if (std::none_of(L.Results.begin(), L.Results.end(),
                     [&](const Result &R) { return initialOf(L, R) == I; }))
      Scalars.push_back({L.ScalarPlaces[I], L.Scalars[I].size()});
  for (size_t I = 0; I != L.Arrays.size(); ++I)
    for (const Range &Use : Ranges[I])
      if (Use.isStore() &&
          (WithCounted || Use.Kind != OMPSCAN_ACCESS_COUNTED) &&
          std::any_of(Scalars.begin(), Scalars.end(),
                      [&](const HostBytes &Scalar) {
                        return meets(Scalar, L.Arrays[I], Use);
                      }))
        return std::string("a scalar that the loop reads lies in what it "
                           "stores of ") +
               L.Arrays[I].Name;
  return std::nullopt;
}

void checkResults(const Loop &L,
                  const std::vector<std::vector<Range>> &Ranges) {
  for (const Result &R : L.Results)
    for (size_t I = 0; I != L.Arrays.size(); ++I)
      for (const Range &Use : Ranges[I])
        if (meets({R.Address, R.Size}, L.Arrays[I], Use))
          throw Failure(std::string("an accumulator of the loop lies in what "
                                    "it uses of ") +
                        L.Arrays[I].Name);
}

} // namespace ompscan::rt
