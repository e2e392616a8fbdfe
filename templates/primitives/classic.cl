//===- classic.cl - Algorithms of the literature ---------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As they were published, to be compared with: tiles are scanned or reduced by
// themselves, their totals in turn, and (of scans) combined into them in a last
// kernel. No identity is needed, and where it is not said otherwise the order
// of elements is kept.
//
// The text in front defines the type ompscan_E,
//
//   ompscan_E ompscan_operate(x, y OMPSCAN_USER_ARGUMENTS)
//   OMPSCAN_CLASSIC    one of the numbers below
//
// OMPSCAN_GROUP is a power of 2.
//
//===----------------------------------------------------------------------===//

#define OMPSCAN_HILLIS_STEELE 0
#define OMPSCAN_BLELLOCH 1
#define OMPSCAN_INTERLEAVED 2
#define OMPSCAN_SEQUENTIAL 3
#define OMPSCAN_SHUFFLED 4

#define OMPSCAN_OPERATE(x, y) ompscan_operate(x, y OMPSCAN_USER_ARGUMENTS)

/// Element \p ompscan_i of a tile, or the last one of the array.
#define OMPSCAN_CLASSIC_LOAD(i)                                                \
  ompscan_x[min(ompscan_begin + (ulong)(i), ompscan_n - 1)]

#if OMPSCAN_CLASSIC == OMPSCAN_HILLIS_STEELE

/// Hillis and Steele, "Data Parallel Algorithms", 1986: in step d every element
/// takes the one 2^d places to its left. Between two buffers.
OMPSCAN_KERNEL void ompscan_classic_tiles(
    __global const ompscan_E *ompscan_x, __global ompscan_E *ompscan_out,
    const ulong ompscan_n,
    __global ompscan_E *ompscan_sums OMPSCAN_USER_PARAMETERS) {
  __local ompscan_E ompscan_values[2 * OMPSCAN_GROUP];
  const uint ompscan_lane = (uint)get_local_id(0);
  const ulong ompscan_begin = get_group_id(0) * OMPSCAN_TILE;
  ompscan_E ompscan_value = OMPSCAN_CLASSIC_LOAD(ompscan_lane);
  ompscan_values[ompscan_lane] = ompscan_value;
  uint ompscan_side = 0;
  for (uint ompscan_d = 1; ompscan_d < OMPSCAN_GROUP; ompscan_d *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (ompscan_lane >= ompscan_d)
      ompscan_value = OMPSCAN_OPERATE(
          ompscan_values[ompscan_side + ompscan_lane - ompscan_d],
          ompscan_value);
    ompscan_side = OMPSCAN_GROUP - ompscan_side;
    ompscan_values[ompscan_side + ompscan_lane] = ompscan_value;
  }
  if (ompscan_begin + ompscan_lane < ompscan_n)
    ompscan_out[ompscan_begin + ompscan_lane] = ompscan_value;
  if (ompscan_lane == OMPSCAN_GROUP - 1)
    ompscan_sums[get_group_id(0)] = ompscan_value;
}

#elif OMPSCAN_CLASSIC == OMPSCAN_BLELLOCH

/// Blelloch, "Prefix Sums and Their Applications", 1990: sums go up a tree, and
/// what stands on the left of each node comes down. A gap behind every 32
/// elements keeps work-items from meeting in a bank (Harris, Sengupta and
/// Owens, "Parallel Prefix Sum (Scan) with CUDA", 2007).
#define OMPSCAN_PADDED(i) ((i) + ((i) >> 5))

OMPSCAN_KERNEL void ompscan_classic_tiles(
    __global const ompscan_E *ompscan_x, __global ompscan_E *ompscan_out,
    const ulong ompscan_n,
    __global ompscan_E *ompscan_sums OMPSCAN_USER_PARAMETERS) {
  __local ompscan_E ompscan_values[OMPSCAN_PADDED(2 * OMPSCAN_GROUP)];
  const uint ompscan_lane = (uint)get_local_id(0);
  const ulong ompscan_begin = get_group_id(0) * OMPSCAN_TILE;
  const ompscan_E ompscan_low = OMPSCAN_CLASSIC_LOAD(ompscan_lane);
  const ompscan_E ompscan_high =
      OMPSCAN_CLASSIC_LOAD(ompscan_lane + OMPSCAN_GROUP);
  ompscan_values[OMPSCAN_PADDED(ompscan_lane)] = ompscan_low;
  ompscan_values[OMPSCAN_PADDED(ompscan_lane + OMPSCAN_GROUP)] = ompscan_high;
  for (uint ompscan_d = 1; ompscan_d < 2 * OMPSCAN_GROUP; ompscan_d *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (ompscan_lane < OMPSCAN_GROUP / ompscan_d) {
      const uint ompscan_i = (2 * ompscan_lane + 1) * ompscan_d - 1;
      const uint ompscan_j = OMPSCAN_PADDED(ompscan_i + ompscan_d);
      ompscan_values[ompscan_j] = OMPSCAN_OPERATE(
          ompscan_values[OMPSCAN_PADDED(ompscan_i)], ompscan_values[ompscan_j]);
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (ompscan_lane == 0)
    ompscan_sums[get_group_id(0)] =
        ompscan_values[OMPSCAN_PADDED(2 * OMPSCAN_GROUP - 1)];
  for (uint ompscan_d = OMPSCAN_GROUP; ompscan_d > 0; ompscan_d /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (ompscan_lane < OMPSCAN_GROUP / ompscan_d) {
      const uint ompscan_i =
          OMPSCAN_PADDED((2 * ompscan_lane + 1) * ompscan_d - 1);
      const uint ompscan_j =
          OMPSCAN_PADDED((2 * ompscan_lane + 2) * ompscan_d - 1);
      const ompscan_E ompscan_left = ompscan_values[ompscan_i];
      const ompscan_E ompscan_above = ompscan_values[ompscan_j];
      // Nothing stands on the left of the first node of a level.
      ompscan_values[ompscan_i] = ompscan_above;
      ompscan_values[ompscan_j] =
          ompscan_lane ? OMPSCAN_OPERATE(ompscan_above, ompscan_left)
                       : ompscan_left;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const ulong ompscan_k = ompscan_begin + ompscan_lane;
  if (ompscan_k < ompscan_n)
    ompscan_out[ompscan_k] =
        ompscan_lane
            ? OMPSCAN_OPERATE(ompscan_values[OMPSCAN_PADDED(ompscan_lane)],
                              ompscan_low)
            : ompscan_low;
  if (ompscan_k + OMPSCAN_GROUP < ompscan_n)
    ompscan_out[ompscan_k + OMPSCAN_GROUP] = OMPSCAN_OPERATE(
        ompscan_values[OMPSCAN_PADDED(ompscan_lane + OMPSCAN_GROUP)],
        ompscan_high);
}

#else

/// Combines the elements of each tile to one (Harris, "Optimizing Parallel
/// Reduction in CUDA", 2007).
OMPSCAN_KERNEL void
ompscan_classic_reduce(__global const ompscan_E *ompscan_x,
                       __global ompscan_E *ompscan_sums,
                       const ulong ompscan_n OMPSCAN_USER_PARAMETERS) {
  const uint ompscan_lane = (uint)get_local_id(0);
  const ulong ompscan_begin = get_group_id(0) * OMPSCAN_TILE;
  const uint ompscan_count = (uint)min(OMPSCAN_TILE, ompscan_n - ompscan_begin);
  ompscan_E ompscan_value = OMPSCAN_CLASSIC_LOAD(ompscan_lane);
#if OMPSCAN_CLASSIC == OMPSCAN_SHUFFLED
  // Within each warp by shuffles, then the warps' totals in the first one.
  __local ompscan_E ompscan_totals[OMPSCAN_WARPS];
  union {
    ompscan_E value;
    uint words[(sizeof(ompscan_E) + 3) / 4];
  } ompscan_b;
  for (uint ompscan_round = 0; ompscan_round < 2; ++ompscan_round) {
    const uint ompscan_lanes =
        ompscan_round ? (ompscan_count - 1) / OMPSCAN_LANES + 1 : ompscan_count;
    for (uint ompscan_d = 1; ompscan_d < OMPSCAN_LANES; ompscan_d *= 2) {
      ompscan_b.words[(sizeof(ompscan_E) + 3) / 4 - 1] = 0;
      ompscan_b.value = ompscan_value;
      for (uint ompscan_i = 0; ompscan_i < (sizeof(ompscan_E) + 3) / 4;
           ++ompscan_i)
        ompscan_b.words[ompscan_i] =
            ompscan_word_down(ompscan_b.words[ompscan_i], ompscan_d);
      if (OMPSCAN_LANE % (2 * ompscan_d) == 0 &&
          OMPSCAN_LANE + ompscan_d < OMPSCAN_LANES &&
          ompscan_lane + ompscan_d < ompscan_lanes)
        ompscan_value = OMPSCAN_OPERATE(ompscan_value, ompscan_b.value);
    }
    if (ompscan_round == 0) {
      if (OMPSCAN_LANE == 0)
        ompscan_totals[OMPSCAN_WARP] = ompscan_value;
      barrier(CLK_LOCAL_MEM_FENCE);
      ompscan_value = ompscan_totals[min(ompscan_lane, OMPSCAN_WARPS - 1)];
    }
  }
#else
  __local ompscan_E ompscan_values[OMPSCAN_GROUP];
  ompscan_values[ompscan_lane] = ompscan_value;
  barrier(CLK_LOCAL_MEM_FENCE);
#if OMPSCAN_CLASSIC == OMPSCAN_INTERLEAVED
  for (uint ompscan_d = 1; ompscan_d < OMPSCAN_GROUP; ompscan_d *= 2) {
    if (ompscan_lane % (2 * ompscan_d) == 0 &&
        ompscan_lane + ompscan_d < ompscan_count)
#else
  // Changes the order of elements.
  for (uint ompscan_d = OMPSCAN_GROUP / 2; ompscan_d > 0; ompscan_d /= 2) {
    if (ompscan_lane < ompscan_d && ompscan_lane + ompscan_d < ompscan_count)
#endif
      ompscan_values[ompscan_lane] =
          OMPSCAN_OPERATE(ompscan_values[ompscan_lane],
                          ompscan_values[ompscan_lane + ompscan_d]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  ompscan_value = ompscan_values[0];
#endif
  if (ompscan_lane == 0)
    ompscan_sums[get_group_id(0)] = ompscan_value;
}

#endif

#if OMPSCAN_CLASSIC <= OMPSCAN_BLELLOCH

/// Combines `ompscan_sums[t - 1]` from the left into every element of tile t.
OMPSCAN_KERNEL void ompscan_classic_add(
    __global ompscan_E *ompscan_out, const ulong ompscan_n,
    __global const ompscan_E *ompscan_sums OMPSCAN_USER_PARAMETERS) {
  const ulong ompscan_tile = get_group_id(0);
  for (ulong ompscan_k = ompscan_tile * OMPSCAN_TILE + get_local_id(0);
       ompscan_tile > 0 &&
       ompscan_k < min((ompscan_tile + 1) * OMPSCAN_TILE, ompscan_n);
       ompscan_k += OMPSCAN_GROUP)
    ompscan_out[ompscan_k] =
        OMPSCAN_OPERATE(ompscan_sums[ompscan_tile - 1], ompscan_out[ompscan_k]);
}

#endif
