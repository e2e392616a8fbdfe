//===- FittedTuning.cpp - The best shapes within a device's limits --------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What Tuning.h declares for the library and its variant for tests alike: the
// shapes of `best` made to fit a device, and what follows from other numbers.
//
//===----------------------------------------------------------------------===//

#include "plan/Plan.h"
#include "plan/Tuning.h"
#include <algorithm>

namespace ompscan::rt {

Shape slideShape(const GroupLimits &Limits, uint64_t ItemSize) {
  return fitted(best::slide(Limits, ItemSize), Limits, ItemSize, ItemSize);
}

Shape selectShape(const GroupLimits &Limits, uint64_t ItemSize) {
  return fitted(best::select(Limits, ItemSize), Limits, ItemSize, ItemSize);
}

Shape groupSelectShape(const GroupLimits &Limits, uint64_t ItemSize,
                       bool IsLoop) {
  const Shape Best = best::groupSelect(Limits, ItemSize, IsLoop);
  return Limits.MaxGroup >= Best.Group &&
                 Best.localBytes(ItemSize) <= Limits.LocalMemory
             ? Best
             : slideShape(Limits, ItemSize);
}

Shape moveShape(const GroupLimits &Limits, uint64_t ItemSize) {
  if (best::movesVectors(Limits) && vectorFor(ItemSize) > 1)
    return fitted(best::move(ItemSize), Limits, ItemSize, ItemSize);
  // On a CPU little of a tile goes to local memory: see move-serial.cl.
  constexpr uint32_t Longer = 4;
  Shape S = slideShape(Limits, ItemSize);
  if (S.Group == 1 && S.tile() * ItemSize * Longer <= Limits.LocalMemory)
    S.Items *= Longer;
  return S;
}

uint32_t segmentItems(uint64_t ItemSize) {
  // Of a tile that waits for others, the segments at its end are read twice.
  return static_cast<uint32_t>((64 << 10) / ItemSize);
}

Shape flagShape(const GroupLimits &Limits) {
  return halved(best::flags(Limits), Limits, /*OfItem=*/0);
}

uint32_t orderedItems(uint32_t Items) {
  uint32_t Power = OrderLeaf;
  while (2 * Power <= Items)
    Power *= 2;
  return std::min(Power, OrderBlock);
}

Shape orderedSerialShape(uint64_t ItemSize) {
  constexpr uint64_t Bytes = 16 << 10;
  return {1, orderedItems(static_cast<uint32_t>(Bytes / ItemSize))};
}

Shape orderedShape(const PlanRequest &R) {
  const Shape Best = best::ordered(R.Limits, R.ItemSize);
  if (Best.Group == 1)
    return Best;
  // A run, what separates it from the next one, and two values.
  const uint64_t OfItem = (Best.Items + vectorFor(R.ItemSize) + 2) * R.ItemSize;
  const Shape S = halved(Best, R.Limits, OfItem, /*OfGroup=*/R.ItemSize + 4);
  return S.Group > 1 ? S : orderedSerialShape(R.ItemSize);
}

uint64_t partitionTiles(uint64_t N, uint64_t Tile) {
  // Half of random data is off by less than this even from 2^18 elements on.
  const uint64_t Most = N - N / 2 + N / 256;
  return (Most + Tile - 1) / Tile;
}

uint32_t selectVector(uint64_t ItemSize, bool HasRejected) {
  // 2^28 bytes in place, half kept, on the device above, us with 1, 2, 4
  // neighbours: elements of 1 byte 359, 336, 306, of 2 bytes 213, 192, 201, of
  // 4 bytes 147, 143, 144, of 8 bytes 151, 149, 148; partitioned 638, 654, 644;
  // 379, 370, 391; 284, 276, 287; 263, 263, 264.
  if (HasRejected || ItemSize > 8)
    return 1;
  return ItemSize == 1 ? 4 : 2;
}

Shape radixShape(const GroupLimits &Limits) {
  // Local memory holds a word for each element, but none where one work-item
  // does a tile; and each tile costs 256 counters.
  Shape S = slideShape(Limits, sizeof(uint32_t));
  if (S.Group == 1)
    S.Items *= 8;
  return S;
}

Shape rangeShape(const GroupLimits &Limits, uint64_t KeySize, bool ByWarps) {
  if (!ByWarps)
    return slideShape(Limits, KeySize);
  // 64 bytes of a lane on their way at once. Not measured.
  return {256, static_cast<uint32_t>(64 / std::max(KeySize, uint64_t(4)))};
}

Shape sweepShape(const GroupLimits &Limits, uint64_t KeySize,
                 uint64_t ValueSize, uint64_t CountSize) {
  constexpr uint64_t MaxStaged = 8; // See radix-warp.cl.
  const uint64_t Staged = ValueSize <= MaxStaged ? ValueSize : 0;
  const uint64_t Size = std::max(KeySize, Staged);
  // Local memory bounds a tile: the longer its runs of equal digits, the
  // better. On an NVIDIA H100, driver 580.159, ms for 2^28 random keys, of 8
  // bytes 2^27. Shapes in brackets were measured with kernels that counted in
  // 16 bits, in which the chosen ones took 4.74 (keys of 4 bytes), 2.11 (2
  // bytes), 1.17 (1 byte), 8.95 (with values of 4 bytes) and 8.22 (8 bytes).
  Shape S{256, 42}; // 4.80 (256 x 40: 4.85, 256 x 36: 5.01)
  if (Size > 4)     // 8.16 (256 x 18: 8.42, 384 x 13: 10.4); with values of 8
    S = {256, Staged ? 20u : 21u}; // bytes 16.4 (256 x 16: 16.8)
  else if (Staged && KeySize == 4)
    S = {512, 19}; // 8.92; 256 x 36: 9.98, 256 x 34: 10.2 (512 x 14: 10.1)
  else if (Staged)
    S = {256, 32}; // keys of 2 bytes with 4 bytes: 4.24; 512 x 19: 4.32
  else if (Size <= 2)
    S = {256, 64}; // 2.68, of bytes 1.37 (256 x 48: 2.24 and 1.20)
  if (S.Group > Limits.MaxGroup)
    return radixShape(Limits);
  // Every warp has 256 counters of 2 bytes besides, a group 256 places and less
  // than 128 bytes more.
  const uint64_t Others = S.Group / 32 * 512 + 256 * CountSize + 128;
  const uint64_t Room =
      Limits.LocalMemory > Others ? Limits.LocalMemory - Others : 0;
  S.Items = static_cast<uint32_t>(
      std::min<uint64_t>(S.Items, Room / (S.Group * Size)));
  return S.Items < 8 ? radixShape(Limits) : S;
}

uint64_t stageTiles(uint64_t Tiles, uint64_t TileBytes) {
  return std::min(std::max(Tiles / 64 + 1, best::StageBytes / TileBytes),
                  Tiles);
}

Shape parallelShape(const GroupLimits &Limits, uint64_t ItemSize) {
  return halved(best::parallel(Limits, ItemSize), Limits, 2 * ItemSize);
}

Shape rowShape(const GroupLimits &Limits, RowTeam Team, bool ByWarps,
               uint64_t ItemSize, bool PrefersTeam) {
  if (Team == RowTeam::Parts && PrefersTeam)
    Team = RowTeam::Group;
  const Shape S = best::rows(Team, ByWarps, ItemSize);
  if (ByWarps && S.Group <= Limits.MaxGroup)
    return S;
  // Local memory of a work-item in team.cl and team-column-parts.cl; what a
  // bundle has besides is less.
  constexpr uint64_t OfBundle = 192;
  const bool IsBundle = Team == RowTeam::Bundle;
  const uint64_t OfWorkItem = IsBundle ? OfBundle
                              : Team == RowTeam::Parts
                                  ? 2 * ItemSize + 16
                                  : std::max<uint64_t>(ItemSize, 16);
  const Shape Fit = halved({S.Group, 1}, Limits, OfWorkItem);
  if (Team == RowTeam::Parts)
    return {Fit.Group, std::min(S.Items, Fit.Group)};
  return {Fit.Group, IsBundle || Team == RowTeam::Column ? Fit.Group : 1};
}

uint32_t partItems(uint64_t ItemSize, bool OfColumns) {
  // Of each work-item in local memory, or of columns in registers. A word takes
  // no less time than a byte.
  constexpr uint64_t Least = 4;
  const uint64_t Bytes = OfColumns                       ? 256
                         : ItemSize > 4 && ItemSize <= 8 ? 96
                                                         : 128;
  return static_cast<uint32_t>(
      std::max<uint64_t>(Bytes / std::max(ItemSize, Least), 1));
}

uint64_t reduceGroups(uint32_t Units, Shape S) {
  // A GPU holds some 2048 work-items a unit.
  return uint64_t(Units) * (S.Group == 1 ? 4 : std::max(2048 / S.Group, 1u));
}

uint64_t orderedReduceGroups(uint32_t Units, Shape S, uint64_t Trips) {
  constexpr uint64_t Strip = 256, Lanes = 32; // of ordered-reduce.cl
  // A thread of the host takes several tiles, as it becomes free.
  uint64_t Tile = std::max(Strip, Strip / Lanes * S.Group);
  while (Tile < OrderBlock && Trips > Tile * reduceGroups(Units, S))
    Tile *= 2;
  return Trips / Tile + (Trips % Tile != 0);
}

Shape listShape(const GroupLimits &Limits, uint64_t ItemSize) {
  constexpr uint64_t Room = 256; // of a work-item in parallel-loop.cl
  return halved(best::lists(Limits, ItemSize), Limits, 2 * Room);
}

Shape histogramShape(const GroupLimits &Limits, uint64_t ItemSize) {
  constexpr uint64_t Room = 8; // of a work-item in parallel-loop.cl
  return halved(best::histogram(Limits), Limits, Room, ItemSize);
}

uint64_t listGroups(uint32_t Units, Shape S, uint64_t ItemSize,
                    bool AreShared) {
  uint64_t Groups = best::ListBytesLeft / ItemSize;
  if (!AreShared)
    Groups = std::min(Groups, best::ListBytes / (S.Group * ItemSize));
  return std::clamp<uint64_t>(Groups, 1, reduceGroups(Units, S));
}

uint64_t finishGroups(Shape S, uint64_t ItemSize) {
  // One work-item for each 4 bytes.
  return S.Group == 1 ? 1 : (ItemSize / 4 + S.Group - 1) / S.Group;
}

uint32_t vectorFor(uint64_t ItemSize) {
  if (ItemSize > 8 || (ItemSize & (ItemSize - 1)) != 0)
    return 1;
  return ItemSize == 8 ? 2 : 4;
}

bool storesResults(const PlanRequest &R) {
  return R.Traits.HasVectors && R.Traits.HasResults && worksByWarps(R);
}

uint64_t resultSize(const PlanRequest &R) {
  return std::max<uint64_t>({R.InputSize, R.OutputSize, 4});
}

uint32_t resultVector(const PlanRequest &R) {
  // All elements have 4 or all have 8 bytes. Of many arrays vectors are
  // shorter, so that a lane has several.
  constexpr uint64_t Large = 12;
  return R.OutputSize % 8 == 0 || resultSize(R) > Large ? 2 : 4;
}

} // namespace ompscan::rt
