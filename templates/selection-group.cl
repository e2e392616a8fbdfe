//===- selection-group.cl - A tile by local memory --------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_GROUP > 1 && !OMPSCAN_PTX

/// The rest lies behind what is kept.
#define OMPSCAN_REST_PLACE(i, kept, count) ((kept) + (i))

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
  const uint ompscan_keeps =
      ompscan_keep_rows(OMPSCAN_ARGUMENTS, ompscan_begin, ompscan_count,
                        ompscan_lane, OMPSCAN_GROUP, ompscan_run->m);
  ompscan_run->keeps = ompscan_keeps;
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j)
    ompscan_ranks[ompscan_j * OMPSCAN_GROUP + ompscan_lane] =
        (ushort)((ompscan_keeps >> ompscan_j & 1u) +
                 (ompscan_mix(&ompscan_run->m[ompscan_j]) & ompscan_none));
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
  if (!OMPSCAN_HAS_REST && ompscan_kept == 0)
    return;
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

#endif // OMPSCAN_GROUP && !OMPSCAN_PTX
