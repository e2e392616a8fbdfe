//===- selection-kernels.cl - The kernels of a selection --- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// Stores a tile of which \p ompscan_kept iterations are kept, behind
/// \p ompscan_left others, out of local memory.
OMPSCAN_INLINE void
ompscan_selection_store(OMPSCAN_PARAMETERS, const ulong ompscan_n,
                        const ulong ompscan_tile, const ulong ompscan_left,
                        const uint ompscan_kept,
                        __local const ompscan_moved *ompscan_items) {
  const uint ompscan_count = ompscan_tile_count(ompscan_n, ompscan_tile);
  const ulong ompscan_end = ompscan_tile * OMPSCAN_TILE + ompscan_count;
  const uint ompscan_first = OMPSCAN_GROUP == 1 ? 0 : (uint)get_local_id(0);
  if (ompscan_first == 0 && ompscan_end == ompscan_n)
    ompscan_leave(OMPSCAN_ARGUMENTS, ompscan_left + ompscan_kept);
#if OMPSCAN_MAY_STAY
  // Nothing dropped so far: all is where it belongs.
  if (ompscan_left + ompscan_kept == ompscan_end &&
      ompscan_stays(OMPSCAN_ARGUMENTS))
    return;
#endif
#pragma unroll 4
  for (uint ompscan_i = ompscan_first; ompscan_i < ompscan_kept;
       ompscan_i += OMPSCAN_GROUP)
    ompscan_put_0(OMPSCAN_ARGUMENTS, ompscan_left + ompscan_i,
                  ompscan_items[ompscan_i]);
#if OMPSCAN_HAS_REST
  const ulong ompscan_rest = ompscan_tile * OMPSCAN_TILE - ompscan_left;
#pragma unroll 4
  for (uint ompscan_i = ompscan_first; ompscan_i < ompscan_count - ompscan_kept;
       ompscan_i += OMPSCAN_GROUP)
    ompscan_put_1(OMPSCAN_ARGUMENTS, ompscan_rest + ompscan_i,
                  ompscan_items[OMPSCAN_REST_PLACE(ompscan_i, ompscan_kept,
                                                   ompscan_count)]);
#endif
}

#if OMPSCAN_ALGORITHM == OMPSCAN_SINGLE_PASS

/// \p ompscan_first is the number on the ticket of tile 0.
OMPSCAN_KERNEL void ompscan_scan(OMPSCAN_PARAMETERS, const ulong ompscan_n,
                                 __global volatile ulong *ompscan_chain,
                                 const uint ompscan_first,
                                 const uint ompscan_epoch) {
  OMPSCAN_SELECTION_VARIABLES
  OMPSCAN_LEFT_VARIABLES
  const ulong ompscan_tile = OMPSCAN_TAKE_TILE();
  // An epoch has 30 bits.
  const uint ompscan_kept =
      ompscan_selection_load(OMPSCAN_ARGUMENTS, ompscan_n, ompscan_tile,
                             ompscan_epoch >> 30, OMPSCAN_SELECTION_LOCALS);
  OMPSCAN_PUBLISH_COUNT(ompscan_tile, (ompscan_T)ompscan_kept);
  ompscan_selection_compact(ompscan_tile_count(ompscan_n, ompscan_tile),
                            ompscan_kept, OMPSCAN_SELECTION_LOCALS);
  // Its barriers also stand between local memory's being filled and read.
  const ompscan_T ompscan_left =
      OMPSCAN_FIND_LEFT(ompscan_tile, (ompscan_T)ompscan_kept);
  ompscan_selection_store(OMPSCAN_ARGUMENTS, ompscan_n, ompscan_tile,
                          (ulong)ompscan_left, ompscan_kept, ompscan_items);
}

#else // OMPSCAN_REDUCE_THEN_SCAN

OMPSCAN_KERNEL void ompscan_reduce_tiles(OMPSCAN_PARAMETERS,
                                         const ulong ompscan_n,
                                         __global ompscan_T *ompscan_sums) {
  OMPSCAN_SELECTION_VARIABLES
  const ulong ompscan_tile = get_group_id(0);
  const uint ompscan_kept = ompscan_selection_load(
      OMPSCAN_ARGUMENTS, ompscan_n, ompscan_tile, 0u, OMPSCAN_SELECTION_LOCALS);
  if (get_local_id(0) == 0)
    ompscan_sums[ompscan_tile] = (ompscan_T)ompscan_kept;
}

#if OMPSCAN_STAGES
#define OMPSCAN_STAGE_PARAMETERS                                               \
  , __global ompscan_moved *ompscan_stage, const ulong ompscan_first_tile
#define OMPSCAN_FIRST_TILE ompscan_first_tile

/// How many are kept in front of \p ompscan_tile.
OMPSCAN_INLINE ulong ompscan_kept_before(__global const ompscan_T *ompscan_sums,
                                         const ulong ompscan_tile) {
  return ompscan_tile > 0 ? (ulong)ompscan_sums[ompscan_tile - 1] : 0;
}

/// Iterations of the tiles from \p ompscan_first_tile on, one a work-group.
OMPSCAN_INLINE ulong ompscan_staged_count(const ulong ompscan_n,
                                          const ulong ompscan_first_tile) {
  return min(get_num_groups(0) * OMPSCAN_TILE,
             ompscan_n - ompscan_first_tile * OMPSCAN_TILE);
}
#else
#define OMPSCAN_STAGE_PARAMETERS
#define OMPSCAN_FIRST_TILE 0
#endif

/// Leaves the total in the last entry of \p ompscan_sums, which no other tile
/// looks at.
OMPSCAN_KERNEL void ompscan_finish_tiles(
    OMPSCAN_PARAMETERS, const ulong ompscan_n,
    __global ompscan_T *ompscan_sums OMPSCAN_STAGE_PARAMETERS) {
  OMPSCAN_SELECTION_VARIABLES
  const ulong ompscan_tile = OMPSCAN_FIRST_TILE + get_group_id(0);
  const uint ompscan_kept = ompscan_selection_load(
      OMPSCAN_ARGUMENTS, ompscan_n, ompscan_tile, 0u, OMPSCAN_SELECTION_LOCALS);
  const uint ompscan_count = ompscan_tile_count(ompscan_n, ompscan_tile);
  ompscan_selection_compact(ompscan_count, ompscan_kept,
                            OMPSCAN_SELECTION_LOCALS);
  barrier(CLK_LOCAL_MEM_FENCE);
  const ompscan_T ompscan_left =
      ompscan_tile > 0 ? ompscan_sums[ompscan_tile - 1] : 0;
#if OMPSCAN_STAGES
  if (get_local_id(0) == 0 &&
      ompscan_tile * OMPSCAN_TILE + ompscan_count == ompscan_n)
    ompscan_sums[ompscan_tile] = (ompscan_T)(ompscan_left + ompscan_kept);
  const uint ompscan_first = OMPSCAN_GROUP == 1 ? 0 : (uint)get_local_id(0);
  const ulong ompscan_place =
      (ulong)ompscan_left -
      ompscan_kept_before(ompscan_sums, ompscan_first_tile);
  for (uint ompscan_i = ompscan_first; ompscan_i < ompscan_kept;
       ompscan_i += OMPSCAN_GROUP)
    ompscan_stage[ompscan_place + ompscan_i] = ompscan_items[ompscan_i];
#if OMPSCAN_HAS_REST
  // From the end: how much is kept in all need not be known.
  const ulong ompscan_last =
      ompscan_staged_count(ompscan_n, ompscan_first_tile) - 1 -
      (get_group_id(0) * OMPSCAN_TILE - ompscan_place);
  for (uint ompscan_i = ompscan_first; ompscan_i < ompscan_count - ompscan_kept;
       ompscan_i += OMPSCAN_GROUP)
    ompscan_stage[ompscan_last - ompscan_i] = ompscan_items[OMPSCAN_REST_PLACE(
        ompscan_i, ompscan_kept, ompscan_count)];
#endif
#else
  ompscan_selection_store(OMPSCAN_ARGUMENTS, ompscan_n, ompscan_tile,
                          (ulong)ompscan_left, ompscan_kept, ompscan_items);
#endif
}

#if OMPSCAN_STAGES

/// Stores what has been staged of as many tiles as there are work-groups, which
/// have tiles of it.
OMPSCAN_KERNEL void
ompscan_put_tiles(OMPSCAN_PARAMETERS, const ulong ompscan_n,
                  __global const ompscan_T *ompscan_sums,
                  __global const ompscan_moved *ompscan_stage,
                  const ulong ompscan_first_tile) {
  const ulong ompscan_left =
      ompscan_kept_before(ompscan_sums, ompscan_first_tile);
  const ulong ompscan_total =
      ompscan_kept_before(ompscan_sums, ompscan_first_tile + get_num_groups(0));
  const ulong ompscan_kept = ompscan_total - ompscan_left;
  const ulong ompscan_staged =
      ompscan_staged_count(ompscan_n, ompscan_first_tile);
  const ulong ompscan_begin = get_group_id(0) * OMPSCAN_TILE;
  const ulong ompscan_end =
      min(ompscan_begin + OMPSCAN_TILE,
          OMPSCAN_HAS_REST ? ompscan_staged : ompscan_kept);
  if (get_global_id(0) == 0)
    ompscan_leave(OMPSCAN_ARGUMENTS, ompscan_total);
  for (ulong ompscan_i = ompscan_begin + get_local_id(0);
       ompscan_i < ompscan_end; ompscan_i += OMPSCAN_GROUP) {
#if OMPSCAN_HAS_REST
    if (ompscan_i >= ompscan_kept) {
      ompscan_put_1(OMPSCAN_ARGUMENTS,
                    ompscan_first_tile * OMPSCAN_TILE - ompscan_left +
                        ompscan_staged - 1 - ompscan_i,
                    ompscan_stage[ompscan_i]);
      continue;
    }
#endif
    ompscan_put_0(OMPSCAN_ARGUMENTS, ompscan_left + ompscan_i,
                  ompscan_stage[ompscan_i]);
  }
}

#endif // OMPSCAN_STAGES

#endif // OMPSCAN_ALGORITHM
