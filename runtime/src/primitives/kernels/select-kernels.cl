//===- select-kernels.cl - The kernels of a selection ------ -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_HAS_LENGTHS

/// Stores the lengths of the runs that begin in a tile. The length of the last
/// one is not known yet: its entry holds the index of its first element.
OMPSCAN_INLINE void ompscan_store_lengths(
    const ulong tile, const ulong left, const uint kept, const uint stored,
    __local const ompscan_V *places OMPSCAN_LENGTH_PARAMETERS) {
  const ulong begin = tile * OMPSCAN_TILE;
  const uint first = OMPSCAN_GROUP == 1 ? 0 : (uint)get_local_id(0);
  for (uint i = first; i + 1 < kept && i < stored; i += OMPSCAN_GROUP)
    lengths[left + i] = (uint)places[i + 1] - (uint)places[i];
  if (first != 0)
    return;
  if (kept > 0 && stored == kept)
    lengths[left + kept - 1] = begin + places[kept - 1];
  borders[2 * tile] = left;
  borders[2 * tile + 1] = kept > 0 ? begin + places[0] : OMPSCAN_NO_RUN;
}

/// Completes the lengths of runs that are the last ones to begin in a tile.
OMPSCAN_KERNEL void ompscan_select_lengths(__global ulong *lengths,
                                           __global const ulong *borders,
                                           const ulong room, const ulong tiles,
                                           const ulong n,
                                           __global const ulong *total) {
  for (ulong tile = get_global_id(0); tile < tiles;
       tile += get_global_size(0)) {
    // The run that ends where the first one of this tile begins.
    const ulong run = borders[2 * tile] - 1;
    const ulong end = borders[2 * tile + 1];
    if (end != OMPSCAN_NO_RUN && run < room)
      lengths[run] = end - lengths[run];
  }
  const ulong last = *total - 1;
  if (get_global_id(0) == 0 && last < room)
    lengths[last] = n - lengths[last];
}

#endif // OMPSCAN_HAS_LENGTHS

/// Stores a tile, of which \p kept elements are kept behind \p left others,
/// from local memory.
OMPSCAN_INLINE void ompscan_select_store(OMPSCAN_SELECT_PARAMETERS,
                                         const ulong tile, const ulong left,
                                         const uint kept,
                                         __local const ompscan_E *items,
                                         __local const ompscan_V *values) {
  const ulong begin = tile * OMPSCAN_TILE;
  const uint count = (uint)OMPSCAN_TILE_LENGTH(n, tile);
  const uint first = OMPSCAN_GROUP == 1 ? 0 : (uint)get_local_id(0);
#if OMPSCAN_HAS_REJECTED
  if (begin - left + count - kept > rejected_count)
    return;
#endif
  // In place, with nothing dropped so far: all elements are in their places.
  if (out == x && left + kept == begin + count)
    return;
#if OMPSCAN_HAS_LENGTHS
  const uint stored = (uint)min((ulong)kept, room - min(left, room));
  ompscan_store_lengths(tile, left, kept, stored,
                        values OMPSCAN_LENGTH_ARGUMENTS);
#else
  const uint stored = kept;
#endif
  for (uint i = first; i < stored; i += OMPSCAN_GROUP)
    out[OMPSCAN_AT(left + i)] = items[i];
#if OMPSCAN_HAS_VALUES
  for (uint i = first; i < kept; i += OMPSCAN_GROUP)
    y_out[OMPSCAN_AT(left + i)] = values[i];
#endif
#if OMPSCAN_HAS_REJECTED
  for (uint i = first; i < count - kept; i += OMPSCAN_GROUP) {
    const ulong k = OMPSCAN_REJECTED_AT(begin - left + i);
    const uint place = OMPSCAN_REJECTED_PLACE(i, kept, count);
    rejected[k] = items[place];
#if OMPSCAN_HAS_VALUES
    y_rejected[k] = values[place];
#endif
  }
#endif
}

#if OMPSCAN_ALGORITHM == OMPSCAN_SINGLE_PASS

/// Stores the number of kept elements in `total[0]`. With OMPSCAN_HAS_REJECTED,
/// `total[1]` receives the number of elements stored (whole tiles, or all), and
/// `total[2]` how many of these are kept. One work-item of each tile calls it.
OMPSCAN_INLINE void ompscan_select_leave(__global ulong *total, const ulong n,
                                         const ulong rejected_count,
                                         const ulong tile, const ulong left,
                                         const uint kept) {
  const ulong begin = tile * OMPSCAN_TILE;
  const ulong end = begin + OMPSCAN_TILE_LENGTH(n, tile);
  if (end == n)
    total[0] = left + kept;
#if OMPSCAN_HAS_REJECTED
  // The first tile whose rejected elements do not fit, or else the last tile.
  const bool fits = end - left - kept <= rejected_count;
  if (fits ? end == n : begin - left <= rejected_count) {
    total[1] = fits ? end : begin;
    total[2] = left + (fits ? kept : 0);
  }
#endif
}

/// Defines a kernel that does the whole selection.
#define OMPSCAN_SELECT_SWEEP(name, is_mirrored)                                \
  OMPSCAN_KERNEL void name(                                                    \
      OMPSCAN_SELECTION_PARAMETERS, __global ulong *total,                     \
      __global volatile ulong *chain, const uint first, const uint epoch) {    \
    OMPSCAN_SELECT_VARIABLES                                                   \
    OMPSCAN_LEFT_VARIABLES                                                     \
    OMPSCAN_BEGIN_SELECTION(is_mirrored)                                       \
    OMPSCAN_SWEEP_TILE                                                         \
    if (get_local_id(0) == 0)                                                  \
      ompscan_select_leave(total, n, rejected_count, tile, left, kept);        \
    ompscan_select_store(OMPSCAN_SELECT_ARGUMENTS, tile, left, kept, items,    \
                         values);                                              \
  }
OMPSCAN_SELECT_SWEEP(ompscan_select, 0)

#if OMPSCAN_HAS_REJECTED

OMPSCAN_SELECT_SWEEP(ompscan_select_mirrored, 1)

/// Appends the rejected elements among the first \p end elements to the kept
/// elements, if \p total tells that exactly these have been stored.
OMPSCAN_KERNEL void
ompscan_select_append(__global ompscan_E *restrict out,
                      __global const ompscan_E *restrict rejected,
                      __global ompscan_V *restrict y_out,
                      __global const ompscan_V *restrict y_rejected,
                      __global const ulong *total, const ulong end) {
  if (total[1] != end)
    return;
  const ulong kept = total[0];
  // Groups store aligned tiles.
  const ulong tile = (kept / OMPSCAN_TILE + get_group_id(0)) * OMPSCAN_TILE;
  const ulong begin = max(tile, kept);
  const ulong stop = min(tile + OMPSCAN_TILE, kept + end - total[2]);
#pragma unroll 8
  for (ulong k = begin + get_local_id(0); k < stop; k += OMPSCAN_GROUP)
    out[k] = rejected[k - kept];
#if OMPSCAN_HAS_VALUES
#pragma unroll 8
  for (ulong k = begin + get_local_id(0); k < stop; k += OMPSCAN_GROUP)
    y_out[k] = y_rejected[k - kept];
#endif
}

#endif // OMPSCAN_HAS_REJECTED

#else // OMPSCAN_REDUCE_THEN_SCAN

/// 0, which the compiler does not know.
#define OMPSCAN_NONE (uint)(n >> 63)

/// Stores in `sums[g]` the number of elements kept of the tiles g, g + groups,
/// and so on.
OMPSCAN_KERNEL void ompscan_select_count(OMPSCAN_SELECTION_PARAMETERS,
                                         __global ulong *sums) {
  OMPSCAN_SELECT_VARIABLES
  OMPSCAN_BEGIN_SELECTION(0)
  ulong sum = 0;
  for (ulong tile = get_group_id(0); tile * OMPSCAN_TILE < n;
       tile += get_num_groups(0)) {
    sum += ompscan_select_load(OMPSCAN_SELECT_ARGUMENTS, tile, OMPSCAN_NONE,
                               OMPSCAN_SELECT_LOCALS);
    // Local memory is used again. A group of one work-item needs no barrier,
    // with which an assertion of PoCL 5.0 (createParallelRegionBefore) fails in
    // this loop.
#if OMPSCAN_GROUP > 1
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }
  if (get_local_id(0) == 0)
    sums[get_group_id(0)] = sum;
}

/// Stores every tile behind `sums[t]` others, the scanned sums. Not in place.
OMPSCAN_KERNEL void ompscan_select_place(OMPSCAN_SELECTION_PARAMETERS,
                                         __global const ulong *sums) {
  OMPSCAN_SELECT_VARIABLES
  OMPSCAN_BEGIN_SELECTION(0)
  const ulong tile = get_group_id(0);
  const uint kept = ompscan_select_load(OMPSCAN_SELECT_ARGUMENTS, tile,
                                        OMPSCAN_NONE, OMPSCAN_SELECT_LOCALS);
  ompscan_select_compact((uint)OMPSCAN_TILE_LENGTH(n, tile), kept,
                         OMPSCAN_SELECT_LOCALS);
  barrier(CLK_LOCAL_MEM_FENCE);
  ompscan_select_store(OMPSCAN_SELECT_ARGUMENTS, tile, sums[tile], kept, items,
                       values);
}

#endif // OMPSCAN_ALGORITHM
