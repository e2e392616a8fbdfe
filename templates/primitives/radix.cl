//===- radix.cl - Radix sort ------------------------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One step of a stable sort, by a digit of 8 bits, from one array to another:
// every tile counts its digits, the counts are scanned in the order of digits
// and then tiles, and every tile is sorted in local memory and stored where its
// digits begin (Satish, Harris and Garland, "Designing Efficient Sorting
// Algorithms for Manycore GPUs", 2009). Warps do it in one sweep instead: see
// radix-warp.cl.
//
// The text in front defines
//
//   ompscan_E, ompscan_C     types of a key, an unsigned integer, and a value
//   OMPSCAN_HAS_COMPANION    whether there are values
//   OMPSCAN_KEY_BITS         bits of a key
//   OMPSCAN_KEY_KIND         0: keys are unsigned, 1: signed, 2: floating
//
//===----------------------------------------------------------------------===//

#define OMPSCAN_DIGITS 256

/// Whether radix-warp.cl has the kernels.
#define OMPSCAN_SWEEPS                                                         \
  (OMPSCAN_PTX && OMPSCAN_ALGORITHM == OMPSCAN_SINGLE_PASS &&                  \
   OMPSCAN_GROUP >= OMPSCAN_DIGITS)

/// A digit of a key. Digits order unsigned integers as the keys are ordered;
/// \p ompscan_flip is 255 to have the largest first, or 0.
OMPSCAN_INLINE uint ompscan_digit(const ompscan_E ompscan_key,
                                  const uint ompscan_shift,
                                  const uint ompscan_flip) {
  const ompscan_E ompscan_sign = (ompscan_E)1 << (OMPSCAN_KEY_BITS - 1);
  ompscan_E ompscan_ordered = ompscan_key;
#if OMPSCAN_KEY_KIND == 1
  ompscan_ordered ^= ompscan_sign;
#elif OMPSCAN_KEY_KIND == 2
  ompscan_ordered ^=
      ompscan_key & ompscan_sign ? (ompscan_E)~0ul : ompscan_sign;
#endif
  return ((uint)(ompscan_ordered >> ompscan_shift) & 255u) ^ ompscan_flip;
}

#if !OMPSCAN_SWEEPS

#define OMPSCAN_RADIX_PARAMETERS                                               \
  __global const ompscan_E *ompscan_x, __global ompscan_E *ompscan_out,        \
      __global const ompscan_C *ompscan_y, __global ompscan_C *ompscan_y_out,  \
      const ulong ompscan_n, const uint ompscan_shift,                         \
      const uint ompscan_flip, __global ompscan_T *ompscan_sums

/// Stores how often digit d is in tile t in `ompscan_sums[d * tiles + t]`.
OMPSCAN_KERNEL void ompscan_radix_count(OMPSCAN_RADIX_PARAMETERS) {
  __local uint ompscan_counts[OMPSCAN_DIGITS];
  const ulong ompscan_tile = get_group_id(0);
  const uint ompscan_lane = (uint)get_local_id(0);
  const ulong ompscan_begin = ompscan_tile * OMPSCAN_TILE;
  const uint ompscan_count = (uint)min(OMPSCAN_TILE, ompscan_n - ompscan_begin);
  for (uint ompscan_d = ompscan_lane; ompscan_d < OMPSCAN_DIGITS;
       ompscan_d += OMPSCAN_GROUP)
    ompscan_counts[ompscan_d] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint ompscan_i = ompscan_lane; ompscan_i < ompscan_count;
       ompscan_i += OMPSCAN_GROUP) {
    const uint ompscan_d = ompscan_digit(ompscan_x[ompscan_begin + ompscan_i],
                                         ompscan_shift, ompscan_flip);
#if OMPSCAN_GROUP == 1
    ++ompscan_counts[ompscan_d];
#else
    atomic_inc(&ompscan_counts[ompscan_d]);
#endif
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint ompscan_d = ompscan_lane; ompscan_d < OMPSCAN_DIGITS;
       ompscan_d += OMPSCAN_GROUP)
    ompscan_sums[ompscan_d * get_num_groups(0) + ompscan_tile] =
        ompscan_counts[ompscan_d];
}

/// Puts in the place of every sum what stands on its left. In a single pass
/// there is a group for each tile of sums; else there is one group.
OMPSCAN_KERNEL void ompscan_radix_scan(__global ompscan_T *ompscan_sums,
                                       const ulong ompscan_count
#if OMPSCAN_ALGORITHM == OMPSCAN_SINGLE_PASS
                                       ,
                                       __global volatile ulong *ompscan_chain,
                                       const uint ompscan_first,
                                       const uint ompscan_epoch
#endif
) {
#if OMPSCAN_GROUP > 1
  __local OMPSCAN_GROUP_NUMBERS(ompscan_values);
#endif
#if OMPSCAN_ALGORITHM == OMPSCAN_SINGLE_PASS
  OMPSCAN_LEFT_VARIABLES
  const ulong ompscan_begin = OMPSCAN_TAKE_TILE() * OMPSCAN_TILE;
  const ulong ompscan_end = min(ompscan_begin + OMPSCAN_TILE, ompscan_count);
#else
  const ulong ompscan_begin = 0, ompscan_end = ompscan_count;
#endif
  ompscan_T ompscan_left = 0;
  for (ulong ompscan_tile = ompscan_begin; ompscan_tile < ompscan_end;
       ompscan_tile += OMPSCAN_TILE) {
    const ulong ompscan_run =
        ompscan_tile + get_local_id(0) * (ulong)OMPSCAN_ITEMS;
    ompscan_T ompscan_own = 0;
    for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j)
      if (ompscan_run + ompscan_j < ompscan_end)
        ompscan_own += ompscan_sums[ompscan_run + ompscan_j];
#if OMPSCAN_GROUP > 1
    ompscan_T ompscan_total;
    ompscan_T ompscan_value =
        ompscan_scan_group(ompscan_own, ompscan_values, &ompscan_total);
#else
    ompscan_T ompscan_value = 0;
    const ompscan_T ompscan_total = ompscan_own;
#endif
#if OMPSCAN_ALGORITHM == OMPSCAN_SINGLE_PASS
    OMPSCAN_PUBLISH_COUNT(ompscan_tile / OMPSCAN_TILE, ompscan_total);
    ompscan_left =
        OMPSCAN_FIND_LEFT(ompscan_tile / OMPSCAN_TILE, ompscan_total);
#endif
    ompscan_value += ompscan_left;
    for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j)
      if (ompscan_run + ompscan_j < ompscan_end) {
        const ompscan_T ompscan_sum = ompscan_sums[ompscan_run + ompscan_j];
        ompscan_sums[ompscan_run + ompscan_j] = ompscan_value;
        ompscan_value += ompscan_sum;
      }
    ompscan_left += ompscan_total;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

#if OMPSCAN_GROUP == 1

/// Stores every tile from the scanned sums on.
OMPSCAN_KERNEL void ompscan_radix_place(OMPSCAN_RADIX_PARAMETERS) {
  __local ompscan_T ompscan_places[OMPSCAN_DIGITS];
  const ulong ompscan_tile = get_group_id(0);
  const ulong ompscan_begin = ompscan_tile * OMPSCAN_TILE;
  const ulong ompscan_end = min(ompscan_begin + OMPSCAN_TILE, ompscan_n);
  for (uint ompscan_d = 0; ompscan_d < OMPSCAN_DIGITS; ++ompscan_d)
    ompscan_places[ompscan_d] =
        ompscan_sums[ompscan_d * get_num_groups(0) + ompscan_tile];
  for (ulong ompscan_k = ompscan_begin; ompscan_k < ompscan_end; ++ompscan_k) {
    const ompscan_E ompscan_key = ompscan_x[ompscan_k];
    const ompscan_T ompscan_place = ompscan_places[ompscan_digit(
        ompscan_key, ompscan_shift, ompscan_flip)]++;
    ompscan_out[ompscan_place] = ompscan_key;
#if OMPSCAN_HAS_COMPANION
    ompscan_y_out[ompscan_place] = ompscan_y[ompscan_k];
#endif
  }
}

#else // OMPSCAN_GROUP > 1

/// Sorts the words of a tile by four of their bits. Each work-item counts the
/// digits of its own run in a column.
OMPSCAN_INLINE void ompscan_radix_round(const uint ompscan_shift,
                                        __local uint *ompscan_words,
                                        __local ushort *ompscan_columns,
                                        __local ompscan_T *ompscan_values) {
  const uint ompscan_lane = (uint)get_local_id(0);
  uint ompscan_w[OMPSCAN_ITEMS], ompscan_rank[OMPSCAN_ITEMS];
  for (uint ompscan_d = 0; ompscan_d < 16; ++ompscan_d)
    ompscan_columns[ompscan_d * OMPSCAN_GROUP + ompscan_lane] = 0;
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j) {
    ompscan_w[ompscan_j] =
        ompscan_words[ompscan_lane * OMPSCAN_ITEMS + ompscan_j];
    const uint ompscan_c =
        (ompscan_w[ompscan_j] >> ompscan_shift & 15u) * OMPSCAN_GROUP +
        ompscan_lane;
    ompscan_rank[ompscan_j] = ompscan_columns[ompscan_c];
    ompscan_columns[ompscan_c] = (ushort)(ompscan_rank[ompscan_j] + 1);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  // The columns in the order of digits: 16 counts for each work-item.
  uint ompscan_own = 0;
  for (uint ompscan_j = 0; ompscan_j < 16; ++ompscan_j)
    ompscan_own += ompscan_columns[ompscan_lane * 16 + ompscan_j];
  ompscan_T ompscan_all;
  uint ompscan_value =
      (uint)ompscan_scan_group(ompscan_own, ompscan_values, &ompscan_all);
  for (uint ompscan_j = 0; ompscan_j < 16; ++ompscan_j) {
    const uint ompscan_c = ompscan_columns[ompscan_lane * 16 + ompscan_j];
    ompscan_columns[ompscan_lane * 16 + ompscan_j] = (ushort)ompscan_value;
    ompscan_value += ompscan_c;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j) {
    const uint ompscan_c =
        (ompscan_w[ompscan_j] >> ompscan_shift & 15u) * OMPSCAN_GROUP +
        ompscan_lane;
    ompscan_words[ompscan_columns[ompscan_c] + ompscan_rank[ompscan_j]] =
        ompscan_w[ompscan_j];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
}

/// Stores every tile from the scanned sums on.
OMPSCAN_KERNEL void ompscan_radix_place(OMPSCAN_RADIX_PARAMETERS) {
  // A word is a digit above the place of its key in the tile.
  __local uint ompscan_words[OMPSCAN_TILE];
  __local ushort ompscan_columns[16 * OMPSCAN_GROUP];
  __local OMPSCAN_GROUP_NUMBERS(ompscan_values);
  __local ompscan_T ompscan_places[OMPSCAN_DIGITS];
  const ulong ompscan_tile = get_group_id(0);
  const uint ompscan_lane = (uint)get_local_id(0);
  const ulong ompscan_begin = ompscan_tile * OMPSCAN_TILE;
  const uint ompscan_count = (uint)min(OMPSCAN_TILE, ompscan_n - ompscan_begin);
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j) {
    const uint ompscan_i = ompscan_j * OMPSCAN_GROUP + ompscan_lane;
    // What is behind the end stays there.
    uint ompscan_d = OMPSCAN_DIGITS - 1;
    if (ompscan_i < ompscan_count)
      ompscan_d = ompscan_digit(ompscan_x[ompscan_begin + ompscan_i],
                                ompscan_shift, ompscan_flip);
    ompscan_words[ompscan_i] = ompscan_d << 16 | ompscan_i;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  // In a loop: PoCL 3.1 mixes up what two copies of the function hold.
  for (uint ompscan_bit = 16; ompscan_bit < 24; ompscan_bit += 4)
    ompscan_radix_round(ompscan_bit, ompscan_words, ompscan_columns,
                        ompscan_values);
  // Place i of the sorted tile is place i + ompscan_places[digit] of the
  // result, which may wrap around on the way.
  for (uint ompscan_i = ompscan_lane; ompscan_i < ompscan_count;
       ompscan_i += OMPSCAN_GROUP) {
    const uint ompscan_d = ompscan_words[ompscan_i] >> 16;
    if (ompscan_i == 0 || ompscan_words[ompscan_i - 1] >> 16 != ompscan_d)
      ompscan_places[ompscan_d] =
          ompscan_sums[ompscan_d * get_num_groups(0) + ompscan_tile] -
          ompscan_i;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint ompscan_i = ompscan_lane; ompscan_i < ompscan_count;
       ompscan_i += OMPSCAN_GROUP) {
    const uint ompscan_word = ompscan_words[ompscan_i];
    const ulong ompscan_from = ompscan_begin + (ompscan_word & 0xffffu);
    const ompscan_T ompscan_to = ompscan_places[ompscan_word >> 16] + ompscan_i;
    ompscan_out[ompscan_to] = ompscan_x[ompscan_from];
#if OMPSCAN_HAS_COMPANION
    ompscan_y_out[ompscan_to] = ompscan_y[ompscan_from];
#endif
  }
}

#endif // OMPSCAN_GROUP

#endif // !OMPSCAN_SWEEPS
