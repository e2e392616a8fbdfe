//===- group-tile.cl - A tile by a work-group -------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How a work-group scans a tile with nothing but local memory and barriers. The
// interface is that of warp-tile.cl. Every work-item has one run of neighbours,
// a row in local memory; what it loads and stores is striped over the group.
//
//===----------------------------------------------------------------------===//

#if !OMPSCAN_PTX && OMPSCAN_GROUP > 1

/// All work-items know a tile's total and need its prefix.
#define OMPSCAN_IS_LEADER true

#define OMPSCAN_PITCH OMPSCAN_PITCH_OF(OMPSCAN_ITEMS)
/// Where element i of a tile lies.
#define OMPSCAN_PLACE(i)                                                       \
  ((i) / (OMPSCAN_ITEMS) * OMPSCAN_PITCH + (i) % (OMPSCAN_ITEMS))

#define OMPSCAN_TILE_VARIABLES                                                 \
  ompscan_T ompscan_x[OMPSCAN_ITEMS];                                          \
  __local ompscan_T ompscan_rows[(OMPSCAN_GROUP) * OMPSCAN_PITCH];             \
  __local ompscan_T ompscan_totals[2 * (OMPSCAN_GROUP)];
#define OMPSCAN_TILE_PARAMETERS                                                \
  ompscan_T *ompscan_x, __local ompscan_T *ompscan_rows,                       \
      __local ompscan_T *ompscan_totals
#define OMPSCAN_TILE_ARGUMENTS ompscan_x, ompscan_rows, ompscan_totals

/// Loads and scans the runs of a tile. Every work-item is told the total and,
/// unless it is the first, the total of the runs before its own. Beyond the end
/// of the loop the last element is repeated.
OMPSCAN_INLINE ompscan_T ompscan_tile_total(OMPSCAN_PARAMETERS,
                                            const ulong ompscan_n,
                                            const ulong ompscan_tile,
                                            ompscan_T *ompscan_before,
                                            OMPSCAN_TILE_PARAMETERS) {
  const uint ompscan_lane = (uint)get_local_id(0);
  const ulong ompscan_begin = ompscan_tile * OMPSCAN_TILE;
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < (OMPSCAN_ITEMS); ++ompscan_j) {
    const uint ompscan_i = ompscan_j * (OMPSCAN_GROUP) + ompscan_lane;
    ompscan_rows[OMPSCAN_PLACE(ompscan_i)] = ompscan_input(
        OMPSCAN_ARGUMENTS, min(ompscan_begin + ompscan_i, ompscan_n - 1));
  }
  // In global memory as well: a loop may store what it has loaded, and the last
  // element was perhaps loaded by many.
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  ompscan_x[0] = ompscan_rows[ompscan_lane * OMPSCAN_PITCH];
#pragma unroll
  for (uint ompscan_j = 1; ompscan_j < (OMPSCAN_ITEMS); ++ompscan_j)
    ompscan_x[ompscan_j] =
        ompscan_combine(ompscan_x[ompscan_j - 1],
                        ompscan_rows[ompscan_lane * OMPSCAN_PITCH + ompscan_j]);

  ompscan_T ompscan_total = ompscan_x[(OMPSCAN_ITEMS)-1];
  ompscan_totals[ompscan_lane] = ompscan_total;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint ompscan_from = 0;
  for (uint ompscan_d = 1; ompscan_d < (OMPSCAN_GROUP); ompscan_d *= 2) {
    if (ompscan_lane >= ompscan_d)
      ompscan_total = ompscan_combine(
          ompscan_totals[ompscan_from + ompscan_lane - ompscan_d],
          ompscan_total);
    ompscan_from = (OMPSCAN_GROUP)-ompscan_from;
    ompscan_totals[ompscan_from + ompscan_lane] = ompscan_total;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (ompscan_lane > 0)
    *ompscan_before = ompscan_totals[ompscan_from + ompscan_lane - 1];
  return ompscan_totals[ompscan_from + (OMPSCAN_GROUP)-1];
}

/// Combines \p ompscan_prefix into the tile and stores it.
OMPSCAN_INLINE void
ompscan_tile_finish(OMPSCAN_PARAMETERS, const ulong ompscan_n,
                    const ulong ompscan_tile, const ompscan_T ompscan_prefix,
                    const ompscan_T ompscan_before, OMPSCAN_TILE_PARAMETERS) {
  const uint ompscan_lane = (uint)get_local_id(0);
  const ulong ompscan_begin = ompscan_tile * OMPSCAN_TILE;
  const bool ompscan_has_prefix = OMPSCAN_HAS_LEFT(ompscan_tile);
  ompscan_T ompscan_left = ompscan_prefix;
  if (ompscan_lane > 0)
    ompscan_left = ompscan_has_prefix
                       ? ompscan_combine(ompscan_prefix, ompscan_before)
                       : ompscan_before;
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < (OMPSCAN_ITEMS); ++ompscan_j)
    ompscan_rows[ompscan_lane * OMPSCAN_PITCH + ompscan_j] =
        ompscan_has_prefix || ompscan_lane > 0
            ? ompscan_combine(ompscan_left, ompscan_x[ompscan_j])
            : ompscan_x[ompscan_j];
  barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < (OMPSCAN_ITEMS); ++ompscan_j) {
    const uint ompscan_i = ompscan_j * (OMPSCAN_GROUP) + ompscan_lane;
    const ulong ompscan_k = ompscan_begin + ompscan_i;
    if (ompscan_k < ompscan_n) {
      const ompscan_T ompscan_after = ompscan_rows[OMPSCAN_PLACE(ompscan_i)];
#if OMPSCAN_USES_BEFORE
      ompscan_output(OMPSCAN_ARGUMENTS, ompscan_k,
                     ompscan_i ? ompscan_rows[OMPSCAN_PLACE(ompscan_i - 1)]
                               : ompscan_prefix,
                     ompscan_after);
#else
      ompscan_output(OMPSCAN_ARGUMENTS, ompscan_k, ompscan_after,
                     ompscan_after);
#endif
    }
  }
}

#endif // !OMPSCAN_PTX && OMPSCAN_GROUP
