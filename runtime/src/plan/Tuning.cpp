//===- Tuning.cpp - The best shapes ---------------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Tuning.h"
#include "plan/Plan.h"
#include "plan/TunedShapes.h"
#include <algorithm>
#include <cstddef>

namespace ompscan::rt {

namespace {

/// Part of a table by the size of an element: what is best up to
/// MaxItemSize bytes.
struct Entry {
  uint64_t MaxItemSize;
  Shape Best;
};

// Scores are what ompscan-tune has measured of single-pass sums (of structures:
// compositions of affine maps, products of 2x2 matrices) on an NVIDIA H200,
// driver 580.159, in GB/s of what is read and written; by warps 2^27 items, by
// groups 2^30 bytes of items (before statuses lay apart: statusWords()), 2^31
// of the structures. A shape next to the best one is 1 to 3 % slower, and a run
// differs from another by as much.

constexpr Entry WarpShapes[] = {
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
/// KB for each of them. Off the borders of vectors WarpShapes are faster. 2^28
/// elements, of 8 bytes 2^27, of 16 bytes 2^26, with the same driver.
constexpr Entry PlainShapes[] = {
    {1, {192, 200}}, // 2873; 256 x 148: 2744, 256 x 120: 2685
    {2, {256, 76}},  // 3727; 256 x 92: 3743, 192 x 100: 3711, 256 x 60: 3539
    {4, {128, 76}},  // 3834; 192 x 60: 3841, 160 x 60: 3837, 256 x 36: 3629
    {8, {128, 38}},  // 3766; 160 x 30: 3754, 192 x 30: 3754, 256 x 22: 3560
    {16, {128, 19}}, // 3566; 192 x 15: 3576, 160 x 15: 3566, 256 x 11: 3201
};

/// Shapes for loads by asynchronous copies, through CUDA, which need no place
/// in that cache; 2^28 elements in one run of ompscan-bench, with the same
/// driver.
constexpr Entry AsyncShapes[] = {
    {1, {256, 108}}, // 3137; 256 x 140: 3125, 256 x 172: 3092
    {2, {256, 84}},  // 3811; 256 x 52: 3771, 256 x 68: 3745, 128 x 148: 3532
    {4, {256, 44}},  // 3966; 256 x 36: 3930, 128 x 76: 3901, 256 x 28: 3867
    {8, {256, 22}},  // 3924; 128 x 38: 3889, 256 x 18: 3868, 256 x 14: 3802
    {16, {256, 11}}, // not measured
};

/// Runs of one piece, of an odd number of vectors, by the size of a result:
/// counts of 2^27 bytes on an NVIDIA H100, driver 580.159, where a copy runs at
/// 3000. In one piece they run at 2614 and 2592.
constexpr Entry PieceShapes[] = {
    {1, {256, 76}}, // not measured
    {2, {256, 36}}, // not measured
    {4, {256, 20}}, // 2695; 128 x 28: 2691, 256 x 12: 2666
    {8, {256, 10}}, // 2700; 256 x 6: 2643
    {16, {256, 5}}, // not measured
};

/// Scans by warps of segments of numbers that flags or keys describe: at most
/// 64 elements of a work-item, which are an odd number of vectors. Sums of
/// segments of 2^27 elements on the device above, us; the plain scan takes 305.
constexpr Entry FlagShapes[] = {
    {2, {256, 60}}, // not measured
    {4, {192, 44}}, // 365; 256 x 28: 370, 128 x 44: 382, 256 x 20: 384
    {8, {192, 22}}, // not measured
};
constexpr Entry KeyShapes[] = {
    {4, {256, 28}}, // 431; 256 x 20: 445, 128 x 44: 446, 128 x 28: 456
    {8, {256, 14}}, // not measured
};

/// Elements of 1 and 2 bytes, whose runs are words (templates/word-tile.cl), on
/// an NVIDIA H100 with the same driver, 2^30 bytes of them.
constexpr Entry GroupShapes[] = {
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
constexpr Entry SerialShapes[] = {
    {4, {1, 4096}}, {8, {1, 2048}},  {16, {1, 1024}}, {32, {1, 512}},
    {64, {1, 256}}, {128, {1, 128}}, {256, {1, 64}},
};

/// An odd number of elements lets work-items walk along their runs without
/// meeting in a bank. Local memory stays below 24 KiB. Not measured yet.
constexpr Entry SlideShapes[] = {
    {2, {256, 23}}, {4, {256, 19}}, {8, {256, 11}}, {12, {256, 7}},
    {16, {128, 9}}, {32, {128, 5}}, {64, {64, 5}},  {128, {32, 5}},
};

/// Moves by a formula of numbers: 128 bytes a work-item, in vectors of 16,
/// which lie next to each other whoever takes them. Padding of 12000 rows of
/// 11999 numbers in place on the device above.
constexpr Entry MoveShapes[] = {
    {1, {256, 128}}, // not measured
    {2, {256, 64}},  // not measured
    {4, {256, 32}},  // 3569; 256 x 24: 3522, 128 x 32: 3441, 256 x 16: 3366
    {8, {256, 16}},  // 3630; 128 x 16: 3481, 256 x 8: 3387, 256 x 4: 2860
};

/// Selections by warps, in place, with half of 2^30 bytes kept, on the device
/// above, GB/s before statuses lay apart; of 4 bytes: 2^29 bytes, us. Items are
/// a multiple of selectVector().
constexpr Entry SelectShapes[] = {
    {2, {256, 32}},  // bytes: 1028; 512 x 32: 1007
    {4, {256, 32}},  // 233; 192 x 32: 235, 128 x 32: 240, 256 x 24: 255
    {6, {128, 32}},  // run lengths, us: 450; 256 x 24: 483, 256 x 16: 520
    {8, {256, 16}},  // 2771; 128 x 16: 2644, 256 x 12: 2491
    {12, {256, 10}}, // not measured
    {16, {256, 6}},  // 2436; 128 x 8: 2501, 256 x 4: 2321
    {32, {128, 5}},  // not measured, like the rest
    {64, {64, 4}},   {128, {64, 2}},
};

template <size_t Count>
Shape find(const Entry (&Table)[Count], uint64_t ItemSize) {
  const Entry *E = Table;
  while (E != Table + Count - 1 && ItemSize > E->MaxItemSize)
    ++E;
  return E->Best;
}

/// The runs of one piece, of an odd number of vectors.
Shape pieceRuns(uint64_t ItemSize) {
  Shape S = find(PieceShapes, ItemSize);
  if (vectorFor(ItemSize) == 1)
    S.Items = (S.Items - 1) | 1;
  return S;
}

/// Whether warps keep the inputs of a tile beside its results.
bool keepsInputs(const PlanRequest &R) {
  return R.Traits.HasVectors && R.IsAligned && !R.Traits.IsPlain &&
         !storesResults(R);
}

/// A tile of elements, of as many bytes as the best one of a plain sum. A lane
/// has an odd number of vectors.
Shape resultShape(const PlanRequest &R) {
  constexpr uint64_t Element = 4;
  Shape S =
      R.CopiesAsync ? find(AsyncShapes, Element) : find(WarpShapes, Element);
  const uint32_t Vector = resultVector(R);
  const auto Items = static_cast<uint32_t>(S.Items * Element / resultSize(R));
  S.Items = ((std::max(Items / Vector, 1u) - 1) | 1) * Vector;
  return S;
}

} // namespace

Shape tunedShape(ShapeTable T, uint64_t ItemSize) {
  switch (T) {
  case ShapeTable::Serial:
    return find(SerialShapes, ItemSize);
  case ShapeTable::Groups:
    return find(GroupShapes, ItemSize);
  case ShapeTable::Warps:
    return find(WarpShapes, ItemSize);
  case ShapeTable::Plain:
    return find(PlainShapes, ItemSize);
  }
  return {1, 1024};
}

Shape scanShape(ShapeTable T, const PlanRequest &R) {
  // Without vectors every item takes a load and a register of its own, as small
  // as it may be.
  const uint64_t Slot = T == ShapeTable::Serial || R.Traits.HasVectors
                            ? R.ItemSize
                            : std::max<uint64_t>(R.ItemSize, 4);
  Shape S = T == ShapeTable::Plain && R.CopiesAsync ? find(AsyncShapes, Slot)
                                                    : tunedShape(T, Slot);
  if (R.Tuned)
    S = R.Tuned->find(T, Slot).value_or(S);
  if (T == ShapeTable::Serial && R.Traits.SerialItems)
    S.Items = static_cast<uint32_t>(R.Traits.SerialItems);
  uint64_t Size = R.ItemSize;
  if (isByWarps(T) && storesResults(R))
    // A group scans totals of tiles, at least one of a work-item, and theirs.
    return fitted(halved(resultShape(R), R.Limits, 2 * R.ItemSize, 0), R.Limits,
                  resultSize(R), R.ItemSize);
  if (isByWarps(T) && R.Traits.SegmentSize) {
    S = R.Traits.HasKeys ? find(KeyShapes, R.Traits.SegmentSize)
                         : find(FlagShapes, R.Traits.SegmentSize);
    // A value and a byte.
    Size = R.Traits.SegmentSize + 1;
  } else if (const uint32_t Pieces = pieces(R); isByWarps(T) && Pieces > 1) {
    S = pieceRuns(R.ItemSize);
    return {S.Group, S.Items * Pieces};
  } else if (isByWarps(T) && keepsInputs(R)) {
    // The inputs have a place of their own in local memory.
    Size += R.InputSize;
    const uint32_t Vector = vectorFor(R.ItemSize);
    const uint64_t Items = S.Items * R.ItemSize / Size / Vector * Vector;
    S.Items = std::max(static_cast<uint32_t>(Items), Vector);
  }
  return fitted(S, R.Limits, Size, R.ItemSize);
}

uint32_t pieces(const PlanRequest &R) {
  // Five groups share a multiprocessor. Three to eight pieces of the counts
  // above are within 5 % of each other.
  constexpr uint64_t LocalBytes = 39 << 10;
  const Shape Run = pieceRuns(R.ItemSize);
  const uint64_t Results = Run.tile() * R.ItemSize;
  // Besides its inputs, a run of each piece has the value in front of it.
  const uint64_t OfPiece = Run.tile() * R.InputSize + Run.Group * R.ItemSize;
  if (!keepsInputs(R) || R.InputSize >= R.ItemSize ||
      R.ItemSize > MaxPlainItemSize || R.Limits.LocalMemory < LocalBytes ||
      R.Limits.MaxGroup < Run.Group)
    return 1;
  return static_cast<uint32_t>(
      std::max<uint64_t>((LocalBytes - Results) / OfPiece, 1));
}

bool waitsForPrefixes(const GroupLimits &Limits, uint64_t ItemSize) {
  return Limits.IsCpu || ItemSize > MaxLookbackSize;
}

uint32_t nativeItems(uint64_t ItemSize, bool IsSelection,
                     const HostWork &Work) {
  // A tile, or what a selection keeps of it, is read twice; in between it stays
  // in the second-level cache. Without other threads to wait for, the
  // first-level cache pays: a selection of 10^7 floats takes 0.6 to 0.8 of the
  // time on one core of an AMD EPYC. Where the caches do not hold the data,
  // larger tiles interrupt their stream less often: on a Xeon, 10^7 floats take
  // 0.8 of the time that they take with 4 KB, and 10^6 of them 1.15.
  const uint64_t LoneBytes = Work.Trips > CachedSelectionBytes / ItemSize
                                 ? 4 * LoneSelectionBytes
                                 : LoneSelectionBytes;
  const uint64_t TileBytes =
      IsSelection && Work.Threads == 1 ? LoneBytes : 128 << 10;
  const auto Most = static_cast<uint32_t>(
      std::clamp<uint64_t>(TileBytes / ItemSize / 16 * 16, 64, 32 << 10));
  // Threads take tiles as they become free. A tile takes some microseconds, or
  // less if that leaves one for each thread; on 16 cores of a Xeon, 65,536
  // doubles take 17 us instead of 24. Iterations of unknown length may differ,
  // and have more tiles.
  constexpr uint64_t LeastWork = 1 << 10, UsualWork = 8 << 10;
  const uint64_t Tiles = uint64_t(Work.Threads) * (Work.Each ? 4 : 64);
  const uint64_t Least =
      Work.Each ? std::clamp(Work.Trips / std::max(Work.Threads, 1u),
                             LeastWork / Work.Each, UsualWork / Work.Each)
                : 0;
  const uint64_t Wanted = std::max(Work.Trips / Tiles, Least);
  if (Wanted >= Most)
    return Most;
  // Powers of two, since each number makes a variant of the program.
  uint32_t Items = 1;
  while (2 * Items <= Wanted)
    Items *= 2;
  return Items;
}

uint32_t statusWords(uint64_t ValueSize, uint64_t TileBytes) {
  const auto Least = static_cast<uint32_t>((ValueSize + 3) / 4);
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
}

uint32_t tilesOfBlock(ShapeTable T, uint64_t ItemSize) {
  // Of the throughput with any order, on the device above: by warps, 4 bytes:
  // 32: 0.85, 64: 0.99, 128: 0.99, 256: 0.95; 8 bytes: 0.84, 0.99, 0.97, 0.91;
  // 32 bytes: 0.47, 0.73, 0.84, 0.72 (reduce-then-scan: 0.95). By groups, 4
  // bytes: 0.42, 0.75, 0.94.
  if (ItemSize > 16)
    return 0;
  return isByWarps(T) ? 64 : 128;
}

namespace best {

Shape ordered(const GroupLimits &Limits, uint64_t ItemSize) {
  if (Limits.IsCpu)
    return orderedSerialShape(ItemSize);
  // 256 bytes of a work-item. Sums by warps of 2^28 elements of 4 bytes on an
  // H200, driver 580, ms: 128 x 64: 0.585; 256 x 32: 0.586; in any order 0.544.
  // Of 2^27 elements of 8 bytes: 128 x 32: 0.596; 256 x 16: 0.606; in any order
  // 0.555. Asynchronous copies take 0.588 and 0.615, 0.608 and 0.631.
  const auto Items =
      static_cast<uint32_t>(256 / std::clamp<uint64_t>(ItemSize, 4, 32));
  return {128, orderedItems(Items)};
}

Shape slide(const GroupLimits &Limits, uint64_t ItemSize) {
  return Limits.IsCpu ? tunedShape(ShapeTable::Serial, ItemSize)
                      : find(SlideShapes, ItemSize);
}

Shape select(const GroupLimits &Limits, uint64_t ItemSize) {
  return Limits.IsCpu ? tunedShape(ShapeTable::Serial, ItemSize)
                      : find(SelectShapes, ItemSize);
}

Shape groupSelect(const GroupLimits &Limits, uint64_t ItemSize, bool IsLoop) {
  if (Limits.IsCpu || ItemSize != 4)
    return slide(Limits, ItemSize);
  // 2^30 bytes in place, half kept, on the device above, before statuses had
  // cache lines of their own. Primitives: 2565 GB/s, with 256 x 27 3 % less,
  // with 256 x 19 10 %. Loops: 545 us, with 128 x 32 578, with 256 x 16 665.
  return IsLoop ? Shape{256, 32} : Shape{128, 31};
}

bool movesVectors(const GroupLimits &Limits) { return !Limits.IsCpu; }
Shape move(uint64_t ItemSize) { return find(MoveShapes, ItemSize); }

Shape flags(const GroupLimits &Limits) {
  if (Limits.IsCpu)
    return {1, 1 << 14};
  // Each tile does one search, so tiles are large. Only this shape was
  // measured.
  return {256, 128};
}

Shape parallel(const GroupLimits &Limits, uint64_t ItemSize) {
  if (Limits.IsCpu && ItemSize != 0)
    return {1, 4096};
  // On CPUs a group is a loop over its work-items, which should be long. On the
  // device above the chain of ompscan-bench (fills, a scatter, a scan, a sum)
  // of 2^28 elements takes 4.2 ms with groups of 128, and 3.5 ms with 256; 2^24
  // binary searches take 1.77 and 1.81 ms. Others were not measured.
  return {Limits.IsCpu ? 1024u : ItemSize > 32 ? 64u : 256u, 1};
}

Shape rows(RowTeam Team, bool ByWarps, uint64_t ItemSize) {
  // By floats on an H100; other sizes follow from registers and transactions.
  if (!ByWarps)
    return Team == RowTeam::Bundle  ? Shape{32, 32}
           : Team == RowTeam::Parts ? Shape{64, 32}
           : Team == RowTeam::Column
               ? Shape{256, 256}
               : Shape{Team < RowTeam::Group ? 64u : 256u, 1};
  switch (Team) {
  case RowTeam::Column:
    return {256, 256};
  case RowTeam::PartOfWarp:
    return {256, 32};
  case RowTeam::Bundle:
    return {256, 256};
  case RowTeam::HalfWarp:
    return {256, 16};
  case RowTeam::Group64:
    return {64, 1};
  case RowTeam::Group128:
    return {128, 1};
  case RowTeam::Group:
    return {256, 1};
  case RowTeam::Group512:
    return {512, 1};
  case RowTeam::WideGroup:
    return {ItemSize <= 16 ? 1024u : 256u, 1};
  case RowTeam::Columns:
    // A warp takes 128 bytes of a row. 2^27 floats in 4096 columns on an H200:
    // 0.286 ms; groups of 256 for as many columns 0.349, for 8 columns 0.379.
    return {512, ItemSize <= 4 ? 32u : ItemSize <= 8 ? 16u : 8u};
  case RowTeam::Parts:
    // Of 64 columns of 2^21 floats on an H200, 64 of each work-item: groups of
    // 128 take 0.338 ms, of 256 0.318, of 512 0.354.
    return {256, 32};
  default:
    return {256, 8};
  }
}

Shape lists(const GroupLimits &Limits, uint64_t ItemSize) {
  if (Limits.IsCpu)
    return {1, 4096};
  // A work-item goes three times over its list, side by side with its
  // neighbours, besides the iterations, each of which goes to one place of its
  // own. On devices with many work-items nothing of this has been measured.
  return {64, static_cast<uint32_t>(std::max<uint64_t>(ItemSize / 16, 1))};
}

Shape histogram(const GroupLimits &Limits) {
  if (Limits.IsCpu)
    return {1, 4096};
  // Few lists, and many work-items that read at the same time. Not measured.
  return {1024, 16};
}

// Less than 2 % of the tiles where it matters, in 64 steps at most. Not
// measured.
const uint64_t StageBytes = 256 * 1024;

// Not measured.
const uint64_t SortedKeys = 1 << 19;

// 16 KiB for each of 4096 work-items: a warp on each unit of the device above.
// It should stay in a second-level cache. Besides, the second kernel reads a
// list of each group.
const uint64_t ListBytes = 64 << 20;
const uint64_t ListBytesLeft = 8 << 20;

} // namespace best

} // namespace ompscan::rt
