//===- radix-warp.cl - Radix sort by warps ----------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On NVIDIA's devices, in a single pass: the digits of all steps are counted at
// once, and a step reads and stores every key once (Adinets and Merrill,
// "Onesweep: A Faster Least Significant Digit Radix Sort for GPUs", 2022). A
// warp ranks its keys by votes, row by row, and a tile finds out how often each
// digit stands on its left by looking back at the tiles before: every digit of
// a tile has a status of its own. See radix.cl for what the text in front
// defines; ompscan_T has 32 bits, and a group at least OMPSCAN_DIGITS
// work-items.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_SWEEPS

#define OMPSCAN_STEPS (OMPSCAN_KEY_BITS / 8)

/// Small companions follow their keys through local memory. Others are stored
/// from registers.
#define OMPSCAN_IS_STAGED (OMPSCAN_HAS_COMPANION && sizeof(ompscan_C) <= 8)
#define OMPSCAN_STAGED_SIZE                                                    \
  (OMPSCAN_IS_STAGED && sizeof(ompscan_C) > sizeof(ompscan_E)                  \
       ? sizeof(ompscan_C)                                                     \
       : sizeof(ompscan_E))

/// Statuses that a work-item looks at at once: 8 take 1.06 of the time on an
/// H200, 1 takes 1.10.
#define OMPSCAN_SIGHT 4

/// Stores how often digit d of step s is in the tiles of group g in
/// `ompscan_sums[(g * OMPSCAN_STEPS + s) * OMPSCAN_DIGITS + d]`.
OMPSCAN_KERNEL void ompscan_radix_count(__global const ompscan_E *ompscan_x,
                                        const ulong ompscan_n,
                                        const uint ompscan_flip,
                                        __global ompscan_T *ompscan_sums) {
  __local uint ompscan_counts[OMPSCAN_STEPS * OMPSCAN_DIGITS];
  const uint ompscan_lane = (uint)get_local_id(0);
  for (uint ompscan_d = ompscan_lane;
       ompscan_d < OMPSCAN_STEPS * OMPSCAN_DIGITS; ompscan_d += OMPSCAN_GROUP)
    ompscan_counts[ompscan_d] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (ulong ompscan_begin = get_group_id(0) * OMPSCAN_TILE;
       ompscan_begin < ompscan_n;
       ompscan_begin += get_num_groups(0) * OMPSCAN_TILE) {
    const uint ompscan_count =
        (uint)min(OMPSCAN_TILE, ompscan_n - ompscan_begin);
    ompscan_E ompscan_keys[OMPSCAN_ITEMS];
#pragma unroll
    for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j)
      ompscan_keys[ompscan_j] =
          ompscan_x[ompscan_begin +
                    min(ompscan_j * OMPSCAN_GROUP + ompscan_lane,
                        ompscan_count - 1)];
#pragma unroll
    for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j)
      if (ompscan_j * OMPSCAN_GROUP + ompscan_lane < ompscan_count)
#pragma unroll
        for (uint ompscan_s = 0; ompscan_s < OMPSCAN_STEPS; ++ompscan_s)
          atomic_inc(
              &ompscan_counts[ompscan_s * OMPSCAN_DIGITS +
                              ompscan_digit(ompscan_keys[ompscan_j],
                                            8 * ompscan_s, ompscan_flip)]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint ompscan_d = ompscan_lane;
       ompscan_d < OMPSCAN_STEPS * OMPSCAN_DIGITS; ompscan_d += OMPSCAN_GROUP)
    ompscan_sums[get_group_id(0) * OMPSCAN_STEPS * OMPSCAN_DIGITS + ompscan_d] =
        ompscan_counts[ompscan_d];
}

/// Group s stores where the digits of step s begin, behind the \p ompscan_rows
/// rows of counts of all steps.
OMPSCAN_KERNEL void ompscan_radix_scan(__global ompscan_T *ompscan_sums,
                                       const ulong ompscan_rows) {
  __local OMPSCAN_GROUP_NUMBERS(ompscan_numbers);
  const uint ompscan_lane = (uint)get_local_id(0);
  const ulong ompscan_own = get_group_id(0) * OMPSCAN_DIGITS + ompscan_lane;
  ompscan_T ompscan_count = 0;
  if (ompscan_lane < OMPSCAN_DIGITS)
#pragma unroll 16
    for (ulong ompscan_r = 0; ompscan_r < ompscan_rows; ++ompscan_r)
      ompscan_count += ompscan_sums[ompscan_r * OMPSCAN_STEPS * OMPSCAN_DIGITS +
                                    ompscan_own];
  ompscan_T ompscan_all;
  const ompscan_T ompscan_begin =
      ompscan_scan_group(ompscan_count, ompscan_numbers, &ompscan_all);
  if (ompscan_lane < OMPSCAN_DIGITS)
    ompscan_sums[ompscan_rows * OMPSCAN_STEPS * OMPSCAN_DIGITS + ompscan_own] =
        ompscan_begin;
}

/// The lanes of the warp that have the same digit. (PTX's match.any takes 1.26
/// times as long a sort.)
OMPSCAN_INLINE uint ompscan_peers(const uint ompscan_d) {
  uint ompscan_lanes = ~0u;
#pragma unroll
  for (uint ompscan_b = 0; ompscan_b < 8; ++ompscan_b) {
    const bool ompscan_is_set = (ompscan_d >> ompscan_b & 1u) != 0;
    const uint ompscan_votes = ompscan_ballot(ompscan_is_set);
    ompscan_lanes &= ompscan_is_set ? ompscan_votes : ~ompscan_votes;
  }
  return ompscan_lanes;
}

/// How often digit \p ompscan_d stands on the left of \p ompscan_tile >= 1.
OMPSCAN_INLINE ompscan_T ompscan_digits_left(const ulong ompscan_tile,
                                             const uint ompscan_d,
                                             OMPSCAN_CHAIN_PARAMETERS) {
  ompscan_T ompscan_left = 0;
  for (ulong ompscan_t = ompscan_tile;;) {
    ompscan_T ompscan_values[OMPSCAN_SIGHT];
    uint ompscan_states[OMPSCAN_SIGHT];
#pragma unroll
    for (uint ompscan_i = 0; ompscan_i < OMPSCAN_SIGHT; ++ompscan_i) {
      ompscan_states[ompscan_i] = 0;
      if (ompscan_t > ompscan_i)
        ompscan_states[ompscan_i] = ompscan_poll(
            ompscan_chain,
            (ompscan_t - 1 - ompscan_i) * OMPSCAN_DIGITS + ompscan_d,
            ompscan_epoch, &ompscan_values[ompscan_i]);
    }
    bool ompscan_goes_on = true;
#pragma unroll
    for (uint ompscan_i = 0; ompscan_i < OMPSCAN_SIGHT; ++ompscan_i) {
      ompscan_goes_on = ompscan_goes_on && ompscan_states[ompscan_i] != 0;
      if (ompscan_goes_on) {
        ompscan_left += ompscan_values[ompscan_i];
        if (ompscan_states[ompscan_i] == OMPSCAN_PREFIX)
          return ompscan_left;
        --ompscan_t;
      }
    }
  }
}

/// A step: stores every key, and its companion, where it belongs.
/// `ompscan_sums[ompscan_begins + d]` says where digit d begins.
OMPSCAN_KERNEL void ompscan_radix_place(
    __global const ompscan_E *ompscan_x, __global ompscan_E *ompscan_out,
    __global const ompscan_C *ompscan_y, __global ompscan_C *ompscan_y_out,
    const ulong ompscan_n, const uint ompscan_shift, const uint ompscan_flip,
    __global const ompscan_T *ompscan_sums, const ulong ompscan_begins,
    __global volatile ulong *ompscan_chain, const uint ompscan_first,
    const uint ompscan_epoch) {
  __local uint ompscan_ticket;
  __local OMPSCAN_GROUP_NUMBERS(ompscan_numbers);
  __local ompscan_T ompscan_places[OMPSCAN_DIGITS];
  // What each warp has of a digit; then where that begins in the tile.
  __local ushort ompscan_columns[OMPSCAN_WARPS * OMPSCAN_DIGITS];
  __local ulong ompscan_stage[(OMPSCAN_TILE * OMPSCAN_STAGED_SIZE + 7) / 8];
  __local ompscan_E *const ompscan_sorted = (__local ompscan_E *)ompscan_stage;
  const uint ompscan_lane = (uint)get_local_id(0);
  if (ompscan_lane == 0)
    ompscan_ticket = ompscan_take_tile(ompscan_chain, ompscan_first);
  for (uint ompscan_i = ompscan_lane;
       ompscan_i < OMPSCAN_WARPS * OMPSCAN_DIGITS; ompscan_i += OMPSCAN_GROUP)
    ompscan_columns[ompscan_i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const ulong ompscan_tile = ompscan_ticket;
  const ulong ompscan_begin = ompscan_tile * OMPSCAN_TILE;
  const uint ompscan_count = (uint)min(OMPSCAN_TILE, ompscan_n - ompscan_begin);
  const uint ompscan_own = OMPSCAN_WARP * OMPSCAN_PART + OMPSCAN_LANE;

  ompscan_E ompscan_keys[OMPSCAN_ITEMS];
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j)
    ompscan_keys[ompscan_j] =
        ompscan_x[ompscan_begin + min(ompscan_own + ompscan_j * OMPSCAN_LANES,
                                      ompscan_count - 1)];
  // What is behind the end has the last digit, and stays there.
#define OMPSCAN_DIGIT_OF(j)                                                    \
  (ompscan_own + (j) * OMPSCAN_LANES < ompscan_count                           \
       ? ompscan_digit(ompscan_keys[j], ompscan_shift, ompscan_flip)           \
       : OMPSCAN_DIGITS - 1)

  __local ushort *const ompscan_column =
      ompscan_columns + OMPSCAN_WARP * OMPSCAN_DIGITS;
  uint ompscan_ranks[OMPSCAN_ITEMS];
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j) {
    const uint ompscan_d = OMPSCAN_DIGIT_OF(ompscan_j);
    const uint ompscan_same = ompscan_peers(ompscan_d);
    const uint ompscan_below =
        popcount(ompscan_same & ((1u << OMPSCAN_LANE) - 1u));
    uint ompscan_before = 0;
    if (ompscan_below == 0) {
      ompscan_before = ompscan_column[ompscan_d];
      ompscan_column[ompscan_d] =
          (ushort)(ompscan_before + popcount(ompscan_same));
    }
    ompscan_warp_barrier();
    // The lowest of them has read it.
    ompscan_ranks[ompscan_j] =
        ompscan_below +
        ompscan_word_of(ompscan_before,
                        popcount((ompscan_same & (0u - ompscan_same)) - 1u));
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  // One work-item a digit.
  ompscan_T ompscan_total = 0, ompscan_valid = 0;
  if (ompscan_lane < OMPSCAN_DIGITS) {
#pragma unroll
    for (uint ompscan_w = 0; ompscan_w < OMPSCAN_WARPS; ++ompscan_w) {
      const uint ompscan_i = ompscan_w * OMPSCAN_DIGITS + ompscan_lane;
      const uint ompscan_c = ompscan_columns[ompscan_i];
      ompscan_columns[ompscan_i] = (ushort)ompscan_total;
      ompscan_total += ompscan_c;
    }
    ompscan_valid = ompscan_total - (ompscan_lane == OMPSCAN_DIGITS - 1
                                         ? (uint)OMPSCAN_TILE - ompscan_count
                                         : 0u);
    ompscan_publish(ompscan_chain, ompscan_tile * OMPSCAN_DIGITS + ompscan_lane,
                    ompscan_epoch,
                    ompscan_tile == 0 ? OMPSCAN_PREFIX : OMPSCAN_AGGREGATE,
                    ompscan_valid);
  }
  ompscan_T ompscan_all;
  const ompscan_T ompscan_start =
      ompscan_scan_group(ompscan_total, ompscan_numbers, &ompscan_all);
  if (ompscan_lane < OMPSCAN_DIGITS)
#pragma unroll
    for (uint ompscan_w = 0; ompscan_w < OMPSCAN_WARPS; ++ompscan_w)
      ompscan_columns[ompscan_w * OMPSCAN_DIGITS + ompscan_lane] +=
          (ushort)ompscan_start;
  barrier(CLK_LOCAL_MEM_FENCE);

#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j) {
    ompscan_ranks[ompscan_j] += ompscan_column[OMPSCAN_DIGIT_OF(ompscan_j)];
    ompscan_sorted[ompscan_ranks[ompscan_j]] = ompscan_keys[ompscan_j];
  }
  if (ompscan_lane < OMPSCAN_DIGITS) {
    ompscan_T ompscan_left = 0;
    if (ompscan_tile > 0) {
      ompscan_left = ompscan_digits_left(ompscan_tile, ompscan_lane,
                                         OMPSCAN_CHAIN_ARGUMENTS);
      ompscan_publish(
          ompscan_chain, ompscan_tile * OMPSCAN_DIGITS + ompscan_lane,
          ompscan_epoch, OMPSCAN_PREFIX, ompscan_left + ompscan_valid);
    }
    // It may wrap around on the way.
    ompscan_places[ompscan_lane] = ompscan_sums[ompscan_begins + ompscan_lane] +
                                   ompscan_left - ompscan_start;
  }
  barrier(CLK_LOCAL_MEM_FENCE);

#if OMPSCAN_HAS_COMPANION
  ompscan_T ompscan_to[OMPSCAN_ITEMS];
#endif
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j) {
    const uint ompscan_i = ompscan_j * OMPSCAN_GROUP + ompscan_lane;
    const ompscan_E ompscan_key = ompscan_sorted[ompscan_i];
    const ompscan_T ompscan_place =
        ompscan_places[ompscan_digit(ompscan_key, ompscan_shift,
                                     ompscan_flip)] +
        ompscan_i;
    if (ompscan_i < ompscan_count)
      ompscan_out[ompscan_place] = ompscan_key;
#if OMPSCAN_HAS_COMPANION
    ompscan_to[ompscan_j] = ompscan_place;
#endif
  }
#if OMPSCAN_HAS_COMPANION
  __local ompscan_C *const ompscan_values = (__local ompscan_C *)ompscan_stage;
  if (OMPSCAN_IS_STAGED)
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j) {
    const uint ompscan_i = ompscan_own + ompscan_j * OMPSCAN_LANES;
    if (ompscan_i < ompscan_count) {
      const ompscan_C ompscan_value = ompscan_y[ompscan_begin + ompscan_i];
      if (OMPSCAN_IS_STAGED)
        ompscan_values[ompscan_ranks[ompscan_j]] = ompscan_value;
      else
        ompscan_y_out[ompscan_places[OMPSCAN_DIGIT_OF(ompscan_j)] +
                      ompscan_ranks[ompscan_j]] = ompscan_value;
    }
  }
  if (OMPSCAN_IS_STAGED) {
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j) {
      const uint ompscan_i = ompscan_j * OMPSCAN_GROUP + ompscan_lane;
      if (ompscan_i < ompscan_count)
        ompscan_y_out[ompscan_to[ompscan_j]] = ompscan_values[ompscan_i];
    }
  }
#endif
#undef OMPSCAN_DIGIT_OF
}

#endif // OMPSCAN_SWEEPS
