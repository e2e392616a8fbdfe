//===- Tuning.h - The best shapes ----------------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_PLAN_TUNING_H
#define OMPSCAN_RT_PLAN_TUNING_H

#include "plan/Shape.h"
#include "support/Algorithm.h"
#include <cstdint>

namespace ompscan::rt {

struct PlanRequest;

/// The tables of shapes for scans, by how work-items share a tile (see
/// templates/*-tile.cl).
enum class ShapeTable {
  Serial, ///< One work-item does it.
  Groups, ///< By local memory.
  Warps,  ///< By shuffles; items are an odd number of vectors.
  /// By shuffles, where inputs are elements of the scanned type as they are, of
  /// at most MaxPlainItemSize bytes, and arrays lie on borders of vectors.
  Plain,
};

/// Whether work-items share a tile by shuffles.
constexpr bool isByWarps(ShapeTable T) {
  return T == ShapeTable::Warps || T == ShapeTable::Plain;
}

constexpr uint64_t MaxPlainItemSize = 16;

/// The shape that has been found best for elements of \p ItemSize bytes (1 to
/// 256); not in the variant for tests.
Shape tunedShape(ShapeTable T, uint64_t ItemSize);

/// The shape for a scan, from table \p T, within the limits of the device.
Shape scanShape(ShapeTable T, const PlanRequest &R);

/// The pieces of a warp's part of a tile, where results are computed from
/// smaller inputs, which stay in local memory beside the results of one piece;
/// 1 where more of them gain nothing.
uint32_t pieces(const PlanRequest &R);

/// Whether waiting for prefixes, for values of \p ItemSize bytes, takes longer
/// than reading inputs twice.
bool waitsForPrefixes(const GroupLimits &Limits, uint64_t ItemSize);

/// Threads of the host, in the choice of how a loop is divided, where results
/// must not depend on their number.
constexpr uint32_t UnitsOfReproducible = 64;

/// Iterations of a leaf and of a block of the fixed order
/// (templates/ordered-groups.cl).
constexpr uint32_t OrderLeaf = 8, OrderBlock = 1 << 20;

/// The largest power of 2 that is at most \p Items, or a leaf: tiles of a scan
/// in the fixed order are groups of leaves.
uint32_t orderedItems(uint32_t Items);

/// The shape for a scan in the fixed order on another device than the host:
/// powers of 2, and whole leaves of a work-item.
Shape orderedShape(const PlanRequest &R);
/// The same where groups have one work-item.
Shape orderedSerialShape(uint64_t ItemSize);

/// The iterations that threads of the host share.
struct HostWork {
  uint64_t Trips = UINT64_MAX;
  /// Of each iteration, in iterations of a prefix sum; 0 if it is not known.
  uint32_t Each = 1;
  uint32_t Threads = 1;
};

/// The most bytes that a tile of a selection stores if one thread of the host
/// does all tiles, which store no more than CachedSelectionBytes.
constexpr uint64_t LoneSelectionBytes = 4 << 10;
constexpr uint64_t CachedSelectionBytes = 8 << 20;

/// Iterations of a tile by a thread of the host, for values of \p ItemSize
/// bytes, which are those that a selection stores if \p IsSelection.
uint32_t nativeItems(uint64_t ItemSize, bool IsSelection, const HostWork &Work);

/// The shape for primitives that move elements of \p ItemSize bytes, their
/// companions counted in, through local memory.
Shape slideShape(const GroupLimits &Limits, uint64_t ItemSize);

/// The same for moves by a formula.
Shape moveShape(const GroupLimits &Limits, uint64_t ItemSize);

/// The elements of \p ItemSize bytes that one work-item takes at once when it
/// reduces or scans segments that flags describe.
uint32_t segmentItems(uint64_t ItemSize);

/// The shape for making flags of segments; its items are a multiple of 16.
Shape flagShape(const GroupLimits &Limits);

/// The shape for selections by warps: the elements of a work-item, of which
/// there are at most 32, stay in registers.
Shape selectShape(const GroupLimits &Limits, uint64_t ItemSize);

/// The same for selections by way of local memory. In a loop elements stay in
/// registers until their places are known, in a primitive they do not.
Shape groupSelectShape(const GroupLimits &Limits, uint64_t ItemSize,
                       bool IsLoop);

/// The 64-bit words from the status of a tile to that of the next one, where a
/// status has values of \p ValueSize bytes and a tile moves \p TileBytes.
uint32_t statusWords(uint64_t ValueSize, uint64_t TileBytes);

/// How many tiles of \p Tile elements the buffer of a partition in place of \p
/// N elements has room for: half of them at least, so that what is left when it
/// is full fits where its elements have been.
uint64_t partitionTiles(uint64_t N, uint64_t Tile);

/// Neighbours of \p ItemSize bytes that a lane of a warp takes in a selection:
/// 1, 2 or 4. \p HasRejected: both sides are stored.
uint32_t selectVector(uint64_t ItemSize, bool HasRejected);

/// The shape for the steps of a radix sort.
Shape radixShape(const GroupLimits &Limits);

/// The shape for keeping the keys of a range, of \p KeySize bytes. By warps, a
/// lane has at most 32 at once.
Shape rangeShape(const GroupLimits &Limits, uint64_t KeySize, bool ByWarps);

/// The shape for a radix sort by warps, of keys of \p KeySize bytes with values
/// of \p ValueSize bytes (0: none) and counts of \p CountSize bytes.
Shape sweepShape(const GroupLimits &Limits, uint64_t KeySize,
                 uint64_t ValueSize, uint64_t CountSize);

/// The shape for loops of independent iterations that reduce values of
/// \p ItemSize bytes; 0: none.
Shape parallelShape(const GroupLimits &Limits, uint64_t ItemSize);

/// The shape for rows by \p Team, whose loops scan or reduce values of at most
/// \p ItemSize bytes; its items are the rows of a group. A team is a group if
/// it does not exchange values \p ByWarps. Parts are those of rows, or of
/// columns unless \p PrefersTeam.
Shape rowShape(const GroupLimits &Limits, RowTeam Team, bool ByWarps,
               uint64_t ItemSize, bool PrefersTeam);

/// Elements of a work-item in a part of a row, or \p OfColumns, whose values of
/// \p ItemSize bytes stay in local memory, or in registers.
uint32_t partItems(uint64_t ItemSize, bool OfColumns);

/// Groups with parts of rows, or \p OfColumns, that a unit runs at once: while
/// some look back, others load. Large values need more registers. Affine sums
/// of 2^27 floats in rows of 2^20, with values of 8 bytes, take 0.470 ms on an
/// H200 by parts of 12 for each work-item and six groups, 0.471 by 20 and five,
/// and 0.521 by 16 and five.
constexpr uint32_t groupsOfParts(uint64_t ItemSize, bool OfColumns) {
  return OfColumns                       ? 2
         : ItemSize > 4 && ItemSize <= 8 ? 6
         : ItemSize <= 16                ? 5
                                         : 3;
}

/// Groups of shape \p S with whole rows that a unit runs at once, if they share
/// long ones: as many as otherwise, where ptxas takes 46 registers for sums of
/// floats. With the code for shared rows it takes as many as it may. 0: any
/// number.
constexpr uint32_t groupsOfRows(Shape S, uint64_t ItemSize) {
  return ItemSize > 16   ? 0
         : S.Group > 256 ? (ItemSize < 4 ? 1 : 2)
                         : 256 / S.Group *
                               (ItemSize >= 4 ? 5
                                : S.Items > 1 ? 3
                                              : 4);
}

/// Iterations from which loops that store nothing are reduced, not scanned. On
/// an H200 2^24 of items of 16 bytes take 75 us so, and 104 in a single pass;
/// at 2^20 two of the micro-benchmarks became 4 and 7 us slower. Where in
/// between both are as fast has not been measured.
constexpr uint64_t ReducedTrips = uint64_t(1) << 22;

/// Bytes of items up to which tiles hand on their prefixes. On an H200 sums of
/// 2^24 structures take, in ms, in a single pass and by reduce-then-scan: of 24
/// bytes 0.38 and 0.38, of 32 0.45 and 0.47, of 40 1.43 and 0.64, of 64 5.2 and
/// 0.98; where neither inputs nor results are of that size 0.22 and 0.18, 0.28
/// and 0.33, 2.1 and 0.27, 3.7 and 1.04. At 2^20 it is the same border.
constexpr uint64_t MaxLookbackSize = 32;

/// Groups of shape \p S that reduce an array on a device of \p Units compute
/// units, enough to keep all of them busy.
uint64_t reduceGroups(uint32_t Units, Shape S);

/// Groups of shape \p S that reduce \p Trips iterations in the fixed order on a
/// device of \p Units compute units; each has a tile of
/// templates/ordered-reduce.cl.
uint64_t orderedReduceGroups(uint32_t Units, Shape S, uint64_t Trips);

/// The shape for loops whose reductions have \p ItemSize bytes together and are
/// combined element by element; its items are the iterations from which another
/// work-item pays.
Shape listShape(const GroupLimits &Limits, uint64_t ItemSize);

/// The same where a group shares the lists, in local memory.
Shape histogramShape(const GroupLimits &Limits, uint64_t ItemSize);

/// Groups of such a loop: the lists that they leave have a bounded size
/// together, and so have those of their work-items, if they do not share them.
uint64_t listGroups(uint32_t Units, Shape S, uint64_t ItemSize, bool AreShared);

/// Groups that combine what those have left.
uint64_t finishGroups(Shape S, uint64_t ItemSize);

/// Bytes of elements up to which the run of a work-item of a group is an odd
/// number of words, where hooks have vectors (templates/word-tile.cl).
constexpr uint64_t MaxWordItemSize = 2;

/// Larger elements do not fit into the registers of a warp's look-back.
constexpr uint64_t MaxPtxItemSize = 64;
/// The largest scanned values of rows, and of the tiles whose local memory
/// holds elements (templates/result-tile.cl), and no scanned values.
constexpr uint64_t MaxResultItemSize = 160;

/// Elements of \p ItemSize bytes that a lane moves at once: a vector.
uint32_t vectorFor(uint64_t ItemSize);

/// Whether the tiles of a scan by \p R hold what iterations read and store, and
/// the bytes of that for each.
bool storesResults(const PlanRequest &R);
uint64_t resultSize(const PlanRequest &R);
/// Iterations of a vector of such a tile.
uint32_t resultVector(const PlanRequest &R);

/// Tiles of a block where a single pass combines in a fixed order
/// (OMPSCAN_BLOCK); 0: reduce-then-scan is faster.
uint32_t tilesOfBlock(ShapeTable T, uint64_t ItemSize);

/// Of the \p Tiles tiles of a selection in place, each of \p TileBytes bytes,
/// those that wait in a second copy at a time: a small part of them, but enough
/// to keep a device at work.
uint64_t stageTiles(uint64_t Tiles, uint64_t TileBytes);

/// Chains of a serial tile, and elements of a work-item where a group scans
/// totals.
constexpr uint32_t SerialChains = 8;
constexpr uint32_t SumItemsOfGroups = 4;

/// What the functions above fit to a device. The library has the best values
/// that have been measured (Tuning.cpp), its variant for tests tiny ones
/// (TinyTuning.cpp).
namespace best {

Shape ordered(const GroupLimits &Limits, uint64_t ItemSize);
Shape slide(const GroupLimits &Limits, uint64_t ItemSize);
Shape select(const GroupLimits &Limits, uint64_t ItemSize);
/// Where it does not fit, the shape is that of slide().
Shape groupSelect(const GroupLimits &Limits, uint64_t ItemSize, bool IsLoop);
/// Whether moves of elements that have vectors use these.
bool movesVectors(const GroupLimits &Limits);
Shape move(uint64_t ItemSize);
Shape flags(const GroupLimits &Limits);
Shape parallel(const GroupLimits &Limits, uint64_t ItemSize);
Shape rows(RowTeam Team, bool ByWarps, uint64_t ItemSize);
Shape lists(const GroupLimits &Limits, uint64_t ItemSize);
Shape histogram(const GroupLimits &Limits);

extern const uint64_t SortedKeys; ///< that a device sorts as fast as it keeps
                                  ///< those of a range
extern const uint64_t StageBytes; ///< of the tiles that wait, at least
extern const uint64_t ListBytes;  ///< of the lists of all work-items
extern const uint64_t ListBytesLeft; ///< of those that all groups leave

} // namespace best

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PLAN_TUNING_H
