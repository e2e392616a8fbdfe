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
#include <cstring>

namespace ompscan::rt {

DeviceKind deviceKind(const std::string &Platform, const std::string &Driver) {
  if (Platform == "NVIDIA CUDA")
    return DeviceKind::Nvidia;
  if (Platform == "Portable Computing Language") {
    // Their WorkitemLoops.cc compares callees with a function that the program
    // may lack, and an assembly has none.
    const long Major = std::strtol(Driver.c_str(), nullptr, 10);
    return Major >= 4 && Major <= 6 ? DeviceKind::Pocl4To6 : DeviceKind::Pocl;
  }
  return Platform == "Oclgrind" ? DeviceKind::Oclgrind : DeviceKind::Other;
}

namespace {

constexpr uint32_t WarpSize = 32;

/// The number that the macro \p Name stands for in \p Text; \p Default where
/// \p Text does not define it.
uint64_t numberOf(const char *Text, const char *Name, uint64_t Default) {
  const std::string Line = std::string("#define ") + Name + " ";
  const char *Place = std::strstr(Text, Line.c_str());
  return Place ? std::strtoull(Place + Line.size(), nullptr, 10) : Default;
}

/// Whether \p Text has the line `#define NAME 1`; \p Default where it does not
/// define \p Name.
bool isDefined(const char *Text, const char *Name, bool Default) {
  return numberOf(Text, Name, Default) == 1;
}

/// The shape from the table for \p W, cut down to what the device allows.
Shape shapeFor(Way W, const PlanRequest &R) {
#ifdef OMPSCAN_TINY_TILES
  (void)W;
  return chooseShape(R.Limits, R.ItemSize);
#else
  // Without vectors every item takes a load and a register of its own, as small
  // as it may be.
  const uint64_t Slot = W == Way::Serial || R.Traits.HasVectors
                            ? R.ItemSize
                            : std::max<uint64_t>(R.ItemSize, 4);
  Shape S = tunedShape(W, Slot);
  if (R.Tuned)
    S = R.Tuned->find(W, Slot).value_or(S);
  if (W == Way::Serial && R.Traits.SerialItems)
    S.Items = static_cast<uint32_t>(R.Traits.SerialItems);
  uint64_t Size = R.ItemSize;
  if (W == Way::Warps && R.Traits.SegmentSize) {
    S = segmentShape(R.Traits.SegmentSize, R.Traits.HasKeys);
    // A value and a byte.
    Size = R.Traits.SegmentSize + 1;
  } else if (W == Way::Warps && R.Traits.HasVectors && R.IsAligned &&
             !R.Traits.IsPlain) {
    // The inputs have a place of their own in local memory.
    Size += R.InputSize;
    const uint32_t Vector = vectorFor(R.ItemSize);
    const uint64_t Items = S.Items * R.ItemSize / Size / Vector * Vector;
    S.Items = std::max(static_cast<uint32_t>(Items), Vector);
  }
  while (S.Group > 1 && (S.Group > R.Limits.MaxGroup ||
                         S.localBytes(Size) > R.Limits.LocalMemory))
    S = S.smaller(R.ItemSize);
  return S;
#endif
}

} // namespace

ProgramTraits::ProgramTraits(const char *Text)
    : HasVectors(isDefined(Text, "OMPSCAN_HAS_VECTORS", false)),
      IsPlain(isDefined(Text, "OMPSCAN_IS_PLAIN", false)),
      CanReload(isDefined(Text, "OMPSCAN_CAN_RELOAD", true)),
      Reduces(isDefined(Text, "OMPSCAN_HAS_REDUCTIONS", false)),
      ByElement(isDefined(Text, "OMPSCAN_IS_BY_ELEMENT", false)),
      Counts(isDefined(Text, "OMPSCAN_IS_HISTOGRAM", false)),
      IsStaged(isDefined(Text, "OMPSCAN_IS_STAGED", false)),
      IsFold(isDefined(Text, "OMPSCAN_IS_FOLD", false)),
      MovedSize(numberOf(Text, "OMPSCAN_MOVED_SIZE", 0)),
      SerialItems(numberOf(Text, "OMPSCAN_SERIAL_ITEMS", 0)),
      SegmentSize(numberOf(Text, "OMPSCAN_SEGMENT_SIZE", 0)),
      HasKeys(isDefined(Text, "OMPSCAN_HAS_KEYS", false)) {}

bool Plan::operator==(const Plan &P) const {
  return Method == P.Method && Tile.Group == P.Tile.Group &&
         Tile.Items == P.Tile.Items && SumItems == P.SumItems &&
         Vector == P.Vector && Block == P.Block && IsAligned == P.IsAligned &&
         Chains == P.Chains && Ptx == P.Ptx && StatusWords == P.StatusWords &&
         StageSize == P.StageSize && Kind == P.Kind;
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
  if (Ptx)
    Text += Option("OMPSCAN_PTX", Ptx) + Option("OMPSCAN_VECTOR", Vector) +
            Option("OMPSCAN_ALIGNED", IsAligned);
  if (Kind == DeviceKind::Pocl)
    Text += Option("OMPSCAN_YIELD", 1);
  if (Kind == DeviceKind::Oclgrind)
    Text += Option("OMPSCAN_ATOMIC_STATUS", 1);
  return Text;
}

Plan Plan::smaller(uint64_t ItemSize) const {
  Plan P = *this;
  if (Ptx && Tile.Group / 2 % WarpSize != 0) {
    P.Ptx = 0;
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

bool canChain(const PlanRequest &R) {
  // Counts are the same in any order.
  return !R.IsReproducible || R.Traits.MovedSize > 0 ||
         makePlan(Algorithm::SinglePass, R).Block > 0;
}

bool paysToChain(const PlanRequest &R, uint64_t Trips) {
#ifdef OMPSCAN_TINY_TILES
  constexpr bool Waits = false; // So that tests on CPUs look back, too.
#else
  const bool Waits = R.Limits.IsCpu || R.ItemSize > MaxChainedSize;
#endif
  return R.Traits.MovedSize > 0 ||
         !(Waits || (R.Traits.IsFold && Trips >= ReducedTrips));
}

Plan makePlan(Algorithm A, const PlanRequest &R) {
  Plan P;
  P.Method = A;
  P.Kind = R.Kind;
  if (A == Algorithm::ForEach || A == Algorithm::Reduce) {
    P.Tile = parallelShape(R.Limits, A == Algorithm::Reduce ? R.ItemSize : 0);
    return P;
  }
  if (hasLists(A)) {
    P.Tile = A == Algorithm::Histogram ? histogramShape(R.Limits, R.ItemSize)
                                       : listShape(R.Limits, R.ItemSize);
    return P;
  }
  if (R.Traits.MovedSize > 0)
    return selectionPlan(P, R);
  if (R.ComputeCapability >= 70 && R.ItemSize <= MaxPtxItemSize)
    P.Ptx = R.ComputeCapability;
  P.IsAligned = R.IsAligned;
  P.Tile = shapeFor(R.Limits.IsCpu ? Way::Serial
                    : P.Ptx        ? Way::Warps
                                   : Way::Groups,
                    R);
  P.Vector =
      vectorFor(R.Traits.SegmentSize ? R.Traits.SegmentSize : R.ItemSize);
  if (P.Tile.Group % WarpSize != 0 || P.Tile.Items % P.Vector != 0)
    P.Ptx = 0;
  if (P.Tile.Group == 1)
    P.Chains = SerialChains;
  else if (A != Algorithm::SinglePass)
    P.SumItems = SumItemsOfGroups;
  if (A == Algorithm::SinglePass && R.IsReproducible && P.Tile.Group > 1)
    P.Block = tilesOfBlock(P.Ptx ? Way::Warps : Way::Groups, R.ItemSize);
  if (A == Algorithm::SinglePass)
    P.StatusWords = statusWords(R.ItemSize, P.Tile.tile() * R.ItemSize);
  return P;
}

} // namespace ompscan::rt
