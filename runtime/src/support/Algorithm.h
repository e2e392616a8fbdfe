//===- Algorithm.h - Algorithms of a launch ------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_SUPPORT_ALGORITHM_H
#define OMPSCAN_RT_SUPPORT_ALGORITHM_H

namespace ompscan::rt {

/// The values are those of OMPSCAN_ALGORITHM in templates/prelude.cl. The last
/// seven are for loops without a scan (templates/parallel-loop.cl).
enum class Algorithm {
  ThreeKernel = 0,
  SinglePass = 1,
  ReduceThenScan = 2,
  ForEach = 3,
  Reduce = 4,
  ReduceLists = 5, ///< Lists that are combined element by element.
  Histogram = 6,   ///< The same, of which each group has one.
  Rows = 7,        ///< Iterations that are rows, by teams of work-items.
  Columns = 8,     ///< The same, with the teams of neighbours interleaved.
  Bundles = 9,     ///< The same, with a row for each work-item of a team.
  RowParts = 10 ///< Rows in parts, by several groups (templates/team-parts.cl).
};

/// Teams that run a row of a loop whose iterations are rows.
enum class RowTeam {
  WorkItem,   ///< Algorithm::ForEach
  Column,     ///< A work-item: Algorithm::Columns in groups of whole columns.
  PartOfWarp, ///< Some lanes of an NVIDIA device's warp; elsewhere a group.
  HalfWarp,   ///< The same.
  Warp,       ///< The same.
  Group64,    ///< Groups of 64, 128 and 512 work-items.
  Group128,
  Group,
  Group512,
  WideGroup, ///< As many work-items as a group may have.
  Columns,   ///< Algorithm::Columns: a few lanes of each warp of a group.
  Bundle,    ///< Algorithm::Bundles: a warp; elsewhere a group.
  Parts      ///< Algorithm::RowParts: several groups.
};

/// Whether \p A is for loops with a scan.
inline bool isScan(Algorithm A) { return A < Algorithm::ForEach; }

/// Whether \p A is for loops without a scan that have reductions.
inline bool isReduction(Algorithm A) {
  return A >= Algorithm::Reduce && A <= Algorithm::Histogram;
}

/// Whether they have long lists.
inline bool isByTeams(Algorithm A) { return A >= Algorithm::Rows; }
inline bool hasLists(Algorithm A) {
  return A == Algorithm::ReduceLists || A == Algorithm::Histogram;
}

/// "three-kernel", "single-pass", "reduce-then-scan", "parallel loop",
/// "reduction", "reduction of lists", "histogram", "rows",
/// "columns", "bundles of rows", "parts of rows"
const char *algorithmName(Algorithm A);

/// "work-item", "column", "part", "half-warp", "warp", "group-64", "group-128",
/// "group", "group-512", "wide-group", "columns", "bundle", "parts"
const char *teamName(RowTeam T);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_SUPPORT_ALGORITHM_H
