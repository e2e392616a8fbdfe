//===- selection-kernels.cl - The kernels of a selection --- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// Stores a tile, of which \p kept iterations are kept after \p left others,
/// from local memory.
OMPSCAN_INLINE void
ompscan_selection_store(OMPSCAN_PARAMETERS, const ulong n, const ulong tile,
                        const ulong left, const uint kept,
                        __local const ompscan_moved *items) {
  const uint count = (uint)OMPSCAN_TILE_LENGTH(n, tile);
  const ulong end = tile * OMPSCAN_TILE + count;
  const uint first = OMPSCAN_GROUP == 1 ? 0 : (uint)get_local_id(0);
  if (first == 0 && end == n)
    ompscan_leave(OMPSCAN_ARGUMENTS, left + kept);
#if OMPSCAN_MAY_STAY
  // Nothing has been dropped so far: all items are in their places.
  if (left + kept == end && ompscan_stays(OMPSCAN_ARGUMENTS))
    return;
#endif
#pragma unroll 4
  for (uint i = first; i < kept; i += OMPSCAN_GROUP)
    ompscan_put_0(OMPSCAN_ARGUMENTS, left + i, items[i]);
#if OMPSCAN_HAS_REJECTED
  const ulong rejected = tile * OMPSCAN_TILE - left;
#pragma unroll 4
  for (uint i = first; i < count - kept; i += OMPSCAN_GROUP)
    ompscan_put_1(OMPSCAN_ARGUMENTS, rejected + i,
                  items[OMPSCAN_REJECTED_PLACE(i, kept, count)]);
#endif
}

#if OMPSCAN_NATIVE

/// The work of the host on a tile (native-scan.cl): it loads the tile and
/// counts what it keeps, and stores that when its place is known.
OMPSCAN_KERNEL void ompscan_tile_total(OMPSCAN_SELECT_PARAMETERS) {
  OMPSCAN_SELECT_VARIABLES
  *(ompscan_T *)OMPSCAN_TASK->value = (ompscan_T)ompscan_select_load(
      OMPSCAN_SELECT_ARGUMENTS, get_group_id(0), 0u, OMPSCAN_SELECT_LOCALS);
}

OMPSCAN_KERNEL void ompscan_tile_scan(OMPSCAN_SELECT_PARAMETERS) {
  OMPSCAN_SELECT_VARIABLES
  ompscan_selection_store(
      OMPSCAN_SELECT_ARGUMENTS, get_group_id(0), OMPSCAN_TASK->left,
      (uint) * (const ompscan_T *)OMPSCAN_TASK->value, items);
}

#elif OMPSCAN_ALGORITHM == OMPSCAN_SINGLE_PASS

OMPSCAN_KERNEL void ompscan_scan(OMPSCAN_SELECT_PARAMETERS,
                                 __global volatile ulong *chain,
                                 const uint first, const uint epoch) {
  OMPSCAN_SELECT_VARIABLES
  OMPSCAN_LEFT_VARIABLES
  OMPSCAN_SWEEP_TILE
  ompscan_selection_store(OMPSCAN_ARGUMENTS, n, tile, left, kept, items);
}

#else // OMPSCAN_REDUCE_THEN_SCAN

OMPSCAN_KERNEL void ompscan_reduce_tiles(OMPSCAN_PARAMETERS, const ulong n,
                                         __global ompscan_T *sums) {
  OMPSCAN_SELECT_VARIABLES
  const ulong tile = get_group_id(0);
  const uint kept = ompscan_select_load(OMPSCAN_ARGUMENTS, n, tile, 0u,
                                        OMPSCAN_SELECT_LOCALS);
  if (get_local_id(0) == 0)
    sums[tile] = (ompscan_T)kept;
}

#if OMPSCAN_STAGES
#define OMPSCAN_STAGE_PARAMETERS                                               \
  , __global ompscan_moved *stage, const ulong first_tile
#define OMPSCAN_FIRST_TILE first_tile

/// \returns the number of iterations kept in front of \p tile.
OMPSCAN_INLINE ulong ompscan_kept_before(__global const ompscan_T *sums,
                                         const ulong tile) {
  return tile > 0 ? (ulong)sums[tile - 1] : 0;
}

/// \returns the number of iterations of the tiles from \p first_tile on, one
/// per work-group.
OMPSCAN_INLINE ulong ompscan_staged_count(const ulong n,
                                          const ulong first_tile) {
  return min(get_num_groups(0) * OMPSCAN_TILE, n - first_tile * OMPSCAN_TILE);
}
#else
#define OMPSCAN_STAGE_PARAMETERS
#define OMPSCAN_FIRST_TILE 0
#endif

/// Stores the total in the last entry of \p sums, which no other tile reads.
OMPSCAN_KERNEL void
ompscan_finish_tiles(OMPSCAN_PARAMETERS, const ulong n,
                     __global ompscan_T *sums OMPSCAN_STAGE_PARAMETERS) {
  OMPSCAN_SELECT_VARIABLES
  const ulong tile = OMPSCAN_FIRST_TILE + get_group_id(0);
  const uint kept = ompscan_select_load(OMPSCAN_ARGUMENTS, n, tile, 0u,
                                        OMPSCAN_SELECT_LOCALS);
  const uint count = (uint)OMPSCAN_TILE_LENGTH(n, tile);
  ompscan_select_compact(count, kept, OMPSCAN_SELECT_LOCALS);
  barrier(CLK_LOCAL_MEM_FENCE);
  const ompscan_T left = tile > 0 ? sums[tile - 1] : 0;
#if OMPSCAN_STAGES
  if (get_local_id(0) == 0 && tile * OMPSCAN_TILE + count == n)
    sums[tile] = (ompscan_T)(left + kept);
  const uint first = OMPSCAN_GROUP == 1 ? 0 : (uint)get_local_id(0);
  const ulong place = (ulong)left - ompscan_kept_before(sums, first_tile);
  for (uint i = first; i < kept; i += OMPSCAN_GROUP)
    stage[place + i] = items[i];
#if OMPSCAN_HAS_REJECTED
  // From the end, since the number of all kept iterations is not known.
  const ulong last = ompscan_staged_count(n, first_tile) - 1 -
                     (get_group_id(0) * OMPSCAN_TILE - place);
  for (uint i = first; i < count - kept; i += OMPSCAN_GROUP)
    stage[last - i] = items[OMPSCAN_REJECTED_PLACE(i, kept, count)];
#endif
#else
  ompscan_selection_store(OMPSCAN_ARGUMENTS, n, tile, (ulong)left, kept, items);
#endif
}

#if OMPSCAN_STAGES

/// Stores the staged items of as many tiles as there are work-groups.
OMPSCAN_KERNEL void ompscan_put_tiles(OMPSCAN_PARAMETERS, const ulong n,
                                      __global const ompscan_T *sums,
                                      __global const ompscan_moved *stage,
                                      const ulong first_tile) {
  const ulong left = ompscan_kept_before(sums, first_tile);
  const ulong total = ompscan_kept_before(sums, first_tile + get_num_groups(0));
  const ulong kept = total - left;
  const ulong staged = ompscan_staged_count(n, first_tile);
  const ulong begin = get_group_id(0) * OMPSCAN_TILE;
  const ulong end =
      min(begin + OMPSCAN_TILE, OMPSCAN_HAS_REJECTED ? staged : kept);
  if (get_global_id(0) == 0)
    ompscan_leave(OMPSCAN_ARGUMENTS, total);
  for (ulong i = begin + get_local_id(0); i < end; i += OMPSCAN_GROUP) {
#if OMPSCAN_HAS_REJECTED
    if (i >= kept) {
      ompscan_put_1(OMPSCAN_ARGUMENTS,
                    first_tile * OMPSCAN_TILE - left + staged - 1 - i,
                    stage[i]);
      continue;
    }
#endif
    ompscan_put_0(OMPSCAN_ARGUMENTS, left + i, stage[i]);
  }
}

#endif // OMPSCAN_STAGES

#endif // OMPSCAN_ALGORITHM
