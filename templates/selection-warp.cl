//===- selection-warp.cl - A tile by warps ----------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_GROUP > 1 && OMPSCAN_PTX

/// The rest lies behind what is kept.
#define OMPSCAN_REST_PLACE(i, kept, count) ((kept) + (i))

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
  const uint ompscan_keeps =
      ompscan_keep_rows(OMPSCAN_ARGUMENTS, ompscan_begin, ompscan_count,
                        ompscan_place, OMPSCAN_LANES, ompscan_run->m);
  uint ompscan_words = 0;
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

#endif // OMPSCAN_GROUP && OMPSCAN_PTX
