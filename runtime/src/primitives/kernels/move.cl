//===- move.cl - Regular sliding --------------------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements move by a formula towards one end of the array: rows of `width`
// elements at a distance of `from` get the distance `to`, or (`to` = 0) all
// elements move by `from`, which wraps around if it is negative. Places to
// which no element moves are filled.
//
// Tiles are cut from the result and numbered from the end that elements move
// to. In place, a tile loads, publishes that, and waits for the tiles that load
// the elements that it overwrites. Their numbers are smaller than its own.
//
// The text in front defines ompscan_E, OMPSCAN_ELEMENT_SIZE, and ompscan_U and
// ompscan_U16, an integer type that elements consist of and a vector of it.
//
// move-serial.cl moves a tile by one work-item, move-vector.cl by several for
// elements of 1, 2, 4 and 8 bytes, and move-group.cl for others. Each defines
//
//   ompscan_move_plan     the plan of a tile
//   ompscan_move_room     the type of the OMPSCAN_MOVE_ROOM elements of local
//                         memory
//   ompscan_plan_move     returns the plan, which all work-items share
//   ompscan_move_load     loads a tile, or starts to
//   ompscan_move_await    waits for all loads of the tile
//   ompscan_move_store    stores the tile
//
//===----------------------------------------------------------------------===//

/// `n` elements become `m`. `mirrored`: elements move to the end.
#define OMPSCAN_MOVE_PARAMETERS                                                \
  __global const ompscan_E *x, __global ompscan_E *out, const ulong n,         \
      const ulong m, const ulong width, const ulong from, const ulong to,      \
      const uint mirrored, const ompscan_E fill
#define OMPSCAN_MOVE_ARGUMENTS x, out, n, m, width, from, to, mirrored, fill

/// \returns the first element of the result in a tile, and below the number of
/// elements.
OMPSCAN_INLINE ulong ompscan_move_begin(OMPSCAN_MOVE_PARAMETERS,
                                        const ulong tile) {
  const ulong k = tile * OMPSCAN_TILE;
  if (!mirrored)
    return k;
  // The last tile need not be full.
  return (ulong)max((long)(m - k - OMPSCAN_TILE), 0l);
}
OMPSCAN_INLINE uint ompscan_move_count(const ulong m, const ulong tile) {
  return (uint)min(OMPSCAN_TILE, m - tile * OMPSCAN_TILE);
}

/// \returns the place to which element \p i of the array moves or, if it moves
/// nowhere, the place of the next one that does. It may lie outside of the
/// result.
OMPSCAN_INLINE long ompscan_move_place(OMPSCAN_MOVE_PARAMETERS, const ulong i) {
  if (!to)
    return (long)(i + from);
  const ulong row = i / from;
  return (long)(row * to + min(i - row * from, width));
}

#define OMPSCAN_MOVE_BY_VECTORS                                                \
  (OMPSCAN_GROUP > 1 &&                                                        \
   (OMPSCAN_ELEMENT_SIZE == 1 || OMPSCAN_ELEMENT_SIZE == 2 ||                  \
    OMPSCAN_ELEMENT_SIZE == 4 || OMPSCAN_ELEMENT_SIZE == 8))

#if !OMPSCAN_MOVE_BY_VECTORS

typedef struct {
  ulong begin; ///< of the result
  uint count;
} ompscan_move_plan;

typedef ompscan_E ompscan_move_room;
#define OMPSCAN_MOVE_ROOM OMPSCAN_TILE

OMPSCAN_INLINE ompscan_move_plan ompscan_plan_move(OMPSCAN_MOVE_PARAMETERS,
                                                   const ulong tile) {
  ompscan_move_plan p;
  p.begin = ompscan_move_begin(OMPSCAN_MOVE_ARGUMENTS, tile);
  p.count = ompscan_move_count(m, tile);
  return p;
}

#endif
