//===- classic.cl - Algorithms of the literature ----------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Algorithms as they were published, for comparisons: tiles are scanned or
// reduced by themselves, then their totals, and (in scans) a last kernel
// combines these into the tiles. No identity is needed, and the order of
// elements is kept unless stated otherwise. Compactions count, scan the counts
// and move, in kernels of the runtime's selections and one below.
//
// The text in front defines ompscan_E and OMPSCAN_CLASSIC, one of the numbers
// below. Scans and reductions also expect OMPSCAN_OPERATE(x, y), and their
// OMPSCAN_GROUP is a power of 2.
//
//===----------------------------------------------------------------------===//

#define OMPSCAN_HILLIS_STEELE 0
#define OMPSCAN_BLELLOCH 1
#define OMPSCAN_INTERLEAVED 2
#define OMPSCAN_SEQUENTIAL 3
#define OMPSCAN_SHUFFLED 4
#define OMPSCAN_STAGED 5
#define OMPSCAN_SCATTERED 6

/// Element \p i of a tile, or the last element of the array.
#define OMPSCAN_CLASSIC_LOAD(i) x[min(begin + (ulong)(i), n - 1)]

#if OMPSCAN_CLASSIC == OMPSCAN_HILLIS_STEELE

/// Hillis and Steele, "Data Parallel Algorithms", 1986: in step d every element
/// is combined with the one 2^d places to its left. Steps alternate between two
/// buffers.
OMPSCAN_KERNEL void
ompscan_classic_tiles(__global const ompscan_E *x, __global ompscan_E *out,
                      const ulong n,
                      __global ompscan_E *sums OMPSCAN_USER_PARAMETERS) {
  __local ompscan_E values[2 * OMPSCAN_GROUP];
  const uint lane = (uint)get_local_id(0);
  const ulong begin = get_group_id(0) * OMPSCAN_TILE;
  ompscan_E value = OMPSCAN_CLASSIC_LOAD(lane);
  values[lane] = value;
  uint side = 0;
  for (uint d = 1; d < OMPSCAN_GROUP; d *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane >= d)
      value = OMPSCAN_OPERATE(values[side + lane - d], value);
    side = OMPSCAN_GROUP - side;
    values[side + lane] = value;
  }
  if (begin + lane < n)
    out[begin + lane] = value;
  if (lane == OMPSCAN_GROUP - 1)
    sums[get_group_id(0)] = value;
}

#elif OMPSCAN_CLASSIC == OMPSCAN_BLELLOCH

/// Blelloch, "Prefix Sums and Their Applications", 1990: sums go up a tree,
/// then the prefix of each node comes down. A gap behind every 32 elements
/// avoids bank conflicts (Harris, Sengupta and Owens, "Parallel Prefix Sum
/// (Scan) with CUDA", 2007).
#define OMPSCAN_PADDED(i) ((i) + ((i) >> 5))

OMPSCAN_KERNEL void
ompscan_classic_tiles(__global const ompscan_E *x, __global ompscan_E *out,
                      const ulong n,
                      __global ompscan_E *sums OMPSCAN_USER_PARAMETERS) {
  __local ompscan_E values[OMPSCAN_PADDED(2 * OMPSCAN_GROUP)];
  const uint lane = (uint)get_local_id(0);
  const ulong begin = get_group_id(0) * OMPSCAN_TILE;
  const ompscan_E low = OMPSCAN_CLASSIC_LOAD(lane);
  const ompscan_E high = OMPSCAN_CLASSIC_LOAD(lane + OMPSCAN_GROUP);
  values[OMPSCAN_PADDED(lane)] = low;
  values[OMPSCAN_PADDED(lane + OMPSCAN_GROUP)] = high;
  for (uint d = 1; d < 2 * OMPSCAN_GROUP; d *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < OMPSCAN_GROUP / d) {
      const uint i = (2 * lane + 1) * d - 1;
      const uint j = OMPSCAN_PADDED(i + d);
      values[j] = OMPSCAN_OPERATE(values[OMPSCAN_PADDED(i)], values[j]);
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lane == 0)
    sums[get_group_id(0)] = values[OMPSCAN_PADDED(2 * OMPSCAN_GROUP - 1)];
  for (uint d = OMPSCAN_GROUP; d > 0; d /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < OMPSCAN_GROUP / d) {
      const uint i = OMPSCAN_PADDED((2 * lane + 1) * d - 1);
      const uint j = OMPSCAN_PADDED((2 * lane + 2) * d - 1);
      const ompscan_E left = values[i];
      const ompscan_E above = values[j];
      // The first node of a level has no prefix.
      values[i] = above;
      values[j] = lane ? OMPSCAN_OPERATE(above, left) : left;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const ulong k = begin + lane;
  if (k < n)
    out[k] = lane ? OMPSCAN_OPERATE(values[OMPSCAN_PADDED(lane)], low) : low;
  if (k + OMPSCAN_GROUP < n)
    out[k + OMPSCAN_GROUP] =
        OMPSCAN_OPERATE(values[OMPSCAN_PADDED(lane + OMPSCAN_GROUP)], high);
}

#elif OMPSCAN_CLASSIC == OMPSCAN_SCATTERED

/// As ompscan_select_place() (select-kernels.cl) without local memory for
/// elements: each work-item stores its kept elements directly.
OMPSCAN_KERNEL void ompscan_classic_scatter(OMPSCAN_SELECTION_PARAMETERS,
                                            __global const ulong *sums) {
  __local OMPSCAN_GROUP_NUMBERS(numbers);
  const ulong tile = get_group_id(0);
  const ulong begin = tile * OMPSCAN_TILE;
  const uint count = (uint)OMPSCAN_TILE_LENGTH(n, tile);
  ulong left = sums[tile];
  for (uint row = 0; row < count; row += OMPSCAN_GROUP) {
    const uint i = min(row + (uint)get_local_id(0), count - 1);
    const ompscan_E e = x[begin + i];
    const uint keeps =
        i == row + (uint)get_local_id(0) && OMPSCAN_KEEPS(e, e, begin + i);
    ompscan_T overall;
    const ompscan_T rank = ompscan_scan_group(keeps, numbers, &overall);
    if (keeps)
      out[left + rank] = e;
    left += overall;
  }
}

#elif OMPSCAN_CLASSIC != OMPSCAN_STAGED

/// Reduces each tile (Harris, "Optimizing Parallel Reduction in CUDA", 2007).
OMPSCAN_KERNEL void
ompscan_classic_reduce(__global const ompscan_E *x, __global ompscan_E *sums,
                       const ulong n OMPSCAN_USER_PARAMETERS) {
  const uint lane = (uint)get_local_id(0);
  const ulong begin = get_group_id(0) * OMPSCAN_TILE;
  const uint count = (uint)min(OMPSCAN_TILE, n - begin);
  ompscan_E value = OMPSCAN_CLASSIC_LOAD(lane);
#if OMPSCAN_CLASSIC == OMPSCAN_SHUFFLED
  // Reduce each warp by shuffles, then the totals of the warps in the first
  // warp.
  __local ompscan_E totals[OMPSCAN_WARPS];
  union {
    ompscan_E value;
    uint words[(sizeof(ompscan_E) + 3) / 4];
  } b;
  for (uint pass = 0; pass < 2; ++pass) {
    const uint lanes = pass ? (count - 1) / OMPSCAN_LANES + 1 : count;
    for (uint d = 1; d < OMPSCAN_LANES; d *= 2) {
      b.words[(sizeof(ompscan_E) + 3) / 4 - 1] = 0;
      b.value = value;
      for (uint i = 0; i < (sizeof(ompscan_E) + 3) / 4; ++i)
        b.words[i] = ompscan_word_down(b.words[i], d);
      if (OMPSCAN_LANE % (2 * d) == 0 && OMPSCAN_LANE + d < OMPSCAN_LANES &&
          lane + d < lanes)
        value = OMPSCAN_OPERATE(value, b.value);
    }
    if (pass == 0) {
      if (OMPSCAN_LANE == 0)
        totals[OMPSCAN_WARP] = value;
      barrier(CLK_LOCAL_MEM_FENCE);
      value = totals[min(lane, OMPSCAN_WARPS - 1)];
    }
  }
#else
  __local ompscan_E values[OMPSCAN_GROUP];
  values[lane] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
#if OMPSCAN_CLASSIC == OMPSCAN_INTERLEAVED
  for (uint d = 1; d < OMPSCAN_GROUP; d *= 2) {
    if (lane % (2 * d) == 0 && lane + d < count)
#else
  // This form changes the order of elements.
  for (uint d = OMPSCAN_GROUP / 2; d > 0; d /= 2) {
    if (lane < d && lane + d < count)
#endif
      values[lane] = OMPSCAN_OPERATE(values[lane], values[lane + d]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  value = values[0];
#endif
  if (lane == 0)
    sums[get_group_id(0)] = value;
}

#endif

#if OMPSCAN_CLASSIC <= OMPSCAN_BLELLOCH

/// Combines `sums[t - 1]` from the left into every element of tile t.
OMPSCAN_KERNEL void
ompscan_classic_add(__global ompscan_E *out, const ulong n,
                    __global const ompscan_E *sums OMPSCAN_USER_PARAMETERS) {
  const ulong tile = get_group_id(0);
  for (ulong k = tile * OMPSCAN_TILE + get_local_id(0);
       tile > 0 && k < min((tile + 1) * OMPSCAN_TILE, n); k += OMPSCAN_GROUP)
    out[k] = OMPSCAN_OPERATE(sums[tile - 1], out[k]);
}

#endif
