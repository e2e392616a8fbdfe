//===- select-group.cl - Selections by local memory -------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Work-items load in the order of their numbers; in local memory each has a run
// of neighbours: see select.cl. Whole tiles are loaded without a condition for
// each element, so that all loads are under way at once.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_GROUP > 1 && !OMPSCAN_PTX

/// Bit j of `keeps` is for element j of a work-item's run, `rank` is how many
/// elements on the left of the run are kept.
typedef struct {
  uint keeps, rank;
} ompscan_select_run;

#define OMPSCAN_SELECT_VARIABLES                                               \
  __local ompscan_E ompscan_items[OMPSCAN_TILE];                               \
  __local ompscan_C ompscan_companions[OMPSCAN_COMPANIONS];                    \
  __local OMPSCAN_GROUP_NUMBERS(ompscan_numbers);                              \
  ompscan_select_run ompscan_run;
#define OMPSCAN_SELECT_LOCALS                                                  \
  ompscan_items, ompscan_companions, ompscan_numbers, &ompscan_run

/// The rest lies behind what is kept.
#define OMPSCAN_REST_PLACE(i, kept, count) ((kept) + (i))

OMPSCAN_INLINE uint ompscan_select_load(OMPSCAN_SELECT_PARAMETERS,
                                        const ulong ompscan_tile,
                                        const uint ompscan_none,
                                        __local ompscan_E *ompscan_items,
                                        __local ompscan_C *ompscan_companions,
                                        __local ompscan_T *ompscan_numbers,
                                        ompscan_select_run *ompscan_run) {
  const ulong ompscan_begin = ompscan_tile * OMPSCAN_TILE;
  const uint ompscan_count = ompscan_tile_count(ompscan_n, ompscan_tile);
  const uint ompscan_lane = (uint)get_local_id(0);
  if (ompscan_count == OMPSCAN_TILE) {
#pragma unroll
    for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j) {
      const uint ompscan_i = ompscan_j * OMPSCAN_GROUP + ompscan_lane;
      const ulong ompscan_k = OMPSCAN_AT(ompscan_begin + ompscan_i);
      ompscan_items[ompscan_i] = ompscan_x[ompscan_k];
#if OMPSCAN_HAS_COMPANION
      ompscan_companions[ompscan_i] = ompscan_y[ompscan_k];
#endif
    }
  } else {
    // Behind the last element stands that one once more.
    for (uint ompscan_i = ompscan_lane; ompscan_i < OMPSCAN_TILE;
         ompscan_i += OMPSCAN_GROUP) {
      const ulong ompscan_k =
          OMPSCAN_AT(ompscan_begin + min(ompscan_i, ompscan_count - 1));
      ompscan_items[ompscan_i] = ompscan_x[ompscan_k];
#if OMPSCAN_HAS_COMPANION
      ompscan_companions[ompscan_i] = ompscan_y[ompscan_k];
#endif
    }
  }
  // What is in local memory has been loaded.
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint ompscan_first = ompscan_lane * OMPSCAN_ITEMS;
  uint ompscan_keeps = 0;
#if OMPSCAN_HAS_PREVIOUS
  ompscan_E ompscan_previous =
      ompscan_lane == 0
          ? ompscan_x[OMPSCAN_AT(ompscan_begin - (ompscan_begin != 0))]
          : ompscan_items[ompscan_first - 1];
#endif
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j) {
    const uint ompscan_i = ompscan_first + ompscan_j;
    const ompscan_E ompscan_e = ompscan_items[ompscan_i];
#if !OMPSCAN_HAS_PREVIOUS
    const ompscan_E ompscan_previous = ompscan_e;
#endif
    const uint ompscan_keep_this = OMPSCAN_KEEPS(
        ompscan_e, ompscan_previous,
        OMPSCAN_AT(ompscan_begin + min(ompscan_i, ompscan_count - 1)));
    ompscan_keeps |= ompscan_keep_this << ompscan_j;
#if OMPSCAN_HAS_PREVIOUS
    ompscan_previous = ompscan_e;
#endif
  }
  const uint ompscan_own = ompscan_count - min(ompscan_first, ompscan_count);
  if (ompscan_own < OMPSCAN_ITEMS)
    ompscan_keeps &= (1u << ompscan_own) - 1;
  ompscan_run->keeps = ompscan_keeps;
  ompscan_T ompscan_kept;
  ompscan_run->rank = (uint)ompscan_scan_group(popcount(ompscan_keeps),
                                               ompscan_numbers, &ompscan_kept);
  return (uint)ompscan_kept;
}

OMPSCAN_INLINE void ompscan_select_compact(
    OMPSCAN_SELECT_PARAMETERS, const ulong ompscan_tile,
    const uint ompscan_kept, __local ompscan_E *ompscan_items,
    __local ompscan_C *ompscan_companions, __local ompscan_T *ompscan_numbers,
    ompscan_select_run *ompscan_run) {
  const uint ompscan_count = ompscan_tile_count(ompscan_n, ompscan_tile);
  const uint ompscan_first = (uint)get_local_id(0) * OMPSCAN_ITEMS;
  ompscan_E ompscan_e[OMPSCAN_ITEMS];
#if OMPSCAN_HAS_COMPANION
  ompscan_C ompscan_c[OMPSCAN_ITEMS];
#endif
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j) {
    const uint ompscan_i = ompscan_first + ompscan_j;
    ompscan_e[ompscan_j] = ompscan_items[ompscan_i];
#if OMPSCAN_HAS_COMPANION
    ompscan_c[ompscan_j] = ompscan_companions[ompscan_i];
#endif
  }
  // All runs are in registers before places are stored to.
  barrier(CLK_LOCAL_MEM_FENCE);
  if (!OMPSCAN_HAS_REST && ompscan_kept == 0)
    return;
  uint ompscan_rank = ompscan_run->rank;
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j) {
    const uint ompscan_i = ompscan_first + ompscan_j;
    const uint ompscan_keeps = ompscan_run->keeps >> ompscan_j & 1u;
    if (OMPSCAN_HAS_REST ? ompscan_i < ompscan_count : ompscan_keeps) {
      const uint ompscan_place = ompscan_keeps
                                     ? ompscan_rank
                                     : ompscan_kept + ompscan_i - ompscan_rank;
      ompscan_items[ompscan_place] = ompscan_e[ompscan_j];
#if OMPSCAN_HAS_COMPANION
      ompscan_companions[ompscan_place] = ompscan_c[ompscan_j];
#elif OMPSCAN_HAS_LENGTHS
      ompscan_companions[ompscan_place] = (ompscan_C)ompscan_i;
#endif
    }
    ompscan_rank += ompscan_keeps;
  }
}

#endif // OMPSCAN_GROUP && !OMPSCAN_PTX
