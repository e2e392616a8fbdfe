//===- Tuning.cpp - The best shapes ---------------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Tuning.h"
#include <algorithm>
#include <cstddef>
#include <iterator>

namespace ompscan::rt {

namespace {

struct Row {
  uint64_t MaxItemSize;
  Shape Best;
};

// Scores are what ompscan-tune has measured of single-pass sums (of structures:
// compositions of affine maps, products of 2x2 matrices) on an NVIDIA H200,
// driver 580.159, in GB/s of what is read and written; by warps 2^27 items, by
// groups 2^30 bytes of items (before statuses lay apart: statusWords()), 2^31
// of the structures. A shape next to the best one is 1 to 3 % slower, and a run
// differs from another by as much.

constexpr Row WarpRows[] = {
    {1, {256, 120}}, // 2474; 256 x 88: 2483, 256 x 60: 2434
    {2, {256, 60}},  // 3299; 256 x 44: 3246, 128 x 116: 3235
    {4, {256, 36}},  // 3524; 256 x 44: 3524, 128 x 60: 3503
    {8, {256, 22}},  // 3569; 256 x 18: 3496, 128 x 30: 3436
    {16, {256, 11}}, // 3429; 192 x 15: 3431, 128 x 21: 3247
    {32, {192, 7}},  // before: 2781; 160 x 7: 2716, 128 x 11: 2694
    {256, {64, 7}},  // not measured
};

/// Where whole vectors of inputs go to local memory as they are, loads are all
/// that bounds a tile, and those in flight have a place in the first-level
/// cache. On that device and on an H100 it shares 256 KB with local memory,
/// which gets 196 KB or 228 KB, by what the groups need that fit. So tiles are
/// of such a size that no more groups fit into 228 KB than into 196 KB, with 1
/// KB for each of them. Off the borders of vectors WarpRows are faster. 2^28
/// elements, of 8 bytes 2^27, of 16 bytes 2^26, with the same driver.
constexpr Row PlainRows[] = {
    {1, {192, 200}}, // 2873; 256 x 148: 2744, 256 x 120: 2685
    {2, {256, 76}},  // 3727; 256 x 92: 3743, 192 x 100: 3711, 256 x 60: 3539
    {4, {128, 76}},  // 3834; 192 x 60: 3841, 160 x 60: 3837, 256 x 36: 3629
    {8, {128, 38}},  // 3766; 160 x 30: 3754, 192 x 30: 3754, 256 x 22: 3560
    {16, {128, 19}}, // 3566; 192 x 15: 3576, 160 x 15: 3566, 256 x 11: 3201
};

/// Shapes for loads by asynchronous copies, through CUDA, which need no place
/// in that cache; 2^28 elements in one run of ompscan-bench, with the same
/// driver.
constexpr Row AsyncRows[] = {
    {1, {256, 108}}, // 3137; 256 x 140: 3125, 256 x 172: 3092
    {2, {256, 84}},  // 3811; 256 x 52: 3771, 256 x 68: 3745, 128 x 148: 3532
    {4, {256, 44}},  // 3966; 256 x 36: 3930, 128 x 76: 3901, 256 x 28: 3867
    {8, {256, 22}},  // 3924; 128 x 38: 3889, 256 x 18: 3868, 256 x 14: 3802
    {16, {256, 11}}, // not measured
};

/// Runs of one piece, of an odd number of vectors, by the size of a result:
/// counts of 2^27 bytes on an NVIDIA H100, driver 580.159, where a copy runs at
/// 3000. In one piece they run at 2614 and 2592.
constexpr Row PieceRows[] = {
    {1, {256, 76}}, // not measured
    {2, {256, 36}}, // not measured
    {4, {256, 20}}, // 2695; 128 x 28: 2691, 256 x 12: 2666
    {8, {256, 10}}, // 2700; 256 x 6: 2643
    {16, {256, 5}}, // not measured
};

/// Sums of segments of 2^27 elements on the device above, us; the plain scan
/// takes 305.
constexpr Row FlagRows[] = {
    {2, {256, 60}}, // not measured
    {4, {192, 44}}, // 365; 256 x 28: 370, 128 x 44: 382, 256 x 20: 384
    {8, {192, 22}}, // not measured
};
constexpr Row KeyRows[] = {
    {4, {256, 28}}, // 431; 256 x 20: 445, 128 x 44: 446, 128 x 28: 456
    {8, {256, 14}}, // not measured
};

/// Elements of 1 and 2 bytes, whose runs are words (templates/word-tile.cl), on
/// an NVIDIA H100 with the same driver, 2^30 bytes of them.
constexpr Row GroupRows[] = {
    {1, {128, 180}}, // 2568; 128 x 252: 2568, 256 x 92: 2470, 256 x 124: 2370
    {2, {256, 62}},  // 2760; 192 x 62: 2749, 192 x 110: 2734, 128 x 126: 2693
    {4, {128, 39}},  // 3082; 128 x 35: 2995. Since then 3493; 256 x 31: 3414
    {8, {128, 29}},  // 3337; 128 x 31: 3276
    {16, {128, 17}}, // 2806; 96 x 17: 2732
    {32, {96, 9}},   // 1579; 64 x 15: 1572
    {64, {64, 5}},   // not measured, like the rest
    {128, {32, 5}},  {256, {32, 3}},
};

/// A tile of 16 KiB stays in the first-level cache.
constexpr Row SerialRows[] = {
    {4, {1, 4096}}, {8, {1, 2048}},  {16, {1, 1024}}, {32, {1, 512}},
    {64, {1, 256}}, {128, {1, 128}}, {256, {1, 64}},
};

#if !OMPSCAN_TINY_TILES
/// An odd number of elements lets work-items walk along their runs without
/// meeting in a bank. Local memory stays below 24 KiB. Not measured yet.
constexpr Row SlideRows[] = {
    {2, {256, 23}}, {4, {256, 19}}, {8, {256, 11}}, {12, {256, 7}},
    {16, {128, 9}}, {32, {128, 5}}, {64, {64, 5}},  {128, {32, 5}},
};

/// Moves by a formula of numbers: 128 bytes a work-item, in vectors of 16,
/// which lie next to each other whoever takes them. Padding of 12000 rows of
/// 11999 numbers in place on the device above.
constexpr Row MoveRows[] = {
    {1, {256, 128}}, // not measured
    {2, {256, 64}},  // not measured
    {4, {256, 32}},  // 3569; 256 x 24: 3522, 128 x 32: 3441, 256 x 16: 3366
    {8, {256, 16}},  // 3630; 128 x 16: 3481, 256 x 8: 3387, 256 x 4: 2860
};

/// Selections by warps, in place, with half of 2^30 bytes kept, on the device
/// above, GB/s before statuses lay apart; of 4 bytes: 2^29 bytes, us. Items are
/// a multiple of selectVector().
constexpr Row SelectRows[] = {
    {2, {256, 32}},  // bytes: 1028; 512 x 32: 1007
    {4, {256, 32}},  // 233; 192 x 32: 235, 128 x 32: 240, 256 x 24: 255
    {6, {128, 32}},  // run lengths, us: 450; 256 x 24: 483, 256 x 16: 520
    {8, {256, 16}},  // 2771; 128 x 16: 2644, 256 x 12: 2491
    {12, {256, 10}}, // not measured
    {16, {256, 6}},  // 2436; 128 x 8: 2501, 256 x 4: 2321
    {32, {128, 5}},  // not measured, like the rest
    {64, {64, 4}},   {128, {64, 2}},
};
#endif

template <size_t Count>
Shape find(const Row (&Rows)[Count], uint64_t ItemSize) {
  const Row *R = Rows;
  while (R != Rows + Count - 1 && ItemSize > R->MaxItemSize)
    ++R;
  return R->Best;
}

/// \p S, made smaller until its items fit into a group's local memory.
Shape fitted(Shape S, const GroupLimits &Limits, uint64_t ItemSize) {
  while (S.Group > 1 && (S.Group > Limits.MaxGroup ||
                         S.localBytes(ItemSize) > Limits.LocalMemory))
    S = S.smaller(ItemSize);
  return S;
}

} // namespace

Shape tunedShape(ShapeTable T, uint64_t ItemSize) {
  switch (T) {
  case ShapeTable::Serial:
    return find(SerialRows, ItemSize);
  case ShapeTable::Groups:
    return find(GroupRows, ItemSize);
  case ShapeTable::Warps:
    return find(WarpRows, ItemSize);
  case ShapeTable::Plain:
    return find(PlainRows, ItemSize);
  }
  return {1, 1024};
}

Shape asyncShape(uint64_t ItemSize) { return find(AsyncRows, ItemSize); }

/// The runs of one piece, of an odd number of vectors.
static Shape pieceRuns(uint64_t ItemSize) {
  Shape S = find(PieceRows, ItemSize);
  if (vectorFor(ItemSize) == 1)
    S.Items = (S.Items - 1) | 1;
  return S;
}

uint32_t pieces(const GroupLimits &Limits, uint64_t ItemSize,
                uint64_t InputSize) {
#if OMPSCAN_TINY_TILES
  (void)Limits, (void)ItemSize, (void)InputSize;
  return 1;
#else
  // Five groups share a multiprocessor. Three to eight pieces of the counts
  // above are within 5 % of each other.
  constexpr uint64_t LocalBytes = 39 << 10;
  const Shape Run = pieceRuns(ItemSize);
  const uint64_t Results = Run.tile() * ItemSize;
  // Besides its inputs, a run of each piece has the value in front of it.
  const uint64_t OfPiece = Run.tile() * InputSize + Run.Group * ItemSize;
  if (InputSize >= ItemSize || ItemSize > MaxPlainItemSize ||
      Limits.LocalMemory < LocalBytes || Limits.MaxGroup < Run.Group)
    return 1;
  return static_cast<uint32_t>(
      std::max<uint64_t>((LocalBytes - Results) / OfPiece, 1));
#endif
}

Shape pieceShape(uint64_t ItemSize, uint32_t Pieces) {
  const Shape Run = pieceRuns(ItemSize);
  return {Run.Group, Run.Items * Pieces};
}

Shape segmentShape(uint64_t ItemSize, bool HasKeys) {
  return HasKeys ? find(KeyRows, ItemSize) : find(FlagRows, ItemSize);
}

Shape groupSelectShape(const GroupLimits &Limits, uint64_t ItemSize,
                       bool IsLoop) {
#if OMPSCAN_TINY_TILES
  (void)IsLoop;
#else
  // 2^30 bytes in place, half kept, on the device above, before statuses had
  // cache lines of their own. Primitives: 2565 GB/s, with 256 x 27 3 % less,
  // with 256 x 19 10 %. Loops: 545 us, with 128 x 32 578, with 256 x 16 665.
  const Shape Best = IsLoop ? Shape{256, 32} : Shape{128, 31};
  if (!Limits.IsCpu && ItemSize == 4 && Limits.MaxGroup >= Best.Group &&
      Best.localBytes(ItemSize) <= Limits.LocalMemory)
    return Best;
#endif
  return slideShape(Limits, ItemSize);
}

Shape slideShape(const GroupLimits &Limits, uint64_t ItemSize) {
#if OMPSCAN_TINY_TILES
  return chooseShape(Limits, ItemSize);
#else
  if (Limits.IsCpu)
    return tunedShape(ShapeTable::Serial, ItemSize);
  return fitted(find(SlideRows, ItemSize), Limits, ItemSize);
#endif
}

Shape moveShape(const GroupLimits &Limits, uint64_t ItemSize) {
#if OMPSCAN_TINY_TILES
  const bool IsByVectors = vectorFor(ItemSize) > 1;
  Shape S = {4, static_cast<uint32_t>(48 / ItemSize)};
#else
  const bool IsByVectors = vectorFor(ItemSize) > 1 && !Limits.IsCpu;
  Shape S = find(MoveRows, ItemSize);
#endif
  if (IsByVectors)
    return fitted(S, Limits, ItemSize);
  // On a CPU little of a tile goes to local memory: see move-serial.cl.
  constexpr uint32_t Longer = 4;
  S = slideShape(Limits, ItemSize);
  if (S.Group == 1 && S.tile() * ItemSize * Longer <= Limits.LocalMemory)
    S.Items *= Longer;
  return S;
}

uint32_t segmentItems(uint64_t ItemSize) {
  // Of a tile that waits for others, the segments at its end are read twice.
  return static_cast<uint32_t>((64 << 10) / ItemSize);
}

Shape flagShape(const GroupLimits &Limits) {
#if OMPSCAN_TINY_TILES
  Shape S{4, 16};
#else
  // A tile is much to store for one search. No other shape has been measured.
  Shape S{256, 128};
  if (Limits.IsCpu)
    return {1, 1 << 14};
#endif
  while (S.Group > Limits.MaxGroup)
    S.Group /= 2;
  return S;
}

Shape selectShape(const GroupLimits &Limits, uint64_t ItemSize) {
#if OMPSCAN_TINY_TILES
  return chooseShape(Limits, ItemSize);
#else
  if (Limits.IsCpu)
    return tunedShape(ShapeTable::Serial, ItemSize);
  return fitted(find(SelectRows, ItemSize), Limits, ItemSize);
#endif
}

uint32_t statusWords(uint64_t ValueSize, uint64_t TileBytes) {
  const auto Least = static_cast<uint32_t>((ValueSize + 3) / 4);
#if OMPSCAN_TINY_TILES
  (void)TileBytes;
  return Least + 1;
#else
  // 2^27 sums on the device above, us with a status every 1, 2, 4, 8, 16 words:
  // of 4 bytes 350, 325, 312, 306, 304, of 8 bytes -, 640, 616, 601, 602, of 32
  // bytes -, -, -, 3076, 3289. Half of them selected in place: 278, 252, 242,
  // -, 235; partitioned in place 532, 504, 494, -, 487.
  constexpr uint32_t LargestSpaced = 4;
  if (Least > LargestSpaced)
    return Least;
  // At most half a percent of what a tile moves.
  uint32_t Words = 16;
  while (Words / 2 >= Least && Words * sizeof(uint64_t) * 200 > TileBytes)
    Words /= 2;
  return Words;
#endif
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
  while (S.Items > 1 && S.tile() * Size + Others > Limits.LocalMemory)
    --S.Items;
  return S.Items < 8 ? radixShape(Limits) : S;
}

uint64_t stageTiles(uint64_t Tiles, uint64_t TileBytes) {
  // Less than 2 % where it matters, in 64 steps at most. Not measured.
#if OMPSCAN_TINY_TILES
  constexpr uint64_t Least = 64;
#else
  constexpr uint64_t Least = 256 * 1024;
#endif
  return std::min(std::max(Tiles / 64 + 1, Least / TileBytes), Tiles);
}

Shape parallelShape(const GroupLimits &Limits, uint64_t ItemSize) {
#if OMPSCAN_TINY_TILES
  (void)ItemSize;
  constexpr uint32_t Wanted = 4;
#else
  if (Limits.IsCpu && ItemSize != 0)
    return {1, 4096};
  // On CPUs a group is a loop over its work-items, which should be long. On the
  // device above the chain of ompscan-bench (fills, a scatter, a scan, a sum)
  // of 2^28 elements takes 4.2 ms with groups of 128, and 3.5 ms with 256; 2^24
  // binary searches take 1.77 and 1.81 ms. Others were not measured.
  const uint32_t Wanted = Limits.IsCpu ? 1024 : ItemSize > 32 ? 64 : 256;
#endif
  Shape S{Wanted, 1};
  while (S.Group > 1 && (S.Group > Limits.MaxGroup ||
                         S.Group * ItemSize > Limits.LocalMemory / 2))
    S.Group /= 2;
  return S;
}

uint32_t nativeItems(uint64_t ItemSize) {
#if OMPSCAN_TINY_TILES
  (void)ItemSize;
  return 16;
#else
  // A tile is read twice; in between it stays in the second-level cache.
  constexpr uint64_t TileBytes = 128 << 10;
  return static_cast<uint32_t>(
      std::clamp<uint64_t>(TileBytes / ItemSize / 16 * 16, 64, 32 << 10));
#endif
}

uint64_t reduceGroups(uint32_t Units, Shape S) {
  // A GPU holds some 2048 work-items a unit.
  return uint64_t(Units) * (S.Group == 1 ? 4 : std::max(2048 / S.Group, 1u));
}

Shape listShape(const GroupLimits &Limits, uint64_t ItemSize) {
  // A work-item goes three times over its list, side by side with its
  // neighbours, besides the iterations, each of which goes to one place of its
  // own. On devices with many work-items nothing of this has been measured.
  constexpr uint64_t Room = 256; // of a work-item in parallel-loop.cl
#if OMPSCAN_TINY_TILES
  (void)ItemSize;
  Shape S{4, 1};
#else
  if (Limits.IsCpu)
    return {1, 4096};
  Shape S{64, static_cast<uint32_t>(std::max<uint64_t>(ItemSize / 16, 1))};
#endif
  while (S.Group > 1 &&
         (S.Group > Limits.MaxGroup || S.Group * Room > Limits.LocalMemory / 2))
    S.Group /= 2;
  return S;
}

Shape histogramShape(const GroupLimits &Limits, uint64_t ItemSize) {
  // Few lists, and many work-items that read at the same time. Not measured.
  constexpr uint64_t Room = 8; // of a work-item in parallel-loop.cl
#if OMPSCAN_TINY_TILES
  Shape S{4, 1};
#else
  if (Limits.IsCpu)
    return {1, 4096};
  Shape S{1024, 16};
#endif
  while (S.Group > 1 && (S.Group > Limits.MaxGroup ||
                         S.Group * Room + ItemSize > Limits.LocalMemory))
    S.Group /= 2;
  return S;
}

uint64_t listGroups(uint32_t Units, Shape S, uint64_t ItemSize,
                    bool AreShared) {
  // 16 KiB for each of 4096 work-items: a warp on each unit of the device
  // above. It should stay in a second-level cache. Besides, the second kernel
  // reads a list of each group.
#if OMPSCAN_TINY_TILES
  constexpr uint64_t Own = 64 << 10, Left = 64 << 10;
#else
  constexpr uint64_t Own = 64 << 20, Left = 8 << 20;
#endif
  uint64_t Groups = Left / ItemSize;
  if (!AreShared)
    Groups = std::min(Groups, Own / (S.Group * ItemSize));
  return std::clamp<uint64_t>(Groups, 1, reduceGroups(Units, S));
}

uint64_t finishGroups(Shape S, uint64_t ItemSize) {
  // One work-item for each 4 bytes.
  return S.Group == 1 ? 1 : (ItemSize / 4 + S.Group - 1) / S.Group;
}

uint32_t tilesOfBlock(ShapeTable T, uint64_t ItemSize) {
  // Of the throughput with any order, on the device above: by warps, 4 bytes:
  // 32: 0.85, 64: 0.99, 128: 0.99, 256: 0.95; 8 bytes: 0.84, 0.99, 0.97, 0.91;
  // 32 bytes: 0.47, 0.73, 0.84, 0.72 (reduce-then-scan: 0.95). By groups, 4
  // bytes: 0.42, 0.75, 0.94.
#if OMPSCAN_TINY_TILES
  (void)T;
  return ItemSize > 16 ? 0 : 3;
#else
  if (ItemSize > 16)
    return 0;
  return isByWarps(T) ? 64 : 128;
#endif
}

uint32_t vectorFor(uint64_t ItemSize) {
  if (ItemSize > 8 || (ItemSize & (ItemSize - 1)) != 0)
    return 1;
  return ItemSize == 8 ? 2 : 4;
}

} // namespace ompscan::rt
