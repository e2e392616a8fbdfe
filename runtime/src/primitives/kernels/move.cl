//===- move.cl - Regular sliding --------------------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements move by a formula, all towards one end of the array: rows of
// width elements that lie from apart get to lie to
// apart, or (to = 0) all elements move by from, which wraps
// around where it is negative. What no element moves to is filled.
//
// Tiles are cut from the result and numbered from the end that elements move
// to. In place, a tile loads, says so, and waits for those tiles only that have
// to load what it overwrites. Their numbers are smaller than its own.
//
// The text in front defines the type ompscan_E, OMPSCAN_ELEMENT_SIZE, and
// ompscan_U and ompscan_U16, a number that an element consists of and a vector
// of these.
//
// How a tile is moved is up to one of three files: move-serial.cl where one
// work-item does it, move-vector.cl for elements that vectors of 16 bytes are
// made of, and move-group.cl for others. Each defines
//
//   ompscan_move_plan     what a work-item needs to know of a tile
//   ompscan_move_room     of OMPSCAN_MOVE_ROOM of which local memory consists
//   ompscan_plan_move     makes the plan, which all work-items share
//   ompscan_move_load     loads a tile, or begins to
//   ompscan_move_await    ends when all loads of the tile are over
//   ompscan_move_store    stores it
//
//===----------------------------------------------------------------------===//

/// n elements become m. Mirrored: elements move to the end.
#define OMPSCAN_MOVE_PARAMETERS                                                \
  __global const ompscan_E *x, __global ompscan_E *out, const ulong n,         \
      const ulong m, const ulong width, const ulong from, const ulong to,      \
      const uint mirrored, const ompscan_E fill
#define OMPSCAN_MOVE_ARGUMENTS x, out, n, m, width, from, to, mirrored, fill

/// The first element of the result that a tile makes, and how many.
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

/// Where element \p i of the array moves to or, if it goes nowhere, the
/// next one that goes somewhere; it may lie outside of the result.
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
