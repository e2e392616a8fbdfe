//===- three-kernel.cl - Scan in three kernels ------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scans every tile by itself, scans the totals of the tiles in place, level by
// level, and combines the prefix of a tile into it. Work-items without an
// element do nothing.
//
// Reduce-then-scan uses the kernels for sums, too, with tiles of their own.
//
//===----------------------------------------------------------------------===//

#if (OMPSCAN_ALGORITHM != OMPSCAN_SINGLE_PASS || OMPSCAN_ALSO_REDUCES) &&      \
    !OMPSCAN_IS_ORDERED

#ifndef OMPSCAN_SUM_ITEMS
#define OMPSCAN_SUM_ITEMS OMPSCAN_ITEMS
#endif
#define OMPSCAN_SUM_TILE ((ulong)(OMPSCAN_GROUP) * (OMPSCAN_SUM_ITEMS))
#define OMPSCAN_TILE_BEGIN ((ulong)get_group_id(0) * OMPSCAN_SUM_TILE)
#define OMPSCAN_TILE_COUNT(n)                                                  \
  ((uint)min(OMPSCAN_SUM_TILE, (ulong)(n) - OMPSCAN_TILE_BEGIN))

#if OMPSCAN_GROUP == 1

#if OMPSCAN_ALGORITHM == OMPSCAN_THREE_KERNEL
OMPSCAN_KERNEL void ompscan_scan_tiles(OMPSCAN_PARAMETERS, const ulong n,
                                       __global ompscan_T *sums) {
  const ulong begin = get_group_id(0) * OMPSCAN_TILE;
  const ulong end = min(begin + OMPSCAN_TILE, n);
  ompscan_T v = ompscan_input(OMPSCAN_ARGUMENTS, begin);
  if (begin == 0)
    v = ompscan_combine(ompscan_seed(OMPSCAN_ARGUMENTS), v);
  ompscan_output(OMPSCAN_ARGUMENTS, begin, v, v);
  for (ulong k = begin + 1; k < end; ++k) {
    v = ompscan_combine(v, ompscan_input(OMPSCAN_ARGUMENTS, k));
    ompscan_output(OMPSCAN_ARGUMENTS, k, v, v);
  }
  sums[get_group_id(0)] = v;
}
#endif

OMPSCAN_KERNEL void ompscan_scan_sums(__global ompscan_T *sums, const ulong n,
                                      __global ompscan_T *next) {
  const ulong begin = OMPSCAN_TILE_BEGIN;
  const ulong end = begin + OMPSCAN_TILE_COUNT(n);
  ompscan_T v = sums[begin];
  for (ulong k = begin + 1; k < end; ++k) {
    v = ompscan_combine(v, sums[k]);
    sums[k] = v;
  }
  next[get_group_id(0)] = v;
}

#else // OMPSCAN_GROUP > 1

/// The place of element i of a tile in local memory.
#define OMPSCAN_SUM_PITCH OMPSCAN_PITCH_OF(OMPSCAN_SUM_ITEMS)
#define OMPSCAN_SLOT(i)                                                        \
  ((i) / (OMPSCAN_SUM_ITEMS) * OMPSCAN_SUM_PITCH + (i) % (OMPSCAN_SUM_ITEMS))

/// The element that this work-item loads and stores in stripe j of a tile.
#define OMPSCAN_STRIPED(j) ((j) * (OMPSCAN_GROUP) + (uint)get_local_id(0))

/// Scans the \p count >= 1 elements of a tile in local memory. All work-items
/// of the group call it after a barrier; it ends with one. The entry of
/// `totals` of the last work-item with an element holds the total.
static void ompscan_scan_local(__local ompscan_T *items,
                               __local ompscan_T *totals, const uint count) {
  const uint id = (uint)get_local_id(0);
  const uint runs = (count + (OMPSCAN_SUM_ITEMS)-1) / (OMPSCAN_SUM_ITEMS);
  __local ompscan_T *const run = items + id * OMPSCAN_SUM_PITCH;
  const uint first = id * (OMPSCAN_SUM_ITEMS);
  const uint extent =
      id < runs ? min((uint)(OMPSCAN_SUM_ITEMS), count - first) : 0u;

  if (extent > 0) {
    ompscan_T v = run[0];
    for (uint j = 1; j < extent; ++j) {
      v = ompscan_combine(v, run[j]);
      run[j] = v;
    }
    totals[id] = v;
  }
  barrier(CLK_LOCAL_MEM_FENCE);

#pragma unroll 1
  for (uint offset = 1; offset < (OMPSCAN_GROUP); offset *= 2) {
    ompscan_T v;
    const bool takes = id >= offset && id < runs;
    if (takes)
      v = ompscan_combine(totals[id - offset], totals[id]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (takes)
      totals[id] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  if (extent > 0 && id > 0) {
    const ompscan_T left = totals[id - 1];
    for (uint j = 0; j < extent; ++j)
      run[j] = ompscan_combine(left, run[j]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
}

#if OMPSCAN_ALGORITHM == OMPSCAN_THREE_KERNEL
OMPSCAN_KERNEL void ompscan_scan_tiles(OMPSCAN_PARAMETERS, const ulong n,
                                       __global ompscan_T *sums) {
  OMPSCAN_TILE_VARIABLES
  const ulong tile = get_group_id(0);
  ompscan_T before, prefix;
  const ompscan_T total = ompscan_tile_total(OMPSCAN_ARGUMENTS, n, tile,
                                             &before, OMPSCAN_TILE_ARGUMENTS);
  if (OMPSCAN_IS_LEADER && OMPSCAN_HAS_LEFT(tile))
    prefix = ompscan_seed(OMPSCAN_ARGUMENTS);
  if (get_local_id(0) == 0)
    sums[tile] =
        OMPSCAN_HAS_LEFT(tile) ? ompscan_combine(prefix, total) : total;
  ompscan_tile_finish(OMPSCAN_ARGUMENTS, n, tile, &prefix, &before,
                      OMPSCAN_TILE_ARGUMENTS);
}
#endif

OMPSCAN_KERNEL void ompscan_scan_sums(__global ompscan_T *sums, const ulong n,
                                      __global ompscan_T *next) {
  __local ompscan_T items[(OMPSCAN_GROUP)*OMPSCAN_SUM_PITCH];
  __local ompscan_T totals[OMPSCAN_GROUP];
  const ulong begin = OMPSCAN_TILE_BEGIN;
  const uint count = OMPSCAN_TILE_COUNT(n);

  for (uint j = 0; j < (OMPSCAN_SUM_ITEMS); ++j) {
    const uint i = OMPSCAN_STRIPED(j);
    if (i < count)
      items[OMPSCAN_SLOT(i)] = sums[begin + i];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  ompscan_scan_local(items, totals, count);

  for (uint j = 0; j < (OMPSCAN_SUM_ITEMS); ++j) {
    const uint i = OMPSCAN_STRIPED(j);
    if (i < count)
      sums[begin + i] = items[OMPSCAN_SLOT(i)];
  }
  if (get_local_id(0) == 0)
    next[get_group_id(0)] = items[OMPSCAN_SLOT(count - 1)];
}

#endif // OMPSCAN_GROUP

OMPSCAN_KERNEL void ompscan_add_sums(__global ompscan_T *sums, const ulong n,
                                     __global const ompscan_T *next) {
  if (get_group_id(0) == 0)
    return;
  const ulong begin = OMPSCAN_TILE_BEGIN;
  const uint count = OMPSCAN_TILE_COUNT(n);
  const ompscan_T left = next[get_group_id(0) - 1];
  for (uint i = (uint)get_local_id(0); i < count; i += (OMPSCAN_GROUP))
    sums[begin + i] = ompscan_combine(left, sums[begin + i]);
}

#if OMPSCAN_ALGORITHM == OMPSCAN_THREE_KERNEL

/// Results that a work-item loads before it stores the first one.
#define OMPSCAN_BATCH 4

#if OMPSCAN_USES_VECTORS && OMPSCAN_ITEM_SIZE <= 8 &&                          \
    16 % OMPSCAN_ITEM_SIZE == 0
#define OMPSCAN_ADDS_VECTORS 1
typedef union {
  uint4 q;
  ompscan_T e[16 / OMPSCAN_ITEM_SIZE];
} ompscan_quad;

/// Combines \p left into a full part of a tile, in vectors of 16 bytes.
OMPSCAN_INLINE void ompscan_add_part(OMPSCAN_PARAMETERS, const ulong begin,
                                     const ompscan_T left) {
  __global uint4 *const at =
      (__global uint4 *)ompscan_output_address(OMPSCAN_ARGUMENTS, begin);
  const uint count = OMPSCAN_PART * OMPSCAN_ITEM_SIZE / 16;
#pragma unroll
  for (uint i = OMPSCAN_LANE; i < count; i += OMPSCAN_BATCH * OMPSCAN_LANES) {
    ompscan_quad v[OMPSCAN_BATCH];
#pragma unroll
    for (uint j = 0; j < OMPSCAN_BATCH; ++j)
      if (i + j * OMPSCAN_LANES < count)
        v[j].q = at[i + j * OMPSCAN_LANES];
#pragma unroll
    for (uint j = 0; j < OMPSCAN_BATCH; ++j)
      if (i + j * OMPSCAN_LANES < count) {
#pragma unroll
        for (uint e = 0; e < 16 / OMPSCAN_ITEM_SIZE; ++e)
          v[j].e[e] = ompscan_combine(left, v[j].e[e]);
        at[i + j * OMPSCAN_LANES] = v[j].q;
      }
  }
}
#else
#define OMPSCAN_ADDS_VECTORS 0
#endif

OMPSCAN_KERNEL void ompscan_add_tiles(OMPSCAN_PARAMETERS, const ulong n,
                                      __global const ompscan_T *sums) {
  // The last tiles come first: they may still be cached.
  const ulong tile = get_num_groups(0) - 1 - get_group_id(0);
  if (tile == 0)
    return;
  const ompscan_T left = sums[tile - 1];
#if OMPSCAN_ADDS_VECTORS
  const ulong part = OMPSCAN_PART_BEGIN(tile);
  if (OMPSCAN_PART_IS_FULL(part, n)) {
    ompscan_add_part(OMPSCAN_ARGUMENTS, part, left);
    return;
  }
  const ulong begin = part + OMPSCAN_LANE;
  const ulong end = min(part + OMPSCAN_PART, n);
  const uint stride = OMPSCAN_LANES;
#else
  const ulong begin = tile * OMPSCAN_TILE + get_local_id(0);
  const ulong end = min((tile + 1) * OMPSCAN_TILE, n);
  const uint stride = OMPSCAN_GROUP;
#endif
  for (ulong i = begin; i < end; i += OMPSCAN_BATCH * stride) {
    ompscan_T v[OMPSCAN_BATCH];
#pragma unroll
    for (uint j = 0; j < OMPSCAN_BATCH; ++j) {
      const ulong k = i + j * stride;
      if (k < end)
        v[j] = ompscan_reload(OMPSCAN_ARGUMENTS, k);
    }
#pragma unroll
    for (uint j = 0; j < OMPSCAN_BATCH; ++j) {
      const ulong k = i + j * stride;
      if (k < end) {
        const ompscan_T sum = ompscan_combine(left, v[j]);
        ompscan_output(OMPSCAN_ARGUMENTS, k, sum, sum);
      }
    }
  }
}
#endif

#endif // OMPSCAN_ALGORITHM
