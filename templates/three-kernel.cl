//===- three-kernel.cl - Scan in three kernels ------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every tile is scanned by itself, the totals of the tiles are scanned in
// place, level by level, and what stands on the left of a tile is then combined
// into it. Work-items without an element do nothing.
//
// Reduce-then-scan uses the kernels for sums, too, with tiles of their own.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_ALGORITHM != OMPSCAN_SINGLE_PASS

#ifndef OMPSCAN_SUM_ITEMS
#define OMPSCAN_SUM_ITEMS OMPSCAN_ITEMS
#endif
#define OMPSCAN_SUM_TILE ((ulong)(OMPSCAN_GROUP) * (OMPSCAN_SUM_ITEMS))
#define OMPSCAN_TILE_BEGIN ((ulong)get_group_id(0) * OMPSCAN_SUM_TILE)
#define OMPSCAN_TILE_COUNT(n)                                                  \
  ((uint)min(OMPSCAN_SUM_TILE, (ulong)(n) - OMPSCAN_TILE_BEGIN))

#if OMPSCAN_GROUP == 1

#if OMPSCAN_ALGORITHM == OMPSCAN_THREE_KERNEL
OMPSCAN_KERNEL void ompscan_scan_tiles(OMPSCAN_PARAMETERS,
                                       const ulong ompscan_n,
                                       __global ompscan_T *ompscan_sums) {
  const ulong ompscan_begin = get_group_id(0) * OMPSCAN_TILE;
  const ulong ompscan_end = min(ompscan_begin + OMPSCAN_TILE, ompscan_n);
  ompscan_T ompscan_v = ompscan_input(OMPSCAN_ARGUMENTS, ompscan_begin);
  if (ompscan_begin == 0)
    ompscan_v = ompscan_combine(ompscan_seed(OMPSCAN_ARGUMENTS), ompscan_v);
  ompscan_output(OMPSCAN_ARGUMENTS, ompscan_begin, ompscan_v, ompscan_v);
  for (ulong ompscan_k = ompscan_begin + 1; ompscan_k < ompscan_end;
       ++ompscan_k) {
    ompscan_v =
        ompscan_combine(ompscan_v, ompscan_input(OMPSCAN_ARGUMENTS, ompscan_k));
    ompscan_output(OMPSCAN_ARGUMENTS, ompscan_k, ompscan_v, ompscan_v);
  }
  ompscan_sums[get_group_id(0)] = ompscan_v;
}
#endif

OMPSCAN_KERNEL void ompscan_scan_sums(__global ompscan_T *ompscan_sums,
                                      const ulong ompscan_n,
                                      __global ompscan_T *ompscan_next) {
  const ulong ompscan_begin = OMPSCAN_TILE_BEGIN;
  const ulong ompscan_end = ompscan_begin + OMPSCAN_TILE_COUNT(ompscan_n);
  ompscan_T ompscan_v = ompscan_sums[ompscan_begin];
  for (ulong ompscan_k = ompscan_begin + 1; ompscan_k < ompscan_end;
       ++ompscan_k) {
    ompscan_v = ompscan_combine(ompscan_v, ompscan_sums[ompscan_k]);
    ompscan_sums[ompscan_k] = ompscan_v;
  }
  ompscan_next[get_group_id(0)] = ompscan_v;
}

#else // OMPSCAN_GROUP > 1

/// Where element i of a tile lies in local memory.
#define OMPSCAN_SUM_PITCH OMPSCAN_PITCH_OF(OMPSCAN_SUM_ITEMS)
#define OMPSCAN_SLOT(i)                                                        \
  ((i) / (OMPSCAN_SUM_ITEMS) * OMPSCAN_SUM_PITCH + (i) % (OMPSCAN_SUM_ITEMS))

/// The element that this work-item loads and stores in row j of a tile:
/// neighbours take neighbours.
#define OMPSCAN_STRIPED(j) ((j) * (OMPSCAN_GROUP) + (uint)get_local_id(0))

/// Scans the \p ompscan_count >= 1 elements of a tile in local memory. All
/// work-items of the group call it, after a barrier; it ends with one. The
/// total is in `ompscan_totals` at the last work-item that has an element.
static void ompscan_scan_local(__local ompscan_T *ompscan_items,
                               __local ompscan_T *ompscan_totals,
                               const uint ompscan_count) {
  const uint ompscan_lane = (uint)get_local_id(0);
  const uint ompscan_lanes =
      (ompscan_count + (OMPSCAN_SUM_ITEMS)-1) / (OMPSCAN_SUM_ITEMS);
  __local ompscan_T *const ompscan_row =
      ompscan_items + ompscan_lane * OMPSCAN_SUM_PITCH;
  const uint ompscan_first = ompscan_lane * (OMPSCAN_SUM_ITEMS);
  const uint ompscan_length =
      ompscan_lane < ompscan_lanes
          ? min((uint)(OMPSCAN_SUM_ITEMS), ompscan_count - ompscan_first)
          : 0u;

  if (ompscan_length > 0) {
    ompscan_T ompscan_v = ompscan_row[0];
    for (uint ompscan_j = 1; ompscan_j < ompscan_length; ++ompscan_j) {
      ompscan_v = ompscan_combine(ompscan_v, ompscan_row[ompscan_j]);
      ompscan_row[ompscan_j] = ompscan_v;
    }
    ompscan_totals[ompscan_lane] = ompscan_v;
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  for (uint ompscan_distance = 1; ompscan_distance < (OMPSCAN_GROUP);
       ompscan_distance *= 2) {
    ompscan_T ompscan_v;
    const bool ompscan_takes =
        ompscan_lane >= ompscan_distance && ompscan_lane < ompscan_lanes;
    if (ompscan_takes)
      ompscan_v =
          ompscan_combine(ompscan_totals[ompscan_lane - ompscan_distance],
                          ompscan_totals[ompscan_lane]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (ompscan_takes)
      ompscan_totals[ompscan_lane] = ompscan_v;
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  if (ompscan_length > 0 && ompscan_lane > 0) {
    const ompscan_T ompscan_left = ompscan_totals[ompscan_lane - 1];
    for (uint ompscan_j = 0; ompscan_j < ompscan_length; ++ompscan_j)
      ompscan_row[ompscan_j] =
          ompscan_combine(ompscan_left, ompscan_row[ompscan_j]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
}

#if OMPSCAN_ALGORITHM == OMPSCAN_THREE_KERNEL
OMPSCAN_KERNEL void ompscan_scan_tiles(OMPSCAN_PARAMETERS,
                                       const ulong ompscan_n,
                                       __global ompscan_T *ompscan_sums) {
  OMPSCAN_TILE_VARIABLES
  const ulong ompscan_tile = get_group_id(0);
  ompscan_T ompscan_before, ompscan_prefix;
  const ompscan_T ompscan_total =
      ompscan_tile_total(OMPSCAN_ARGUMENTS, ompscan_n, ompscan_tile,
                         &ompscan_before, OMPSCAN_TILE_ARGUMENTS);
  if (OMPSCAN_IS_LEADER && OMPSCAN_HAS_LEFT(ompscan_tile))
    ompscan_prefix = ompscan_seed(OMPSCAN_ARGUMENTS);
  if (get_local_id(0) == 0)
    ompscan_sums[ompscan_tile] =
        OMPSCAN_HAS_LEFT(ompscan_tile)
            ? ompscan_combine(ompscan_prefix, ompscan_total)
            : ompscan_total;
  ompscan_tile_finish(OMPSCAN_ARGUMENTS, ompscan_n, ompscan_tile,
                      ompscan_prefix, ompscan_before, OMPSCAN_TILE_ARGUMENTS);
}
#endif

OMPSCAN_KERNEL void ompscan_scan_sums(__global ompscan_T *ompscan_sums,
                                      const ulong ompscan_n,
                                      __global ompscan_T *ompscan_next) {
  __local ompscan_T ompscan_items[(OMPSCAN_GROUP)*OMPSCAN_SUM_PITCH];
  __local ompscan_T ompscan_totals[OMPSCAN_GROUP];
  const ulong ompscan_begin = OMPSCAN_TILE_BEGIN;
  const uint ompscan_count = OMPSCAN_TILE_COUNT(ompscan_n);

  for (uint ompscan_j = 0; ompscan_j < (OMPSCAN_SUM_ITEMS); ++ompscan_j) {
    const uint ompscan_i = OMPSCAN_STRIPED(ompscan_j);
    if (ompscan_i < ompscan_count)
      ompscan_items[OMPSCAN_SLOT(ompscan_i)] =
          ompscan_sums[ompscan_begin + ompscan_i];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  ompscan_scan_local(ompscan_items, ompscan_totals, ompscan_count);

  for (uint ompscan_j = 0; ompscan_j < (OMPSCAN_SUM_ITEMS); ++ompscan_j) {
    const uint ompscan_i = OMPSCAN_STRIPED(ompscan_j);
    if (ompscan_i < ompscan_count)
      ompscan_sums[ompscan_begin + ompscan_i] =
          ompscan_items[OMPSCAN_SLOT(ompscan_i)];
  }
  if (get_local_id(0) == 0)
    ompscan_next[get_group_id(0)] =
        ompscan_items[OMPSCAN_SLOT(ompscan_count - 1)];
}

#endif // OMPSCAN_GROUP

OMPSCAN_KERNEL void ompscan_add_sums(__global ompscan_T *ompscan_sums,
                                     const ulong ompscan_n,
                                     __global const ompscan_T *ompscan_next) {
  if (get_group_id(0) == 0)
    return;
  const ulong ompscan_begin = OMPSCAN_TILE_BEGIN;
  const uint ompscan_count = OMPSCAN_TILE_COUNT(ompscan_n);
  const ompscan_T ompscan_left = ompscan_next[get_group_id(0) - 1];
  for (uint ompscan_i = (uint)get_local_id(0); ompscan_i < ompscan_count;
       ompscan_i += (OMPSCAN_GROUP))
    ompscan_sums[ompscan_begin + ompscan_i] =
        ompscan_combine(ompscan_left, ompscan_sums[ompscan_begin + ompscan_i]);
}

#if OMPSCAN_ALGORITHM == OMPSCAN_THREE_KERNEL

/// Results that a work-item loads before it stores the first of them.
#define OMPSCAN_BATCH 4

#if OMPSCAN_USES_VECTORS && OMPSCAN_ITEM_SIZE <= 8 &&                          \
    16 % OMPSCAN_ITEM_SIZE == 0
#define OMPSCAN_ADDS_VECTORS 1
typedef union {
  uint4 q;
  ompscan_T e[16 / OMPSCAN_ITEM_SIZE];
} ompscan_quad;

/// Combines \p ompscan_left into a warp's part of a tile, which is full, by
/// vectors of 16 bytes.
OMPSCAN_INLINE void ompscan_add_part(OMPSCAN_PARAMETERS,
                                     const ulong ompscan_begin,
                                     const ompscan_T ompscan_left) {
  __global uint4 *const ompscan_at = (__global uint4 *)ompscan_output_address(
      OMPSCAN_ARGUMENTS, ompscan_begin);
  const uint ompscan_count = OMPSCAN_PART * OMPSCAN_ITEM_SIZE / 16;
#pragma unroll
  for (uint ompscan_i = OMPSCAN_LANE; ompscan_i < ompscan_count;
       ompscan_i += OMPSCAN_BATCH * OMPSCAN_LANES) {
    ompscan_quad ompscan_v[OMPSCAN_BATCH];
#pragma unroll
    for (uint ompscan_j = 0; ompscan_j < OMPSCAN_BATCH; ++ompscan_j)
      if (ompscan_i + ompscan_j * OMPSCAN_LANES < ompscan_count)
        ompscan_v[ompscan_j].q =
            ompscan_at[ompscan_i + ompscan_j * OMPSCAN_LANES];
#pragma unroll
    for (uint ompscan_j = 0; ompscan_j < OMPSCAN_BATCH; ++ompscan_j)
      if (ompscan_i + ompscan_j * OMPSCAN_LANES < ompscan_count) {
#pragma unroll
        for (uint ompscan_e = 0; ompscan_e < 16 / OMPSCAN_ITEM_SIZE;
             ++ompscan_e)
          ompscan_v[ompscan_j].e[ompscan_e] =
              ompscan_combine(ompscan_left, ompscan_v[ompscan_j].e[ompscan_e]);
        ompscan_at[ompscan_i + ompscan_j * OMPSCAN_LANES] =
            ompscan_v[ompscan_j].q;
      }
  }
}
#else
#define OMPSCAN_ADDS_VECTORS 0
#endif

OMPSCAN_KERNEL void ompscan_add_tiles(OMPSCAN_PARAMETERS, const ulong ompscan_n,
                                      __global const ompscan_T *ompscan_sums) {
  // The last tiles first: they may still be in a cache.
  const ulong ompscan_tile = get_num_groups(0) - 1 - get_group_id(0);
  if (ompscan_tile == 0)
    return;
  const ompscan_T ompscan_left = ompscan_sums[ompscan_tile - 1];
#if OMPSCAN_ADDS_VECTORS
  const ulong ompscan_part = OMPSCAN_PART_BEGIN(ompscan_tile);
  if (OMPSCAN_PART_IS_FULL(ompscan_part, ompscan_n)) {
    ompscan_add_part(OMPSCAN_ARGUMENTS, ompscan_part, ompscan_left);
    return;
  }
  const ulong ompscan_begin = ompscan_part + OMPSCAN_LANE;
  const ulong ompscan_end = min(ompscan_part + OMPSCAN_PART, ompscan_n);
  const uint ompscan_step = OMPSCAN_LANES;
#else
  const ulong ompscan_begin = ompscan_tile * OMPSCAN_TILE + get_local_id(0);
  const ulong ompscan_end = min((ompscan_tile + 1) * OMPSCAN_TILE, ompscan_n);
  const uint ompscan_step = OMPSCAN_GROUP;
#endif
  for (ulong ompscan_i = ompscan_begin; ompscan_i < ompscan_end;
       ompscan_i += OMPSCAN_BATCH * ompscan_step) {
    ompscan_T ompscan_v[OMPSCAN_BATCH];
#pragma unroll
    for (uint ompscan_j = 0; ompscan_j < OMPSCAN_BATCH; ++ompscan_j) {
      const ulong ompscan_k = ompscan_i + ompscan_j * ompscan_step;
      if (ompscan_k < ompscan_end)
        ompscan_v[ompscan_j] = ompscan_reload(OMPSCAN_ARGUMENTS, ompscan_k);
    }
#pragma unroll
    for (uint ompscan_j = 0; ompscan_j < OMPSCAN_BATCH; ++ompscan_j) {
      const ulong ompscan_k = ompscan_i + ompscan_j * ompscan_step;
      if (ompscan_k < ompscan_end) {
        const ompscan_T ompscan_sum =
            ompscan_combine(ompscan_left, ompscan_v[ompscan_j]);
        ompscan_output(OMPSCAN_ARGUMENTS, ompscan_k, ompscan_sum, ompscan_sum);
      }
    }
  }
}
#endif

#endif // OMPSCAN_ALGORITHM
