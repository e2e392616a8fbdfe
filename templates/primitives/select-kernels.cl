//===- select-kernels.cl - The kernels of a selection ------ -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_HAS_LENGTHS

/// Stores the lengths of the runs that begin in a tile. That of the last one is
/// not known here: it gets the index of its first element for a while.
OMPSCAN_INLINE void ompscan_store_lengths(
    const ulong ompscan_tile, const ulong ompscan_left, const uint ompscan_kept,
    const uint ompscan_stored,
    __local const ompscan_C *ompscan_places OMPSCAN_LENGTH_PARAMETERS) {
  const ulong ompscan_begin = ompscan_tile * OMPSCAN_TILE;
  const uint ompscan_first = OMPSCAN_GROUP == 1 ? 0 : (uint)get_local_id(0);
  for (uint ompscan_i = ompscan_first;
       ompscan_i + 1 < ompscan_kept && ompscan_i < ompscan_stored;
       ompscan_i += OMPSCAN_GROUP)
    ompscan_lengths[ompscan_left + ompscan_i] =
        (uint)ompscan_places[ompscan_i + 1] - (uint)ompscan_places[ompscan_i];
  if (ompscan_first != 0)
    return;
  if (ompscan_kept > 0 && ompscan_stored == ompscan_kept)
    ompscan_lengths[ompscan_left + ompscan_kept - 1] =
        ompscan_begin + ompscan_places[ompscan_kept - 1];
  ompscan_borders[2 * ompscan_tile] = ompscan_left;
  ompscan_borders[2 * ompscan_tile + 1] =
      ompscan_kept > 0 ? ompscan_begin + ompscan_places[0] : OMPSCAN_NO_RUN;
}

/// Gives their lengths to the runs that are the last ones to begin in a tile.
OMPSCAN_KERNEL void ompscan_select_lengths(
    __global ulong *ompscan_lengths, __global const ulong *ompscan_borders,
    const ulong ompscan_room, const ulong ompscan_tiles, const ulong ompscan_n,
    __global const ulong *ompscan_total) {
  for (ulong ompscan_tile = get_global_id(0); ompscan_tile < ompscan_tiles;
       ompscan_tile += get_global_size(0)) {
    // The run that ends where the first one of this tile begins.
    const ulong ompscan_run = ompscan_borders[2 * ompscan_tile] - 1;
    const ulong ompscan_end = ompscan_borders[2 * ompscan_tile + 1];
    if (ompscan_end != OMPSCAN_NO_RUN && ompscan_run < ompscan_room)
      ompscan_lengths[ompscan_run] = ompscan_end - ompscan_lengths[ompscan_run];
  }
  const ulong ompscan_last = *ompscan_total - 1;
  if (get_global_id(0) == 0 && ompscan_last < ompscan_room)
    ompscan_lengths[ompscan_last] = ompscan_n - ompscan_lengths[ompscan_last];
}

#endif // OMPSCAN_HAS_LENGTHS

/// Stores a tile of which \p ompscan_kept elements are kept, behind
/// \p ompscan_left others, out of local memory.
OMPSCAN_INLINE void
ompscan_select_store(OMPSCAN_SELECT_PARAMETERS, const ulong ompscan_tile,
                     const ulong ompscan_left, const uint ompscan_kept,
                     __local const ompscan_E *ompscan_items,
                     __local const ompscan_C *ompscan_companions) {
  const ulong ompscan_begin = ompscan_tile * OMPSCAN_TILE;
  const uint ompscan_count = ompscan_tile_count(ompscan_n, ompscan_tile);
  const uint ompscan_first = OMPSCAN_GROUP == 1 ? 0 : (uint)get_local_id(0);
#if OMPSCAN_HAS_REST
  if (ompscan_begin - ompscan_left + ompscan_count - ompscan_kept >
      ompscan_rest_count)
    return;
#endif
  // In place and nothing dropped so far: all is where it belongs.
  if (ompscan_out == ompscan_x &&
      ompscan_left + ompscan_kept == ompscan_begin + ompscan_count)
    return;
#if OMPSCAN_HAS_LENGTHS
  const uint ompscan_stored = (uint)min(
      (ulong)ompscan_kept, ompscan_room - min(ompscan_left, ompscan_room));
  ompscan_store_lengths(ompscan_tile, ompscan_left, ompscan_kept,
                        ompscan_stored,
                        ompscan_companions OMPSCAN_LENGTH_ARGUMENTS);
#else
  const uint ompscan_stored = ompscan_kept;
#endif
  for (uint ompscan_i = ompscan_first; ompscan_i < ompscan_stored;
       ompscan_i += OMPSCAN_GROUP)
    ompscan_out[OMPSCAN_AT(ompscan_left + ompscan_i)] =
        ompscan_items[ompscan_i];
#if OMPSCAN_HAS_COMPANION
  for (uint ompscan_i = ompscan_first; ompscan_i < ompscan_kept;
       ompscan_i += OMPSCAN_GROUP)
    ompscan_y_out[OMPSCAN_AT(ompscan_left + ompscan_i)] =
        ompscan_companions[ompscan_i];
#endif
#if OMPSCAN_HAS_REST
  for (uint ompscan_i = ompscan_first; ompscan_i < ompscan_count - ompscan_kept;
       ompscan_i += OMPSCAN_GROUP) {
    const ulong ompscan_k =
        OMPSCAN_REST_AT(ompscan_begin - ompscan_left + ompscan_i);
    const uint ompscan_place =
        OMPSCAN_REST_PLACE(ompscan_i, ompscan_kept, ompscan_count);
    ompscan_rest[ompscan_k] = ompscan_items[ompscan_place];
#if OMPSCAN_HAS_COMPANION
    ompscan_y_rest[ompscan_k] = ompscan_companions[ompscan_place];
#endif
  }
#endif
}

#if OMPSCAN_ALGORITHM == OMPSCAN_SINGLE_PASS

/// Leaves in \p ompscan_total how many elements are kept; where there is a rest
/// also how many have been stored (a number of tiles, or all), and how many of
/// those are kept. One work-item of each tile calls it.
OMPSCAN_INLINE void
ompscan_select_leave(__global ulong *ompscan_total, const ulong ompscan_n,
                     const ulong ompscan_rest_count, const ulong ompscan_tile,
                     const ulong ompscan_left, const uint ompscan_kept) {
  const ulong ompscan_begin = ompscan_tile * OMPSCAN_TILE;
  const ulong ompscan_end =
      ompscan_begin + ompscan_tile_count(ompscan_n, ompscan_tile);
  if (ompscan_end == ompscan_n)
    ompscan_total[0] = ompscan_left + ompscan_kept;
#if OMPSCAN_HAS_REST
  // The first tile without room for its rest, or else the last tile.
  const bool ompscan_fits =
      ompscan_end - ompscan_left - ompscan_kept <= ompscan_rest_count;
  if (ompscan_fits ? ompscan_end == ompscan_n
                   : ompscan_begin - ompscan_left <= ompscan_rest_count) {
    ompscan_total[1] = ompscan_fits ? ompscan_end : ompscan_begin;
    ompscan_total[2] = ompscan_left + (ompscan_fits ? ompscan_kept : 0);
  }
#endif
}

/// The whole selection.
#define OMPSCAN_SELECT_SWEEP(name, mirrored)                                   \
  OMPSCAN_KERNEL void name(                                                    \
      OMPSCAN_SELECTION_PARAMETERS, __global ulong *ompscan_total,             \
      __global volatile ulong *ompscan_chain, const uint ompscan_first,        \
      const uint ompscan_epoch) {                                              \
    OMPSCAN_SELECT_VARIABLES                                                   \
    OMPSCAN_LEFT_VARIABLES                                                     \
    OMPSCAN_BEGIN_SELECTION(mirrored)                                          \
    const ulong ompscan_tile = OMPSCAN_TAKE_TILE();                            \
    /* An epoch has 30 bits. */                                                \
    const uint ompscan_kept =                                                  \
        ompscan_select_load(OMPSCAN_SELECT_ARGUMENTS, ompscan_tile,            \
                            ompscan_epoch >> 30, OMPSCAN_SELECT_LOCALS);       \
    OMPSCAN_PUBLISH_COUNT(ompscan_tile, ompscan_kept);                         \
    ompscan_select_compact(OMPSCAN_SELECT_ARGUMENTS, ompscan_tile,             \
                           ompscan_kept, OMPSCAN_SELECT_LOCALS);               \
    /* Its barriers also stand between local memory's being filled and         \
       read. */                                                                \
    const ulong ompscan_left = OMPSCAN_FIND_LEFT(ompscan_tile, ompscan_kept);  \
    if (get_local_id(0) == 0)                                                  \
      ompscan_select_leave(ompscan_total, ompscan_n, ompscan_rest_count,       \
                           ompscan_tile, ompscan_left, ompscan_kept);          \
    ompscan_select_store(OMPSCAN_SELECT_ARGUMENTS, ompscan_tile, ompscan_left, \
                         ompscan_kept, ompscan_items, ompscan_companions);     \
  }
OMPSCAN_SELECT_SWEEP(ompscan_select, 0)

#if OMPSCAN_HAS_REST

OMPSCAN_SELECT_SWEEP(ompscan_select_mirrored, 1)

/// Puts the rest of the first \p ompscan_end elements behind all that are kept,
/// if \p ompscan_total says that just those have been stored.
OMPSCAN_KERNEL void
ompscan_select_append(__global ompscan_E *restrict ompscan_out,
                      __global const ompscan_E *restrict ompscan_rest,
                      __global ompscan_C *restrict ompscan_y_out,
                      __global const ompscan_C *restrict ompscan_y_rest,
                      __global const ulong *ompscan_total,
                      const ulong ompscan_end) {
  if (ompscan_total[1] != ompscan_end)
    return;
  const ulong ompscan_kept = ompscan_total[0];
  // Groups store aligned tiles.
  const ulong ompscan_tile =
      (ompscan_kept / OMPSCAN_TILE + get_group_id(0)) * OMPSCAN_TILE;
  const ulong ompscan_begin = max(ompscan_tile, ompscan_kept);
  const ulong ompscan_stop = min(ompscan_tile + OMPSCAN_TILE,
                                 ompscan_kept + ompscan_end - ompscan_total[2]);
#pragma unroll 8
  for (ulong ompscan_k = ompscan_begin + get_local_id(0);
       ompscan_k < ompscan_stop; ompscan_k += OMPSCAN_GROUP)
    ompscan_out[ompscan_k] = ompscan_rest[ompscan_k - ompscan_kept];
#if OMPSCAN_HAS_COMPANION
#pragma unroll 8
  for (ulong ompscan_k = ompscan_begin + get_local_id(0);
       ompscan_k < ompscan_stop; ompscan_k += OMPSCAN_GROUP)
    ompscan_y_out[ompscan_k] = ompscan_y_rest[ompscan_k - ompscan_kept];
#endif
}

#endif // OMPSCAN_HAS_REST

#else // OMPSCAN_REDUCE_THEN_SCAN

/// 0, which the compiler does not know.
#define OMPSCAN_NONE (uint)(ompscan_n >> 63)

/// Stores in `ompscan_sums[g]` how many elements are kept of tile g and of
/// those that lie a multiple of the number of groups behind it.
OMPSCAN_KERNEL void ompscan_select_count(OMPSCAN_SELECTION_PARAMETERS,
                                         __global ulong *ompscan_sums) {
  OMPSCAN_SELECT_VARIABLES
  OMPSCAN_BEGIN_SELECTION(0)
  ulong ompscan_sum = 0;
  for (ulong ompscan_tile = get_group_id(0);
       ompscan_tile * OMPSCAN_TILE < ompscan_n;
       ompscan_tile += get_num_groups(0)) {
    ompscan_sum += ompscan_select_load(OMPSCAN_SELECT_ARGUMENTS, ompscan_tile,
                                       OMPSCAN_NONE, OMPSCAN_SELECT_LOCALS);
    // Local memory is used again. Not where a work-item is by itself: an
    // assertion of PoCL 5.0 (createParallelRegionBefore) stops this loop's
    // compilation there, with this barrier.
#if OMPSCAN_GROUP > 1
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }
  if (get_local_id(0) == 0)
    ompscan_sums[get_group_id(0)] = ompscan_sum;
}

/// Stores every tile behind `ompscan_sums[t]` others, the scanned sums. The
/// result is not the array that is read.
OMPSCAN_KERNEL void ompscan_select_place(OMPSCAN_SELECTION_PARAMETERS,
                                         __global const ulong *ompscan_sums) {
  OMPSCAN_SELECT_VARIABLES
  OMPSCAN_BEGIN_SELECTION(0)
  const ulong ompscan_tile = get_group_id(0);
  const uint ompscan_kept =
      ompscan_select_load(OMPSCAN_SELECT_ARGUMENTS, ompscan_tile, OMPSCAN_NONE,
                          OMPSCAN_SELECT_LOCALS);
  ompscan_select_compact(OMPSCAN_SELECT_ARGUMENTS, ompscan_tile, ompscan_kept,
                         OMPSCAN_SELECT_LOCALS);
  barrier(CLK_LOCAL_MEM_FENCE);
  ompscan_select_store(OMPSCAN_SELECT_ARGUMENTS, ompscan_tile,
                       ompscan_sums[ompscan_tile], ompscan_kept, ompscan_items,
                       ompscan_companions);
}

#if OMPSCAN_IS_SCATTERED

/// The same without local memory for elements: each work-item stores what it
/// keeps where it belongs.
OMPSCAN_KERNEL void ompscan_select_scatter(OMPSCAN_SELECTION_PARAMETERS,
                                           __global const ulong *ompscan_sums) {
  __local OMPSCAN_GROUP_NUMBERS(ompscan_numbers);
  const ulong ompscan_tile = get_group_id(0);
  const ulong ompscan_begin = ompscan_tile * OMPSCAN_TILE;
  const uint ompscan_count = ompscan_tile_count(ompscan_n, ompscan_tile);
  ulong ompscan_left = ompscan_sums[ompscan_tile];
  for (uint ompscan_row = 0; ompscan_row < ompscan_count;
       ompscan_row += OMPSCAN_GROUP) {
    const uint ompscan_i =
        min(ompscan_row + (uint)get_local_id(0), ompscan_count - 1);
    const ompscan_E ompscan_e = ompscan_x[ompscan_begin + ompscan_i];
    const uint ompscan_keeps =
        ompscan_i == ompscan_row + (uint)get_local_id(0) &&
        OMPSCAN_KEEPS(ompscan_e, ompscan_e, ompscan_begin + ompscan_i);
    ompscan_T ompscan_all;
    const ompscan_T ompscan_rank =
        ompscan_scan_group(ompscan_keeps, ompscan_numbers, &ompscan_all);
    if (ompscan_keeps)
      ompscan_out[ompscan_left + ompscan_rank] = ompscan_e;
    ompscan_left += ompscan_all;
  }
}

#endif // OMPSCAN_IS_SCATTERED

#endif // OMPSCAN_ALGORITHM
