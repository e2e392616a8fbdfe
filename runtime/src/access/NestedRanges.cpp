//===- NestedRanges.cpp - What loops with rows touch ----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "access/NestedRanges.h"
#include "support/Failure.h"
#include <algorithm>
#include <cstdint>
#include <string>

namespace ompscan::rt {

namespace {

/// `Count` things that lie `Stride` elements apart.
struct Dimension {
  Wide Stride;
  Wide Count;

  Wide extent() const { return Stride * (Count - 1); }
};

/// Ranges that one access may be, beyond lines at equal distances.
constexpr uint64_t MostRanges = 64;

/// The elements that \p Nest leads to, whatever the order of iterations: what
/// lies closest first, in as few dimensions as possible.
std::vector<Dimension>
dimensionsOf(const Array &A, const std::vector<Along> &Nest, bool IsStore) {
  std::vector<Dimension> All;
  for (const Along &N : Nest) {
    if (N.Trips == 1)
      continue;
    const Wide Stride = Wide(N.Stride) < 0 ? -Wide(N.Stride) : Wide(N.Stride);
    if (Stride != 0)
      All.push_back({Stride, Wide(N.Trips)});
    else if (IsStore)
      throw Failure(std::string("several rows store the same element of ") +
                    A.Name);
  }
  std::sort(All.begin(), All.end(), [](const Dimension &X, const Dimension &Y) {
    return X.Stride < Y.Stride;
  });
  std::vector<Dimension> Told;
  Wide Extent = 0; // of all dimensions so far
  for (const Dimension &Next : All) {
    if (Next.Stride <= Extent) {
      if (IsStore)
        throw Failure(std::string("several iterations may store the same "
                                  "element of ") +
                      A.Name);
      if (Told.size() != 1 || Next.Stride % Told.back().Stride != 0)
        throw Failure(std::string("the rows of ") + A.Name +
                      " overlap irregularly");
    }
    Extent += Next.extent();
    if (!Told.empty() && Next.Stride % Told.back().Stride == 0 &&
        Next.Stride <= Told.back().Stride * Told.back().Count)
      Told.back().Count += Next.extent() / Told.back().Stride;
    else
      Told.push_back(Next);
  }
  return Told;
}

} // namespace

std::pair<Wide, Wide> spanOf(Wide First, const std::vector<Along> &Nest) {
  Wide Low = First, High = First;
  for (const Along &N : Nest)
    (N.Stride < 0 ? Low : High) += Wide(N.Stride) * Wide(N.Trips - 1);
  return {Low, High};
}

void addNestedRanges(const Array &A, const Access &Use,
                     std::vector<Range> &Ranges) {
  std::vector<Along> Nest = Use.Nest;
  if (Use.Kind == OMPSCAN_ACCESS_SEED)
    Nest.back().Stride = 0; // The first iteration of each row reads it.
  if (!A.Base)
    throw Failure(std::string(A.Name) + " is a null pointer");
  const auto [Low, High] = spanOf(Use.First, Nest);
  checkAddresses(A, Low, High);
  const std::vector<Dimension> Told =
      dimensionsOf(A, Nest, Use.Kind == OMPSCAN_ACCESS_WRITE);
  Range R{Use.Kind, static_cast<int64_t>(Low), 1, 1};
  R.ByNeighbours = Use.ByNeighbours;
  R.OtherMembers = Use.OtherMembers;
  R.Start = Use.First;
  R.Nest = std::move(Nest);
  if (!Told.empty()) {
    R.Stride = static_cast<int64_t>(Told[0].Stride);
    R.Count = static_cast<uint64_t>(Told[0].Count);
  }
  if (Told.size() > 1) {
    R.LineStride = static_cast<int64_t>(Told[1].Stride);
    R.Lines = static_cast<uint64_t>(Told[1].Count);
  }
  std::vector<Range> All{R};
  for (size_t I = 2; I < Told.size(); ++I) {
    std::vector<Range> More;
    for (Wide K = 0; K != Told[I].Count; ++K)
      for (Range Each : All) {
        if (More.size() == MostRanges)
          throw Failure(std::string("the rows of ") + A.Name +
                        " lie too far apart");
        Each.First += static_cast<int64_t>(K * Told[I].Stride);
        More.push_back(std::move(Each));
      }
    All = std::move(More);
  }
  for (Range &Each : All) {
    checkSection(A, Each);
    Ranges.push_back(std::move(Each));
  }
}

} // namespace ompscan::rt
