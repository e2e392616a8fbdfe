//===- select.cl - Irregular sliding ----------------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements that are kept slide to the begin, in order; those that are not may
// go to an array of their own. The scan is one of counts, and its look-back is
// also what makes it safe in place: a tile stores only where tiles up to itself
// have loaded from, and a tile's count is seen only when its loads are over.
//
// How work-items share a tile is one subject a file (select-serial.cl,
// select-group.cl, select-warp.cl):
//
//   OMPSCAN_SELECT_VARIABLES, OMPSCAN_SELECT_LOCALS
//   ompscan_select_load()      loads a tile and answers how many are kept
//   ompscan_select_compact()   brings it to local memory, what is kept first
//   OMPSCAN_REST_PLACE(i, kept, count)   where element i of the rest is there
//
// The text in front (see docs/kernel-contract.md, "Primitives") defines
//
//   ompscan_E, ompscan_C     types of an element and of its companion
//   OMPSCAN_HAS_COMPANION    whether a companion array moves along
//   OMPSCAN_HAS_REST         whether elements that are not kept are stored, too
//   OMPSCAN_HAS_PREVIOUS     whether ompscan_keep() looks at the one before
//   OMPSCAN_HAS_LENGTHS      whether the length of the run that each element
//                            which is kept begins is stored; without a rest
//   OMPSCAN_IS_SCATTERED     whether ompscan_select_scatter() is wanted
//   uint ompscan_keep(x, previous, flags, k OMPSCAN_USER_ARGUMENTS)
//   OMPSCAN_USER_PARAMETERS, OMPSCAN_USER_ARGUMENTS
//
// The arrays of a selection begin with element ompscan_from, those of the rest
// with ompscan_rest_from, and there is room for ompscan_rest_count elements of
// it: a tile whose rest finds none stores nothing, nor do those behind it,
// since their rests have none either. ompscan_mirrored asks for the opposite
// selection from the end to the begin: what does not hold slides to the end
// then.
//
//===----------------------------------------------------------------------===//

/// With lengths, a companion is the place of an element in its tile.
/// `ompscan_borders` gets two words of each tile: how many runs begin in front
/// of it, and where the first one in it does, if any. There is room for
/// `ompscan_room` results; more are not stored.
#if OMPSCAN_HAS_LENGTHS
#define OMPSCAN_LENGTH_PARAMETERS                                              \
  , __global ulong *ompscan_lengths, __global ulong *ompscan_borders,          \
      const ulong ompscan_room
#define OMPSCAN_LENGTH_ARGUMENTS                                               \
  , ompscan_lengths, ompscan_borders, ompscan_room
#define OMPSCAN_NO_RUN (~0ul)
#else
#define OMPSCAN_LENGTH_PARAMETERS
#define OMPSCAN_LENGTH_ARGUMENTS
#endif

#define OMPSCAN_SELECT_ARRAYS                                                  \
  __global const ompscan_E *ompscan_x, __global ompscan_E *ompscan_out,        \
      __global ompscan_E *ompscan_rest, __global const ompscan_C *ompscan_y,   \
      __global ompscan_C *ompscan_y_out, __global ompscan_C *ompscan_y_rest,   \
      __global const uchar *ompscan_flags

/// What kernels are given, and what they begin with.
#define OMPSCAN_SELECTION_PARAMETERS                                           \
  OMPSCAN_SELECT_ARRAYS, const ulong ompscan_from,                             \
      const ulong ompscan_rest_from, const ulong ompscan_rest_count,           \
      const ulong ompscan_n OMPSCAN_USER_PARAMETERS OMPSCAN_LENGTH_PARAMETERS
#if OMPSCAN_HAS_REST
#define OMPSCAN_BEGIN_SELECTION(mirrored)                                      \
  const uint ompscan_mirrored = (mirrored);                                    \
  ompscan_x += ompscan_from;                                                   \
  ompscan_out += ompscan_from;                                                 \
  ompscan_rest += ompscan_rest_from;                                           \
  ompscan_y += OMPSCAN_HAS_COMPANION ? ompscan_from : 0;                       \
  ompscan_y_out += OMPSCAN_HAS_COMPANION ? ompscan_from : 0;                   \
  ompscan_y_rest += OMPSCAN_HAS_COMPANION ? ompscan_rest_from : 0;
#else
#define OMPSCAN_BEGIN_SELECTION(mirrored) const uint ompscan_mirrored = 0;
#endif

/// What they hand on.
#define OMPSCAN_SELECT_PARAMETERS                                              \
  OMPSCAN_SELECT_ARRAYS, const ulong ompscan_rest_count,                       \
      const uint ompscan_mirrored,                                             \
      const ulong ompscan_n OMPSCAN_USER_PARAMETERS OMPSCAN_LENGTH_PARAMETERS
#define OMPSCAN_SELECT_ARGUMENTS                                               \
  ompscan_x, ompscan_out, ompscan_rest, ompscan_y, ompscan_y_out,              \
      ompscan_y_rest, ompscan_flags, ompscan_rest_count, ompscan_mirrored,     \
      ompscan_n OMPSCAN_USER_ARGUMENTS OMPSCAN_LENGTH_ARGUMENTS

#if OMPSCAN_HAS_REST
#define OMPSCAN_AT(k) (ompscan_mirrored ? ompscan_n - 1 - (k) : (k))
#define OMPSCAN_REST_AT(k)                                                     \
  (ompscan_mirrored ? ompscan_rest_count - 1 - (k) : (k))
#define OMPSCAN_KEEPS(x, previous, k)                                          \
  (ompscan_mirrored ^                                                          \
   ompscan_keep(x, previous, ompscan_flags, k OMPSCAN_USER_ARGUMENTS))
#else
#define OMPSCAN_AT(k) (k)
#define OMPSCAN_KEEPS(x, previous, k)                                          \
  ompscan_keep(x, previous, ompscan_flags, k OMPSCAN_USER_ARGUMENTS)
#endif

#define OMPSCAN_COMPANIONS                                                     \
  (OMPSCAN_HAS_COMPANION || OMPSCAN_HAS_LENGTHS ? OMPSCAN_TILE : 1)

/// Elements of a tile.
OMPSCAN_INLINE uint ompscan_tile_count(const ulong ompscan_n,
                                       const ulong ompscan_tile) {
  return (uint)min(OMPSCAN_TILE, ompscan_n - ompscan_tile * OMPSCAN_TILE);
}
