//===- selection-tile.cl - A tile of a selection ----------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the work-items of a group share a tile of a selection, with the hooks
// that selection.cl lists:
//
//   OMPSCAN_SELECT_VARIABLES, OMPSCAN_SELECT_LOCALS
//   ompscan_select_load()     loads a tile and returns the number of items kept
//   ompscan_select_compact()  brings the tile to its places in local memory
//
// Whole tiles are loaded without a condition for each item, so that all loads
// of a work-item are under way at once. Behind the last item of another tile
// stands that item again; it does not count.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_GROUP == 1

/// ompscan_select_load() has brought every item to its place.
OMPSCAN_INLINE void ompscan_select_compact(const uint count, const uint kept,
                                           OMPSCAN_TILE_PARAMETERS) {}

#elif OMPSCAN_PTX

/// Every warp has a part of the tile, which it loads in stripes; items stay in
/// registers. Bit j of `keeps` says whether item j is kept, and `left` counts
/// the items that the warps in front keep. Places are voted for when items are
/// stored: ranks would take a register each.
typedef struct {
  ompscan_stripes stripes;
  uint keeps, left;
} ompscan_select_run;

#define OMPSCAN_SELECT_VARIABLES                                               \
  OMPSCAN_ITEM_VARIABLES                                                       \
  __local uint totals[OMPSCAN_WARPS];                                          \
  ompscan_select_run run;
#define OMPSCAN_TILE_PARAMETERS                                                \
  OMPSCAN_ITEM_PARAMETERS, __local uint *totals, ompscan_select_run *run
#define OMPSCAN_SELECT_LOCALS OMPSCAN_ITEM_LOCALS, totals, &run

/// A bit for each item that a lane has of a tile with \p count of them.
OMPSCAN_INLINE uint ompscan_select_has(const uint count) {
  uint has = 0;
#pragma unroll
  for (uint j = 0; j < OMPSCAN_STRIPES; ++j)
#pragma unroll
    for (uint i = 0; i < OMPSCAN_STRIPE_VECTOR; ++i)
      if (OMPSCAN_STRIPE_PLACE(j) + i < count)
        has |= 1u << (j * OMPSCAN_STRIPE_VECTOR + i);
  return has;
}

/// A condition need not depend on all of an item, so the count is made to
/// depend on every loaded word.
///
/// \param none 0, which the compiler does not know.
OMPSCAN_INLINE uint ompscan_select_load(OMPSCAN_SELECT_PARAMETERS,
                                        const ulong tile, const uint none,
                                        OMPSCAN_TILE_PARAMETERS) {
  const ulong begin = tile * OMPSCAN_TILE;
  const uint count = (uint)OMPSCAN_TILE_LENGTH(n, tile);
  uint keeps, words = 0;
  // Each path with its conditions, so that all loads of a whole tile are under
  // way at once.
  if (count == OMPSCAN_TILE && OMPSCAN_STRIPES_ARE_WHOLE)
    keeps = ompscan_load_stripes(OMPSCAN_SELECT_ARGUMENTS, begin, OMPSCAN_TILE,
                                 true, &run->stripes, &words);
  else
#if OMPSCAN_IS_PRIMITIVE
    keeps = ompscan_load_stripes(OMPSCAN_SELECT_ARGUMENTS, begin, count, false,
                                 &run->stripes, &words) &
            ompscan_select_has(count);
#else
    keeps = ompscan_load_rest(OMPSCAN_SELECT_ARGUMENTS, begin, count,
                              &run->stripes, OMPSCAN_ITEM_LOCALS);
#endif
  run->keeps = keeps;
  return ompscan_count_votes(keeps, words & none, totals, &run->left);
}

OMPSCAN_INLINE void ompscan_select_compact(const uint count, const uint kept,
                                           OMPSCAN_TILE_PARAMETERS) {
  uint left = run->left;
#pragma unroll
  for (uint j = 0; j < OMPSCAN_STRIPES; ++j) {
    uint rank = left;
#pragma unroll
    for (uint i = 0; i < OMPSCAN_STRIPE_VECTOR; ++i)
      rank += ompscan_vote(run->keeps, j * OMPSCAN_STRIPE_VECTOR + i, &left);
#pragma unroll
    for (uint i = 0; i < OMPSCAN_STRIPE_VECTOR; ++i) {
      const uint keeps = run->keeps >> (j * OMPSCAN_STRIPE_VECTOR + i) & 1u;
      const uint own = OMPSCAN_STRIPE_PLACE(j) + i;
      if (OMPSCAN_HAS_REJECTED ? own < count : keeps)
        ompscan_put_item(
            keeps ? rank : OMPSCAN_REJECTED_PLACE(own - rank, kept, count), own,
            ompscan_stripe_item(&run->stripes, j, i), OMPSCAN_ITEM_LOCALS);
      rank += keeps;
    }
  }
}

#else // !OMPSCAN_PTX

/// Work-items load in the order of their numbers; in local memory each has a
/// run of neighbours. Bit j of `keeps` says whether item j of the run is kept,
/// and `rank` counts the items that are kept in front of the run.
typedef struct {
  uint keeps, rank;
} ompscan_select_run;

#define OMPSCAN_SELECT_VARIABLES                                               \
  OMPSCAN_ITEM_VARIABLES                                                       \
  __local OMPSCAN_GROUP_NUMBERS(numbers);                                      \
  ompscan_select_run run;
#define OMPSCAN_TILE_PARAMETERS                                                \
  OMPSCAN_ITEM_PARAMETERS, __local ompscan_T *numbers, ompscan_select_run *run
#define OMPSCAN_SELECT_LOCALS OMPSCAN_ITEM_LOCALS, numbers, &run

OMPSCAN_INLINE uint ompscan_select_load(OMPSCAN_SELECT_PARAMETERS,
                                        const ulong tile, const uint none,
                                        OMPSCAN_TILE_PARAMETERS) {
  const ulong begin = tile * OMPSCAN_TILE;
  const uint count = (uint)OMPSCAN_TILE_LENGTH(n, tile);
  const uint id = (uint)get_local_id(0);
  if (count == OMPSCAN_TILE) {
#pragma unroll
    for (uint j = 0; j < OMPSCAN_ITEMS; ++j)
      ompscan_load_item(OMPSCAN_SELECT_ARGUMENTS,
                        begin + j * OMPSCAN_GROUP + id, j * OMPSCAN_GROUP + id,
                        OMPSCAN_ITEM_LOCALS);
  } else {
    for (uint i = id; i < OMPSCAN_TILE; i += OMPSCAN_GROUP)
      ompscan_load_item(OMPSCAN_SELECT_ARGUMENTS, begin + min(i, count - 1), i,
                        OMPSCAN_ITEM_LOCALS);
  }
  // Wait until the whole tile is in local memory.
  barrier(OMPSCAN_ITEM_FENCE);
  const uint first = id * OMPSCAN_ITEMS;
  uint keeps = ompscan_run_keeps(OMPSCAN_SELECT_ARGUMENTS, begin, count, first,
                                 OMPSCAN_ITEM_LOCALS);
  const uint own = count - min(first, count);
  if (own < OMPSCAN_ITEMS)
    keeps &= (1u << own) - 1;
  run->keeps = keeps;
  ompscan_T kept;
  run->rank = (uint)ompscan_scan_group(popcount(keeps), numbers, &kept);
  return (uint)kept;
}

OMPSCAN_INLINE void ompscan_select_compact(const uint count, const uint kept,
                                           OMPSCAN_TILE_PARAMETERS) {
  const uint first = (uint)get_local_id(0) * OMPSCAN_ITEMS;
  ompscan_item own[OMPSCAN_ITEMS];
#pragma unroll
  for (uint j = 0; j < OMPSCAN_ITEMS; ++j)
    own[j] = ompscan_take_item(first + j, OMPSCAN_ITEM_LOCALS);
  // All runs are in registers before places are stored to.
  barrier(CLK_LOCAL_MEM_FENCE);
  if (!OMPSCAN_HAS_REJECTED && kept == 0)
    return;
  uint rank = run->rank;
#pragma unroll
  for (uint j = 0; j < OMPSCAN_ITEMS; ++j) {
    const uint i = first + j;
    const uint keeps = run->keeps >> j & 1u;
    if (OMPSCAN_HAS_REJECTED ? i < count : keeps)
      ompscan_put_item(keeps ? rank
                             : OMPSCAN_REJECTED_PLACE(i - rank, kept, count),
                       i, own[j], OMPSCAN_ITEM_LOCALS);
    rank += keeps;
  }
}

#endif // OMPSCAN_GROUP, OMPSCAN_PTX

#if OMPSCAN_ALGORITHM == OMPSCAN_SINGLE_PASS
/// Does a tile up to its stores in a kernel that has been given `chain`,
/// `first` (the number on the ticket of tile 0) and `epoch`, of 30 bits. The
/// barriers of OMPSCAN_FIND_LEFT also stand between the stores to local memory
/// and the loads from there.
#define OMPSCAN_SWEEP_TILE                                                     \
  const ulong tile = OMPSCAN_TAKE_TILE();                                      \
  const uint kept = ompscan_select_load(OMPSCAN_SELECT_ARGUMENTS, tile,        \
                                        epoch >> 30, OMPSCAN_SELECT_LOCALS);   \
  OMPSCAN_PUBLISH_COUNT(tile, (ompscan_T)kept);                                \
  ompscan_select_compact((uint)OMPSCAN_TILE_LENGTH(n, tile), kept,             \
                         OMPSCAN_SELECT_LOCALS);                               \
  const ulong left = OMPSCAN_FIND_LEFT(tile, (ompscan_T)kept);
#endif
