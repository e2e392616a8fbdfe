//===- move.cl - Regular sliding --------------------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements move by a formula, all towards one end of the array: rows of
// ompscan_width elements that lie ompscan_from apart get to lie ompscan_to
// apart, or (ompscan_to = 0) all elements move by ompscan_from, which wraps
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

/// ompscan_n elements become ompscan_m. Mirrored: elements move to the end.
#define OMPSCAN_MOVE_PARAMETERS                                                \
  __global const ompscan_E *ompscan_x, __global ompscan_E *ompscan_out,        \
      const ulong ompscan_n, const ulong ompscan_m, const ulong ompscan_width, \
      const ulong ompscan_from, const ulong ompscan_to,                        \
      const uint ompscan_mirrored, const ompscan_E ompscan_fill
#define OMPSCAN_MOVE_ARGUMENTS                                                 \
  ompscan_x, ompscan_out, ompscan_n, ompscan_m, ompscan_width, ompscan_from,   \
      ompscan_to, ompscan_mirrored, ompscan_fill

/// The first element of the result that a tile makes, and how many.
OMPSCAN_INLINE ulong ompscan_move_begin(OMPSCAN_MOVE_PARAMETERS,
                                        const ulong ompscan_tile) {
  const ulong ompscan_k = ompscan_tile * OMPSCAN_TILE;
  if (!ompscan_mirrored)
    return ompscan_k;
  // The last tile need not be full.
  return (ulong)max((long)(ompscan_m - ompscan_k - OMPSCAN_TILE), 0l);
}
OMPSCAN_INLINE uint ompscan_move_count(const ulong ompscan_m,
                                       const ulong ompscan_tile) {
  return (uint)min(OMPSCAN_TILE, ompscan_m - ompscan_tile * OMPSCAN_TILE);
}

/// Where element \p ompscan_i of the array moves to or, if it goes nowhere, the
/// next one that goes somewhere; it may lie outside of the result.
OMPSCAN_INLINE long ompscan_move_place(OMPSCAN_MOVE_PARAMETERS,
                                       const ulong ompscan_i) {
  if (!ompscan_to)
    return (long)(ompscan_i + ompscan_from);
  const ulong ompscan_row = ompscan_i / ompscan_from;
  return (long)(ompscan_row * ompscan_to +
                min(ompscan_i - ompscan_row * ompscan_from, ompscan_width));
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
                                                   const ulong ompscan_tile) {
  ompscan_move_plan ompscan_p;
  ompscan_p.begin = ompscan_move_begin(OMPSCAN_MOVE_ARGUMENTS, ompscan_tile);
  ompscan_p.count = ompscan_move_count(ompscan_m, ompscan_tile);
  return ompscan_p;
}

#endif
