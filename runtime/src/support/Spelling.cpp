//===- Spelling.cpp - Names that were meant -------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/Spelling.h"
#include <algorithm>
#include <cstddef>

namespace ompscan::rt {

namespace {

/// The number of insertions, deletions, replacements and swaps of neighbours
/// that make \p B of \p A: the optimal string alignment distance.
size_t distance(std::string_view A, std::string_view B) {
  // Rows of the table for the last two prefixes of A, and for this one.
  std::vector<size_t> BeforeLast(B.size() + 1), Last(B.size() + 1),
      Row(B.size() + 1);
  for (size_t J = 0; J <= B.size(); ++J)
    Row[J] = J;
  for (size_t I = 1; I <= A.size(); ++I) {
    BeforeLast.swap(Last);
    Last.swap(Row);
    Row[0] = I;
    for (size_t J = 1; J <= B.size(); ++J) {
      Row[J] = std::min(
          {Last[J] + 1, Row[J - 1] + 1, Last[J - 1] + (A[I - 1] != B[J - 1])});
      if (I > 1 && J > 1 && A[I - 1] == B[J - 2] && A[I - 2] == B[J - 1])
        Row[J] = std::min(Row[J], BeforeLast[J - 2] + 1);
    }
  }
  return Row[B.size()];
}

} // namespace

std::string_view nearestName(std::string_view Text,
                             const std::vector<std::string_view> &Names) {
  std::string_view Nearest;
  size_t Least = Text.size() / 3 + 1;
  for (const std::string_view Name : Names) {
    const size_t Distance = distance(Text, Name);
    if (Distance == 0)
      return {};
    if (Distance < Least) {
      Least = Distance;
      Nearest = Name;
    }
  }
  return Nearest;
}

} // namespace ompscan::rt
