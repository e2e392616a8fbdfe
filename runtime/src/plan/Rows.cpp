//===- Rows.cpp - What runs a row -----------------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The borders follow from the numbers of work-items and loads that a device
// needs to be busy. On an H100, rows of 4096 floats take 4 % less time by
// groups than by warps, and a softmax of them 33 %. On an H200, 2^27 floats
// take these times in ms, where those with a star are twice the times of 2^26.
// Parts of warps are those of nests without bundles.
//
//   rows of         4     6     8     32    64    100   256   1000
//   work-items      0.64  0.89  1.2*
//   parts of warps  2.60        1.32  0.39  0.35  0.38
//   bundles         0.57  0.40  0.31  0.27  0.28  0.29  0.28  0.30
//   warps           9.06  6.05                    0.41* 0.28  0.28
//
//   ragged, mean    5     33    100   300   600   1000  1500  3000  4096  8192
//   work-items      1.1*
//   parts of warps  3.0*  0.77* 0.59* 0.56*
//   bundles         0.56  0.31  0.32  0.33  0.38  0.33  0.58
//   warps                             0.41  0.36  0.35  0.35
//   groups of 64                1.58  0.58  0.37  0.31  0.28  0.28
//   groups of 128                                 0.41  0.33  0.28  0.27  0.28
//   groups of 256                                 0.69  0.53  0.35  0.32  0.28
//
// Ragged rows, the first of which has 2^20 elements, take these times if a
// group runs that one, and if groups share it.
//
//   mean            33    1500  4096
//   a group         0.46  0.65  0.46
//   shared          0.36  0.35  0.32
//
// A softmax of 2^27 floats on an H200, by teams that keep their rows:
//
//   rows of         64    128   256   512   1024  2048  4096  8192  2^14  2^15
//   8 work-items    0.32  0.28  0.36
//   16              0.48  0.31  0.26  0.34
//   32              0.82  0.47  0.32  0.27  0.30
//   64                                0.31  0.26
//   128                                     0.32  0.26  0.34
//   256                                           0.35  0.27  0.38
//   512                                                 0.40  0.29  0.48
//   1024                                                      0.48  0.36  0.43
//
// The same where lengths are drawn from 0 to twice the mean:
//
//   mean            32    64    128   256   512   1024  2048  4096  8192  2^14
//   8 work-items    0.73  0.68  0.76
//   16                          0.58  0.62
//   32              1.89  1.02  0.60  0.38  0.49
//   64                                0.55  0.35  0.39
//   128                                     0.57  0.36  0.37
//   256                                           0.61  0.38  0.38
//   512                                                 0.68  0.43  0.41
//   1024                                                      0.80  0.50  0.41
//
// Values of more than 16 bytes are scanned by runs. Biquads of 2^27 floats on
// an H200, with a value of 24 bytes, take these times, and flat 0.43. In rows
// of 64, other values of 24 bytes take 0.60 by bundles, 0.41 by parts of warps.
//
//   rows of         64    512   4096  2^15  2^18  2^21
//   parts of warps  0.53
//   warps           0.89  0.43  0.42  0.46  1.98
//   groups          9.4   1.25  0.62  0.62  0.70
//   parts                                   1.19  1.20
//
//===----------------------------------------------------------------------===//

#include "plan/Rows.h"
#include <algorithm>
#include <optional>

namespace ompscan::rt {

namespace {

/// Whether \p S.Rows teams of \p Width work-items keep half of a GPU's
/// work-items busy, of which a unit holds some 2048.
bool fillsDevice(const RowSizes &S, uint64_t Width) {
  return S.Rows / S.Units >= 1024 / Width;
}

/// The largest values of which a work-item does not scan a run
/// (OMPSCAN_TEAM_HAS_RUNS of templates/team.cl).
constexpr uint64_t MostExchanged = 16;

/// The columns that a group of interleaved teams runs.
uint32_t columnsOfGroup(const PlanRequest &R) {
  return rowShape(R.Limits, RowTeam::Columns, /*ByWarps=*/true, R.ItemSize,
                  /*PrefersTeam=*/false)
      .Items;
}

/// Whether a team keeps the elements of a row in registers, if they fit.
bool keepsRows(const PlanRequest &R) {
  return R.Traits.Rereads && R.Traits.PrefersTeam && worksByWarps(R) &&
         R.ItemSize <= MostExchanged;
}

/// The narrowest team that keeps the elements of a row, and fills the device.
std::optional<RowTeam> keepingTeam(const PlanRequest &R, const RowSizes &S) {
  for (const RowTeam Team :
       {RowTeam::PartOfWarp, RowTeam::HalfWarp, RowTeam::Warp, RowTeam::Group64,
        RowTeam::Group128, RowTeam::Group, RowTeam::Group512,
        RowTeam::WideGroup}) {
    const Shape Fit = rowShape(R.Limits, Team, /*ByWarps=*/true, R.ItemSize,
                               /*PrefersTeam=*/true);
    const uint64_t Width = Fit.Group / Fit.Items;
    // Of a work-item (templates/parallel-loop.cl). Where rows differ, some are
    // twice as long as the mean, of which few are in flight by wide teams.
    const uint64_t MostKept = Width >= 1024                          ? 24
                              : R.Traits.HasEqualRows || Width > 128 ? 16
                                                                     : 8;
    if (S.Length <= MostKept * Width && fillsDevice(S, Width))
      return Team;
  }
  return std::nullopt;
}

/// Whether groups of 64 and 128 work-items run rows, where those of 256 do
/// otherwise: rows of different lengths have incomplete pieces.
bool hasSmallGroups(const PlanRequest &R) {
  return worksByWarps(R) && R.Traits.PrefersTeam && R.Traits.HasParts &&
         !R.Traits.HasEqualRows && R.ItemSize <= MostExchanged;
}

} // namespace

bool hasKernels(const PlanRequest &R, RowTeam Team) {
  // Local memory has a value of each row of a bundle. Work-items of a part of a
  // warp exchange large values less often.
  const uint64_t MostBytes = R.Traits.HasEqualRows ? MostExchanged : 32;
  const bool IsHost = R.Kind == DriverKind::Native;
  const bool HasTeams = R.Traits.HasTeam && !IsHost;
  switch (Team) {
  case RowTeam::WorkItem:
    return true;
  case RowTeam::Column:
    return HasTeams && !R.Traits.PrefersTeam;
  case RowTeam::Columns:
    return IsHost ? R.Traits.HasColumns
                  : HasTeams && worksByWarps(R) && R.Traits.HasEqualRows &&
                        !R.Traits.PrefersTeam;
  case RowTeam::Bundle:
    return HasTeams && R.Traits.HasBundles && R.Traits.PrefersTeam &&
           R.ItemSize <= MostBytes;
  case RowTeam::PartOfWarp:
    if (worksByWarps(R) && hasKernels(R, RowTeam::Bundle))
      return false;
    [[fallthrough]];
  case RowTeam::Warp:
    return HasTeams && (R.Traits.PrefersTeam || !worksByWarps(R));
  case RowTeam::HalfWarp:
  case RowTeam::Group512:
    return HasTeams && keepsRows(R);
  case RowTeam::Group64:
  case RowTeam::Group128:
    return HasTeams && (keepsRows(R) || hasSmallGroups(R));
  case RowTeam::Group:
    return HasTeams && !hasSmallGroups(R);
  case RowTeam::WideGroup:
    return HasTeams;
  case RowTeam::Parts:
    // A group runs parts of several columns.
    return HasTeams && R.Traits.HasParts && !R.IsReproducible &&
           (R.Traits.PrefersTeam ? worksByWarps(R) : R.Traits.HasEqualRows);
  }
  return false;
}

RowTeam chooseTeam(const PlanRequest &R, const RowSizes &S) {
  // Of rows that no team keeps, and of different lengths, by wider groups.
  constexpr uint64_t LongestOfGroup = 1 << 13, Long = 3000;
  constexpr uint64_t Few = 2, Vector = 4, Part = 8, Warp = 32, Group = 256;
  // Shorter rows take less time by one group than its parts would wait. A group
  // runs a part of several columns, which one alone would access by
  // transactions of its own.
  const uint64_t LeastParted = R.Traits.PrefersTeam ? 1 << 15 : 512;
  // A single row takes less time as a launch of its own: 2^27 floats on an H200
  // 0.28 ms, in parts 0.39. Few columns use a part of their group.
  const uint64_t FewestParted = R.Traits.PrefersTeam ? 2 : 4;
  if (R.Kind == DriverKind::Native)
    return R.Traits.HasColumns && S.Rows > 1 ? RowTeam::Columns
                                             : RowTeam::WorkItem;
  if (!R.Traits.HasTeam || R.Limits.IsCpu)
    return RowTeam::WorkItem;
  const bool IsKnown = S.Length != 0;
  const bool HasBundles = worksByWarps(R) && hasKernels(R, RowTeam::Bundle);
  // Rows of a few elements are a vector for each work-item, if they are equal.
  const bool IsTiny =
      IsKnown && (HasBundles ? R.Traits.HasEqualRows && S.Length < Vector
                             : S.Length < Part);
  if ((IsTiny || !R.Traits.PrefersTeam) && fillsDevice(S, 1))
    return hasKernels(R, RowTeam::Column) ? RowTeam::Column : RowTeam::WorkItem;
  const RowTeam Widest = worksByWarps(R) && hasKernels(R, RowTeam::Parts) &&
                                 S.Length >= LeastParted &&
                                 S.Rows >= FewestParted
                             ? RowTeam::Parts
                             : RowTeam::WideGroup;
  if (!R.Traits.PrefersTeam) {
    // On an H200, 2048 columns of 512 to 65536 floats take as much time by
    // interleaved teams as by parts, 3072 columns 0.6 to 0.75 of it, and 1024
    // columns 1.4 to 1.9 times as much. A group for each of 256 columns of 512
    // takes as much time as interleaved teams, and twice as much for 1024.
    const uint64_t Least =
        Widest == RowTeam::Parts ? S.Units / 2 * columnsOfGroup(R) : S.Units;
    return hasKernels(R, RowTeam::Columns) && S.Rows >= Least ? RowTeam::Columns
                                                              : Widest;
  }
  if (IsKnown && keepsRows(R)) {
    if (const std::optional<RowTeam> Team = keepingTeam(R, S))
      return *Team;
    // So that the rows of all groups are in the caches.
    if (S.Length >= LongestOfGroup)
      return RowTeam::WideGroup;
  }
  if (HasBundles) {
    // A warp has the rows of all of its lanes: few rows are few warps. Where
    // rows differ, a warp for each row has lanes without work.
    const uint64_t Short = (R.Traits.HasEqualRows ? 4
                            : hasSmallGroups(R)   ? 16
                                                  : 32) *
                           Warp;
    if (IsKnown && S.Length < Short && fillsDevice(S, Few))
      return RowTeam::Bundle;
  } else if (IsKnown && S.Length < 4 * Warp && fillsDevice(S, Part)) {
    // A work-item takes four elements at a time.
    return RowTeam::PartOfWarp;
  }
  if (IsKnown && hasSmallGroups(R) && S.Length >= 16 * Warp &&
      fillsDevice(S, Group))
    return S.Length < Long ? RowTeam::Group64 : RowTeam::Group128;
  // Groups have fewer rows on the chip, whose later loops find them there. To
  // exchange large values, their warps wait longer than for memory.
  const bool IsLarge = R.ItemSize > MostExchanged;
  if (IsKnown &&
      (S.Length < 16 * 4 * Warp || (IsLarge && fillsDevice(S, 2 * Warp))))
    return RowTeam::Warp;
  if (!fillsDevice(S, IsLarge ? 2 * Group : Group))
    return Widest;
  return hasSmallGroups(R) ? RowTeam::Group128 : RowTeam::Group;
}

SharedRows sharedRows(const RowSizes &S, uint64_t StatusWords) {
  // A group that runs a row alone takes 0.4 us for 1024 floats on an H200. In
  // parts, a row is read twice.
  constexpr uint64_t Shortest = 1 << 15;
  // See the template.
  constexpr uint64_t Part = 8192, EntryWords = 16;
  const uint64_t Longest = std::max(Shortest, 4 * S.Length);
  const uint64_t All = S.Rows * S.Length;
  return {Longest, All / Longest * (EntryWords + StatusWords) +
                       All / Part * StatusWords};
}

bool favorsSingleRows(const RowSizes &S) {
  // In elements that a team on one unit scans in the same time: a launch of 10
  // us, and one unit's share of the device's bandwidth.
  constexpr uint64_t Launch = 50000, Share = 75;
  return S.Rows < S.Units && S.Rows * (Launch + S.Length / Share) < S.Length;
}

bool favorsSingleRowsOnHost(const RowSizes &S) {
  // Threads that share a row read it twice, and take some 10 us to begin.
  constexpr uint64_t Launch = 20000;
  return S.Rows < S.Units &&
         S.Rows * (Launch + 2 * (S.Length / S.Units)) < S.Length;
}

} // namespace ompscan::rt
