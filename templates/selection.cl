//===- selection.cl - Loops that keep some iterations ------ -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `if (p(x[i])) y[k++] = x[i];`: what the iterations that move k on store
// slides together. An iteration is run once (ompscan_pick), which reads all
// that it reads; what it stores waits in local memory, what is kept side by
// side, until it is known where it belongs (ompscan_put_0). So this is safe
// where y is x: a tile stores nowhere but where iterations up to its own have
// read, and its count is seen only when its loads are over. It looks back at
// counts as the primitives do (primitives/counts.cl).
//
// Where OMPSCAN_HAS_REST is 1, all others move another item on, and store, too
// (ompscan_put_1): what stands on the left of an iteration without being kept
// is the rest, which needs no count.
//
// Where no look-back orders the tiles, OMPSCAN_IS_STAGED says that what is kept
// goes to memory of its own first.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_ALGORITHM == OMPSCAN_SINGLE_PASS
#define OMPSCAN_STAGES 0
#else
#define OMPSCAN_STAGES OMPSCAN_IS_STAGED
#endif

/// The words of a value, to make a count depend on it.
#define OMPSCAN_MOVED_WORDS ((sizeof(ompscan_moved) + 3) / 4)
typedef union {
  ompscan_moved value;
  uint words[OMPSCAN_MOVED_WORDS];
} ompscan_moved_bits;

/// Iterations of a tile.
OMPSCAN_INLINE uint ompscan_tile_count(const ulong ompscan_n,
                                       const ulong ompscan_tile) {
  return (uint)min(OMPSCAN_TILE, ompscan_n - ompscan_tile * OMPSCAN_TILE);
}

/// Runs iteration \p ompscan_k. \returns whether it is kept.
OMPSCAN_INLINE uint ompscan_keep(OMPSCAN_PARAMETERS, const ulong ompscan_k,
                                 ompscan_moved_bits *ompscan_to) {
#pragma unroll
  for (uint ompscan_i = 0; ompscan_i < OMPSCAN_MOVED_WORDS; ++ompscan_i)
    ompscan_to->words[ompscan_i] = 0;
  return ompscan_pick(OMPSCAN_ARGUMENTS, ompscan_k, &ompscan_to->value);
}

/// What depends on every word of \p ompscan_from.
OMPSCAN_INLINE uint ompscan_mix(const ompscan_moved_bits *ompscan_from) {
  uint ompscan_words = 0;
#pragma unroll
  for (uint ompscan_i = 0; ompscan_i < OMPSCAN_MOVED_WORDS; ++ompscan_i)
    ompscan_words ^= ompscan_from->words[ompscan_i];
  return ompscan_words;
}

#if OMPSCAN_GROUP == 1

#define OMPSCAN_SELECTION_VARIABLES                                            \
  __local ompscan_moved ompscan_items[OMPSCAN_TILE];
#define OMPSCAN_SELECTION_LOCALS ompscan_items

/// The rest lies at the end of the tile, the first one last.
#define OMPSCAN_REST_PLACE(i, kept, count) ((count) - 1 - (i))

OMPSCAN_INLINE uint ompscan_selection_load(
    OMPSCAN_PARAMETERS, const ulong ompscan_n, const ulong ompscan_tile,
    const uint ompscan_none, __local ompscan_moved *ompscan_items) {
  const ulong ompscan_begin = ompscan_tile * OMPSCAN_TILE;
  const uint ompscan_count = ompscan_tile_count(ompscan_n, ompscan_tile);
  uint ompscan_kept = 0;
  for (uint ompscan_i = 0; ompscan_i < ompscan_count; ++ompscan_i) {
    ompscan_moved ompscan_m;
    const uint ompscan_keeps =
        ompscan_pick(OMPSCAN_ARGUMENTS, ompscan_begin + ompscan_i, &ompscan_m);
    // Without a branch: what is not kept is overwritten by the next one.
    const uint ompscan_place =
        OMPSCAN_HAS_REST && !ompscan_keeps
            ? OMPSCAN_REST_PLACE(ompscan_i - ompscan_kept, ompscan_kept,
                                 ompscan_count)
            : ompscan_kept;
    ompscan_items[ompscan_place] = ompscan_m;
    ompscan_kept += ompscan_keeps;
  }
  // The loads are over before the tile's count is published.
  mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  return ompscan_kept;
}

/// All is in its place already.
OMPSCAN_INLINE void
ompscan_selection_compact(const uint ompscan_count, const uint ompscan_kept,
                          __local ompscan_moved *ompscan_items) {}

#else // OMPSCAN_GROUP > 1

/// The rest lies behind what is kept.
#define OMPSCAN_REST_PLACE(i, kept, count) ((kept) + (i))

#if !OMPSCAN_PTX

/// Bit j of `keeps` is for row j of the tile; work-items load in the order of
/// their numbers.
typedef struct {
  ompscan_moved_bits m[OMPSCAN_ITEMS];
  uint keeps;
} ompscan_selection_run;

#define OMPSCAN_SELECTION_VARIABLES                                            \
  __local ompscan_moved ompscan_items[OMPSCAN_TILE];                           \
  __local ushort ompscan_ranks[OMPSCAN_TILE];                                  \
  __local OMPSCAN_GROUP_NUMBERS(ompscan_numbers);                              \
  ompscan_selection_run ompscan_run;
#define OMPSCAN_SELECTION_LOCALS                                               \
  ompscan_items, ompscan_ranks, ompscan_numbers, &ompscan_run

OMPSCAN_INLINE uint ompscan_selection_load(
    OMPSCAN_PARAMETERS, const ulong ompscan_n, const ulong ompscan_tile,
    const uint ompscan_none, __local ompscan_moved *ompscan_items,
    __local ushort *ompscan_ranks, __local ompscan_T *ompscan_numbers,
    ompscan_selection_run *ompscan_run) {
  const ulong ompscan_begin = ompscan_tile * OMPSCAN_TILE;
  const uint ompscan_count = ompscan_tile_count(ompscan_n, ompscan_tile);
  const uint ompscan_lane = (uint)get_local_id(0);
  ompscan_run->keeps = 0;
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j) {
    const uint ompscan_i = ompscan_j * OMPSCAN_GROUP + ompscan_lane;
    uint ompscan_keeps = 0, ompscan_words = 0;
    if (ompscan_i < ompscan_count) {
      ompscan_keeps = ompscan_keep(OMPSCAN_ARGUMENTS, ompscan_begin + ompscan_i,
                                   &ompscan_run->m[ompscan_j]);
      ompscan_words = ompscan_mix(&ompscan_run->m[ompscan_j]) & ompscan_none;
    }
    ompscan_run->keeps |= ompscan_keeps << ompscan_j;
    ompscan_ranks[ompscan_i] = (ushort)(ompscan_keeps + ompscan_words);
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  // In local memory each work-item has a run of neighbours.
  __local ushort *const ompscan_own =
      ompscan_ranks + ompscan_lane * OMPSCAN_ITEMS;
  uint ompscan_sum = 0;
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j)
    ompscan_sum += ompscan_own[ompscan_j];
  ompscan_T ompscan_kept;
  uint ompscan_left = (uint)ompscan_scan_group((ompscan_T)ompscan_sum,
                                               ompscan_numbers, &ompscan_kept);
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j) {
    const uint ompscan_keeps = ompscan_own[ompscan_j];
    ompscan_own[ompscan_j] = (ushort)ompscan_left;
    ompscan_left += ompscan_keeps;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  return (uint)ompscan_kept;
}

OMPSCAN_INLINE void
ompscan_selection_compact(const uint ompscan_count, const uint ompscan_kept,
                          __local ompscan_moved *ompscan_items,
                          __local const ushort *ompscan_ranks,
                          __local const ompscan_T *ompscan_numbers,
                          const ompscan_selection_run *ompscan_run) {
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j) {
    const uint ompscan_i = ompscan_j * OMPSCAN_GROUP + (uint)get_local_id(0);
    const uint ompscan_rank = ompscan_ranks[ompscan_i];
    if (ompscan_run->keeps >> ompscan_j & 1u)
      ompscan_items[ompscan_rank] = ompscan_run->m[ompscan_j].value;
    else if (OMPSCAN_HAS_REST && ompscan_i < ompscan_count)
      ompscan_items[OMPSCAN_REST_PLACE(ompscan_i - ompscan_rank, ompscan_kept,
                                       ompscan_count)] =
          ompscan_run->m[ompscan_j].value;
  }
}

#else // OMPSCAN_PTX

/// Every warp has a part of the tile, which it loads in rows. Bit j of `keeps`
/// is for row j, `left` counts what the warps in front keep. Where things
/// belong is voted for when they go to local memory: ranks would take a
/// register each.
typedef struct {
  ompscan_moved_bits m[OMPSCAN_ITEMS];
  uint keeps, left;
} ompscan_selection_run;

#define OMPSCAN_SELECTION_VARIABLES                                            \
  __local ompscan_moved ompscan_items[OMPSCAN_TILE];                           \
  __local uint ompscan_totals[OMPSCAN_WARPS];                                  \
  ompscan_selection_run ompscan_run;
#define OMPSCAN_SELECTION_LOCALS ompscan_items, ompscan_totals, &ompscan_run

OMPSCAN_INLINE uint ompscan_selection_load(
    OMPSCAN_PARAMETERS, const ulong ompscan_n, const ulong ompscan_tile,
    const uint ompscan_none, __local ompscan_moved *ompscan_items,
    __local uint *ompscan_totals, ompscan_selection_run *ompscan_run) {
  const ulong ompscan_begin = ompscan_tile * OMPSCAN_TILE;
  const uint ompscan_count = ompscan_tile_count(ompscan_n, ompscan_tile);
  const uint ompscan_place = OMPSCAN_WARP * OMPSCAN_PART + OMPSCAN_LANE;
  uint ompscan_keeps = 0, ompscan_words = 0;
  if (ompscan_count == OMPSCAN_TILE) {
#pragma unroll
    for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j)
      ompscan_keeps |= ompscan_keep(OMPSCAN_ARGUMENTS,
                                    ompscan_begin + ompscan_place +
                                        ompscan_j * OMPSCAN_LANES,
                                    &ompscan_run->m[ompscan_j])
                       << ompscan_j;
  } else {
#pragma unroll
    for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j) {
      const uint ompscan_i = ompscan_place + ompscan_j * OMPSCAN_LANES;
      const uint ompscan_keeps_this = ompscan_keep(
          OMPSCAN_ARGUMENTS, ompscan_begin + min(ompscan_i, ompscan_count - 1),
          &ompscan_run->m[ompscan_j]);
      if (ompscan_i < ompscan_count)
        ompscan_keeps |= ompscan_keeps_this << ompscan_j;
    }
  }
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j)
    ompscan_words ^= ompscan_mix(&ompscan_run->m[ompscan_j]);
  ompscan_run->keeps = ompscan_keeps;
  return ompscan_count_votes(ompscan_keeps, ompscan_words & ompscan_none,
                             ompscan_totals, &ompscan_run->left);
}

OMPSCAN_INLINE void
ompscan_selection_compact(const uint ompscan_count, const uint ompscan_kept,
                          __local ompscan_moved *ompscan_items,
                          __local const uint *ompscan_totals,
                          const ompscan_selection_run *ompscan_run) {
  uint ompscan_left = ompscan_run->left;
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j) {
    const uint ompscan_before = ompscan_left;
    const uint ompscan_rank =
        ompscan_vote(ompscan_run->keeps, ompscan_j, &ompscan_left);
#if OMPSCAN_HAS_REST
    const uint ompscan_i =
        OMPSCAN_WARP * OMPSCAN_PART + ompscan_j * OMPSCAN_LANES + OMPSCAN_LANE;
    // One store for both sides.
    if (ompscan_i < ompscan_count)
      ompscan_items[ompscan_run->keeps >> ompscan_j & 1u
                        ? ompscan_before + ompscan_rank
                        : OMPSCAN_REST_PLACE(ompscan_i - ompscan_before -
                                                 ompscan_rank,
                                             ompscan_kept, ompscan_count)] =
          ompscan_run->m[ompscan_j].value;
#else
    if (ompscan_run->keeps >> ompscan_j & 1u)
      ompscan_items[ompscan_before + ompscan_rank] =
          ompscan_run->m[ompscan_j].value;
#endif
  }
}

#endif // OMPSCAN_PTX

#endif // OMPSCAN_GROUP

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
