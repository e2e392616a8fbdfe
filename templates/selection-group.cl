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

/// Neighbours of a tile, as many as a work-item loads: a bit for each that is
/// kept, and how many are kept in front of them.
typedef struct {
  uint keeps, left;
} ompscan_neighbours;

#define OMPSCAN_SELECTION_VARIABLES                                            \
  __local ompscan_moved ompscan_items[OMPSCAN_TILE];                           \
  __local uchar ompscan_marks[OMPSCAN_TILE] __attribute__((aligned(16)));      \
  __local ompscan_neighbours ompscan_runs[OMPSCAN_GROUP];                      \
  __local OMPSCAN_GROUP_NUMBERS(ompscan_numbers);                              \
  ompscan_selection_run ompscan_run;
#define OMPSCAN_SELECTION_LOCALS                                               \
  ompscan_items, ompscan_marks, ompscan_runs, ompscan_numbers, &ompscan_run

/// A bit for each of the bytes from \p ompscan_marks on, which are 0 or 1.
OMPSCAN_INLINE uint ompscan_bits_of(__local const uchar *ompscan_marks) {
  uint ompscan_bits = 0;
#if (OMPSCAN_ITEMS) % 16 == 0
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ompscan_j += 16) {
    // In each word byte i goes to bit 24 + i.
    const uint4 ompscan_w =
        *(__local const uint4 *)(ompscan_marks + ompscan_j) * 0x01020408u >>
            24 &
        15u;
    ompscan_bits |=
        (ompscan_w.x | ompscan_w.y << 4 | ompscan_w.z << 8 | ompscan_w.w << 12)
        << ompscan_j;
  }
#else
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j)
    ompscan_bits |= (uint)ompscan_marks[ompscan_j] << ompscan_j;
#endif
  return ompscan_bits;
}

OMPSCAN_INLINE uint ompscan_selection_load(
    OMPSCAN_PARAMETERS, const ulong ompscan_n, const ulong ompscan_tile,
    const uint ompscan_none, __local ompscan_moved *ompscan_items,
    __local uchar *ompscan_marks, __local ompscan_neighbours *ompscan_runs,
    __local ompscan_T *ompscan_numbers, ompscan_selection_run *ompscan_run) {
  const ulong ompscan_begin = ompscan_tile * OMPSCAN_TILE;
  const uint ompscan_count = ompscan_tile_count(ompscan_n, ompscan_tile);
  const uint ompscan_lane = (uint)get_local_id(0);
  const uint ompscan_keeps =
      ompscan_keep_rows(OMPSCAN_ARGUMENTS, ompscan_begin, ompscan_count,
                        ompscan_lane, OMPSCAN_GROUP, ompscan_run->m);
  ompscan_run->keeps = ompscan_keeps;
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j)
    ompscan_marks[ompscan_j * OMPSCAN_GROUP + ompscan_lane] =
        (uchar)((ompscan_keeps >> ompscan_j & 1u) +
                (ompscan_mix(&ompscan_run->m[ompscan_j]) & ompscan_none));
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  const uint ompscan_bits =
      ompscan_bits_of(ompscan_marks + ompscan_lane * OMPSCAN_ITEMS);
  ompscan_T ompscan_kept;
  ompscan_runs[ompscan_lane].keeps = ompscan_bits;
  ompscan_runs[ompscan_lane].left = (uint)ompscan_scan_group(
      (ompscan_T)popcount(ompscan_bits), ompscan_numbers, &ompscan_kept);
  barrier(CLK_LOCAL_MEM_FENCE);
  return (uint)ompscan_kept;
}

OMPSCAN_INLINE void
ompscan_selection_compact(const uint ompscan_count, const uint ompscan_kept,
                          __local ompscan_moved *ompscan_items,
                          __local const uchar *ompscan_marks,
                          __local const ompscan_neighbours *ompscan_runs,
                          __local const ompscan_T *ompscan_numbers,
                          const ompscan_selection_run *ompscan_run) {
  if (!OMPSCAN_HAS_REST && ompscan_kept == 0)
    return;
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j) {
    const uint ompscan_i = ompscan_j * OMPSCAN_GROUP + (uint)get_local_id(0);
    const ompscan_neighbours ompscan_r =
        ompscan_runs[ompscan_i / (OMPSCAN_ITEMS)];
    const uint ompscan_rank =
        ompscan_r.left +
        popcount(ompscan_r.keeps & ((1u << ompscan_i % (OMPSCAN_ITEMS)) - 1u));
    if (ompscan_run->keeps >> ompscan_j & 1u)
      ompscan_items[ompscan_rank] = ompscan_run->m[ompscan_j].value;
    else if (OMPSCAN_HAS_REST && ompscan_i < ompscan_count)
      ompscan_items[OMPSCAN_REST_PLACE(ompscan_i - ompscan_rank, ompscan_kept,
                                       ompscan_count)] =
          ompscan_run->m[ompscan_j].value;
  }
}

#endif // OMPSCAN_GROUP && !OMPSCAN_PTX
