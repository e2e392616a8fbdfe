//===- Plan.cpp - How a loop is done on a device --------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Plan.h"
#include "plan/TunedShapes.h"
#include "plan/Tuning.h"
#include <algorithm>
#include <cstdlib>

namespace ompscan::rt {

static constexpr uint32_t WarpSize = 32;

bool worksByWarps(const PlanRequest &R) {
  return R.ComputeCapability >= 70 &&
         R.ItemSize <=
             ((R.Traits.HasVectors && R.Traits.HasResults) || R.Traits.HasTeam
                  ? MaxResultItemSize
                  : MaxPtxItemSize);
}

bool sharesRows(Algorithm A, const ProgramTraits &T) {
  return (A == Algorithm::Rows || A == Algorithm::Bundles) && T.HasParts &&
         !T.HasEqualRows;
}

bool mayHaveHead(Algorithm A, const ProgramTraits &T) {
  return A == Algorithm::SinglePass && T.HasVectors && !T.IsOrdered &&
         T.MovedSize == 0 && T.SegmentSize == 0;
}

bool Plan::operator==(const Plan &P) const {
  return Method == P.Method && Tile.Group == P.Tile.Group &&
         Tile.Items == P.Tile.Items && SumItems == P.SumItems &&
         Vector == P.Vector && Block == P.Block && IsAligned == P.IsAligned &&
         HasHead == P.HasHead && Chains == P.Chains && Ptx == P.Ptx &&
         CopiesAsync == P.CopiesAsync && StatusWords == P.StatusWords &&
         StageSize == P.StageSize && Streams == P.Streams &&
         IsApart == P.IsApart && IsOrdered == P.IsOrdered &&
         SharesRows == P.SharesRows && Kind == P.Kind;
}

std::string Plan::options(uint64_t ItemSize) const {
  auto Option = [](const char *Name, uint64_t Value) {
    return std::string(" -D ") + Name + "=" + std::to_string(Value);
  };
  std::string Text = Option("OMPSCAN_ALGORITHM", uint64_t(Method)) +
                     Option("OMPSCAN_GROUP", Tile.Group) +
                     Option("OMPSCAN_ITEMS", Tile.Items) +
                     Option("OMPSCAN_ITEM_SIZE", ItemSize);
  if (SumItems)
    Text += Option("OMPSCAN_SUM_ITEMS", SumItems);
  if (Block)
    Text += Option("OMPSCAN_BLOCK", Block);
  if (Chains > 1)
    Text += Option("OMPSCAN_CHAINS", Chains);
  if (StatusWords)
    Text += Option("OMPSCAN_STATUS_WORDS", StatusWords);
  if (Ptx || Method == Algorithm::RowParts)
    Text += Option("OMPSCAN_VECTOR", Vector);
  if (Ptx)
    Text += Option("OMPSCAN_PTX", Ptx) + Option("OMPSCAN_ALIGNED", IsAligned);
  if (HasHead)
    Text += Option("OMPSCAN_HAS_HEAD", 1);
  if (CopiesAsync)
    Text += Option("OMPSCAN_ASYNC_COPIES", 1);
  if (SharesRows)
    Text += Option("OMPSCAN_SHARES_ROWS", 1);
  if (Kind == DriverKind::Pocl)
    Text += Option("OMPSCAN_YIELD", 1);
  if (Kind == DriverKind::Oclgrind)
    Text += Option("OMPSCAN_ATOMIC_STATUS", 1);
  return Text;
}

std::string Plan::driverOptions(uint64_t ItemSize) const {
  constexpr uint32_t Registers = 65536; // of a unit
  std::string Text = options(ItemSize);
  if (Kind == DriverKind::Nvidia && groupsOfUnit(ItemSize) != 0)
    Text +=
        " -cl-nv-maxrregcount=" +
        std::to_string(Registers / groupsOfUnit(ItemSize) / Tile.Group / 8 * 8);
  return Text;
}

/// Sets the tiles of a block of \p P, a scan in the fixed order.
static void setOrderedBlock(Plan &P) {
  P.Block = P.Method == Algorithm::SinglePass
                ? static_cast<uint32_t>(OrderBlock / P.Tile.tile())
                : 0;
}

Plan Plan::smaller(uint64_t ItemSize) const {
  Plan P = *this;
  if (Ptx && Tile.Group / 2 % WarpSize != 0) {
    P.Ptx = 0;
    P.Chains = 1;
    P.HasHead = P.SharesRows = false;
    if (isByTeams(Method) && Method != Algorithm::Bundles)
      P.Tile.Items = 1; // A team is a group.
    if (Method == Algorithm::RowParts)
      P.Method = Algorithm::Rows;
  } else if (IsOrdered && isScan(Method)) {
    P.Tile = Tile.Group > 2 ? Shape{Tile.Group / 2, Tile.Items}
                            : orderedSerialShape(ItemSize);
    P.Method = P.Tile.Group == 1 ? Algorithm::ReduceThenScan : Method;
    setOrderedBlock(P);
  } else if (isByTeams(Method)) {
    P.Tile = {Tile.Group / 2, std::max(Tile.Items / 2, 1u)};
    // Parts of single rows exchange values by warps.
    if (Method == Algorithm::RowParts && !Ptx && P.Tile.Items == 1)
      P.Method = Algorithm::Rows;
  } else {
    P.Tile = Tile.smaller(ItemSize);
    if (P.Tile.Group == 1)
      P.SumItems = 0;
    if (P.Tile.Group == 1 && Block) {
      P.Method = Algorithm::ReduceThenScan;
      P.Block = 0;
      P.Chains = SerialChains;
    }
  }
  return P;
}

/// The plan for a selection, which has the tiles of the primitives.
static Plan selectionPlan(Plan P, const PlanRequest &R) {
  const uint64_t Size = R.Traits.MovedSize;
  const Shape Warps = selectShape(R.Limits, Size);
  P.Ptx = R.ComputeCapability >= 70 && Warps.Group % WarpSize == 0
              ? R.ComputeCapability
              : 0;
  P.Tile = P.Ptx ? Warps : groupSelectShape(R.Limits, Size, /*IsLoop=*/true);
  if (P.Method == Algorithm::ReduceThenScan) {
    P.SumItems = P.Tile.Group > 1 ? SumItemsOfGroups : 0;
    P.StageSize = R.Traits.IsStaged ? Size : 0;
  } else {
    P.StatusWords = statusWords(R.ItemSize, P.Tile.tile() * Size);
  }
  return P;
}

bool allowsLookback(const PlanRequest &R) {
  // Counts are the same in any order.
  return !R.IsReproducible || R.Traits.MovedSize > 0 ||
         R.Kind == DriverKind::Native ||
         makePlan(Algorithm::SinglePass, R).Block > 0;
}

bool lookbackPays(const PlanRequest &R, uint64_t Trips) {
  return R.Traits.MovedSize > 0 || R.Kind == DriverKind::Native ||
         !(waitsForPrefixes(R.Limits, R.ItemSize) ||
           (R.Traits.IsFold && Trips >= ReducedTrips));
}

/// The plan for a scan in the fixed order, on another device than the host.
static Plan orderedPlan(Plan P, const PlanRequest &R) {
  P.Tile = orderedShape(R);
  if (P.Tile.Group == 1)
    P.Method = Algorithm::ReduceThenScan;
  P.Vector = std::min(vectorFor(R.ItemSize), OrderLeaf);
  P.Ptx =
      worksByWarps(R) && P.Tile.Group % WarpSize == 0 ? R.ComputeCapability : 0;
  // Warps look back at windows of tiles, of which a block has no more than one
  // for each lane.
  if (P.Ptx && OrderBlock / P.Tile.tile() > WarpSize * WarpSize)
    P.Method = Algorithm::ReduceThenScan;
  P.IsAligned = R.IsAligned && R.Traits.HasVectors && P.Ptx;
  P.IsOrdered = true;
  if (P.Method == Algorithm::SinglePass)
    P.StatusWords = statusWords(R.ItemSize, P.Tile.tile() * R.ItemSize);
  setOrderedBlock(P);
  return P;
}

/// A plan for machine code of the host, which has one kernel for each kind of
/// loop.
static Plan nativePlan(Plan P, const PlanRequest &R) {
  if (isScan(P.Method))
    P.Method = Algorithm::SinglePass;
  // The kernel of columns divides them by itself, into tiles of at most so many
  // elements.
  P.Tile = {1,
            nativeItems(std::max(R.ItemSize, R.Traits.MovedSize),
                        R.Traits.MovedSize != 0,
                        P.Method == Algorithm::Columns ? HostWork() : R.Work)};
  P.Block = R.IsReproducible;
  if (R.Traits.IsOrdered) {
    P.Tile.Items = orderedItems(P.Tile.Items);
    P.IsOrdered = true;
    setOrderedBlock(P);
  }
  P.Streams = R.ExceedsCaches;
  return P;
}

Algorithm parallelAlgorithm(const ProgramTraits &Traits, RowTeam Team) {
  return Traits.Counts               ? Algorithm::Histogram
         : Traits.ByElement          ? Algorithm::ReduceLists
         : Traits.Reduces            ? Algorithm::Reduce
         : Team == RowTeam::WorkItem ? Algorithm::ForEach
         : Team == RowTeam::Columns || Team == RowTeam::Column
             ? Algorithm::Columns
         : Team == RowTeam::Bundle ? Algorithm::Bundles
         : Team == RowTeam::Parts  ? Algorithm::RowParts
                                   : Algorithm::Rows;
}

ShapeTable tableFor(const PlanRequest &R) {
  if (R.Limits.IsCpu)
    return ShapeTable::Serial;
  if (!worksByWarps(R))
    return ShapeTable::Groups;
  return R.Traits.HasVectors && R.Traits.IsPlain && R.IsAligned &&
                 R.ItemSize <= MaxPlainItemSize
             ? ShapeTable::Plain
             : ShapeTable::Warps;
}

/// The elements of a work-item where a group of \p Group scans totals: as many
/// as fit into local memory.
static uint32_t sumItems(uint32_t Group, const PlanRequest &R) {
  uint32_t Items = SumItemsOfGroups;
  while (Items > 1 &&
         Shape{Group, Items}.localBytes(R.ItemSize) > R.Limits.LocalMemory)
    --Items;
  return Items;
}

Plan makePlan(Algorithm A, const PlanRequest &Wanted) {
  PlanRequest R = Wanted;
  // Three-kernel stores the values of the scan and corrects them.
  if (A == Algorithm::ThreeKernel && R.Traits.HasResults)
    R.IsAligned = R.Traits.HasResults = false;
  Plan P;
  P.Method = A;
  P.Kind = R.Kind;
  if (R.Kind == DriverKind::Native)
    return nativePlan(P, R);
  if (A == Algorithm::ForEach || A == Algorithm::Reduce) {
    P.Tile = parallelShape(R.Limits, A == Algorithm::Reduce ? R.ItemSize : 0);
    P.IsOrdered = R.Traits.IsOrdered;
    return P;
  }
  if (isByTeams(A)) {
    P.Tile = rowShape(R.Limits, R.Team, worksByWarps(R), R.ItemSize,
                      R.Traits.PrefersTeam);
    if (worksByWarps(R) && P.Tile.Group % WarpSize == 0)
      P.Ptx = R.ComputeCapability;
    P.SharesRows = R.IsPtx && P.Ptx && sharesRows(A, R.Traits);
    if (A == Algorithm::RowParts && (P.Ptx || !R.Traits.PrefersTeam))
      P.Vector = partItems(R.ItemSize, P.Tile.Items > 1);
    else if (A == Algorithm::RowParts)
      P.Method = Algorithm::Rows; // It exchanges values by warps.
    return P;
  }
  if (hasLists(A)) {
    P.Tile = A == Algorithm::Histogram ? histogramShape(R.Limits, R.ItemSize)
                                       : listShape(R.Limits, R.ItemSize);
    return P;
  }
  if (R.Traits.MovedSize > 0)
    return selectionPlan(P, R);
  if (R.Traits.IsOrdered)
    return orderedPlan(P, R);
  if (worksByWarps(R))
    P.Ptx = R.ComputeCapability;
  if (mayHaveHead(A, R.Traits))
    R.IsAligned |= R.CanAlign;
  P.IsAligned = R.IsAligned;
  P.Tile = scanShape(tableFor(R), R);
  P.Vector = storesResults(R)       ? resultVector(R)
             : R.Traits.SegmentSize ? vectorFor(R.Traits.SegmentSize)
                                    : vectorFor(R.ItemSize);
  if (P.Tile.Group % WarpSize != 0 || P.Tile.Items % P.Vector != 0)
    P.Ptx = 0;
  P.CopiesAsync = R.CopiesAsync && P.Ptx;
  P.HasHead = P.IsAligned && P.Ptx && mayHaveHead(A, R.Traits);
  if (P.Ptx)
    P.Chains = pieces(R);
  if (P.Tile.Group == 1)
    P.Chains = SerialChains;
  else if (A != Algorithm::SinglePass)
    P.SumItems = sumItems(P.Tile.Group, R);
  if (A == Algorithm::SinglePass && R.IsReproducible && P.Tile.Group > 1)
    P.Block = tilesOfBlock(P.Ptx ? ShapeTable::Warps : ShapeTable::Groups,
                           R.ItemSize);
  if (A == Algorithm::SinglePass)
    P.StatusWords = statusWords(R.ItemSize, P.Tile.tile() * R.ItemSize);
  return P;
}

} // namespace ompscan::rt
