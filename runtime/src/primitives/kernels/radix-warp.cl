//===- radix-warp.cl - Radix sort by warps ----------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A radix sort in single passes by warps, on NVIDIA devices: the digits of all
// steps are counted at once, and a step reads and stores every key once
// (Adinets and Merrill, "Onesweep: A Faster Least Significant Digit Radix Sort
// for GPUs", 2022). A warp ranks its keys by votes, row by row. Every digit of
// a tile has a status of its own, by which tiles look back. radix.cl lists the
// definitions of the text in front; ompscan_T has 32 bits, and a group at least
// OMPSCAN_DIGITS work-items.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_SWEEPS

#define OMPSCAN_STEPS (OMPSCAN_KEY_BITS / 8)

/// Small values follow their keys through local memory. Larger ones are stored
/// directly.
#define OMPSCAN_IS_STAGED (OMPSCAN_HAS_VALUES && sizeof(ompscan_V) <= 8)
#define OMPSCAN_STAGED_SIZE                                                    \
  (OMPSCAN_IS_STAGED && sizeof(ompscan_V) > sizeof(ompscan_E)                  \
       ? sizeof(ompscan_V)                                                     \
       : sizeof(ompscan_E))

/// Statuses that a work-item polls at once. 8 take 1.06 of the time on an H200,
/// 1 takes 1.10.
#define OMPSCAN_SIGHT 4

/// Stores the count of digit d of step s in the tiles of group g in `sums[(g *
/// OMPSCAN_STEPS + s) * OMPSCAN_DIGITS + d]`.
OMPSCAN_KERNEL void ompscan_radix_count(__global const ompscan_E *x,
                                        const ulong n, const uint flip,
                                        __global ompscan_T *sums) {
  __local uint counts[OMPSCAN_STEPS * OMPSCAN_DIGITS];
  const uint lane = (uint)get_local_id(0);
  for (uint d = lane; d < OMPSCAN_STEPS * OMPSCAN_DIGITS; d += OMPSCAN_GROUP)
    counts[d] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (ulong begin = get_group_id(0) * OMPSCAN_TILE; begin < n;
       begin += get_num_groups(0) * OMPSCAN_TILE) {
    const uint count = (uint)min(OMPSCAN_TILE, n - begin);
    ompscan_E keys[OMPSCAN_ITEMS];
#pragma unroll
    for (uint j = 0; j < OMPSCAN_ITEMS; ++j)
      keys[j] = x[begin + min(j * OMPSCAN_GROUP + lane, count - 1)];
#pragma unroll
    for (uint j = 0; j < OMPSCAN_ITEMS; ++j)
      if (j * OMPSCAN_GROUP + lane < count)
#pragma unroll
        for (uint s = 0; s < OMPSCAN_STEPS; ++s)
          atomic_inc(&counts[s * OMPSCAN_DIGITS +
                             ompscan_digit(keys[j], 8 * s, flip)]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint d = lane; d < OMPSCAN_STEPS * OMPSCAN_DIGITS; d += OMPSCAN_GROUP)
    sums[get_group_id(0) * OMPSCAN_STEPS * OMPSCAN_DIGITS + d] = counts[d];
}

/// Group s stores the begins of the digits of step s behind the \p rows rows of
/// counts of all steps.
OMPSCAN_KERNEL void ompscan_radix_scan(__global ompscan_T *sums,
                                       const ulong rows) {
  __local OMPSCAN_GROUP_NUMBERS(numbers);
  const uint lane = (uint)get_local_id(0);
  const ulong own = get_group_id(0) * OMPSCAN_DIGITS + lane;
  ompscan_T count = 0;
  if (lane < OMPSCAN_DIGITS)
#pragma unroll 16
    for (ulong r = 0; r < rows; ++r)
      count += sums[r * OMPSCAN_STEPS * OMPSCAN_DIGITS + own];
  ompscan_T overall;
  const ompscan_T begin = ompscan_scan_group(count, numbers, &overall);
  if (lane < OMPSCAN_DIGITS)
    sums[rows * OMPSCAN_STEPS * OMPSCAN_DIGITS + own] = begin;
}

/// \returns the lanes of the warp with the same digit. (A sort with match.any
/// of PTX takes 1.26 times as long.)
OMPSCAN_INLINE uint ompscan_peers(const uint d) {
  uint lanes = ~0u;
#pragma unroll
  for (uint b = 0; b < 8; ++b) {
    const bool is_set = (d >> b & 1u) != 0;
    const uint votes = ompscan_ballot(is_set);
    lanes &= is_set ? votes : ~votes;
  }
  return lanes;
}

/// \returns the count of digit \p d in the tiles in front of \p tile >= 1.
OMPSCAN_INLINE ompscan_T ompscan_digits_left(const ulong tile, const uint d,
                                             OMPSCAN_CHAIN_PARAMETERS) {
  ompscan_T left = 0;
  for (ulong t = tile;;) {
    ompscan_T values[OMPSCAN_SIGHT];
    uint states[OMPSCAN_SIGHT];
#pragma unroll
    for (uint i = 0; i < OMPSCAN_SIGHT; ++i) {
      states[i] = 0;
      if (t > i)
        states[i] = ompscan_poll(chain, (t - 1 - i) * OMPSCAN_DIGITS + d, epoch,
                                 &values[i]);
    }
    bool goes_on = true;
#pragma unroll
    for (uint i = 0; i < OMPSCAN_SIGHT; ++i) {
      goes_on = goes_on && states[i] != 0;
      if (goes_on) {
        left += values[i];
        if (states[i] == OMPSCAN_PREFIX)
          return left;
        --t;
      }
    }
  }
}

/// Does a step: stores every key, and its value, in its place. Digit d begins
/// at `sums[begins + d]`.
OMPSCAN_KERNEL void
ompscan_radix_place(__global const ompscan_E *x, __global ompscan_E *out,
                    __global const ompscan_V *y, __global ompscan_V *y_out,
                    const ulong n, const uint shift, const uint flip,
                    __global const ompscan_T *sums, const ulong begins,
                    __global volatile ulong *chain, const uint first,
                    const uint epoch) {
  __local uint ticket;
  __local OMPSCAN_GROUP_NUMBERS(numbers);
  __local ompscan_T places[OMPSCAN_DIGITS];
  // The count of a digit in each warp, later its begin in the tile.
  __local ushort columns[OMPSCAN_WARPS * OMPSCAN_DIGITS];
  __local ulong stage[(OMPSCAN_TILE * OMPSCAN_STAGED_SIZE + 7) / 8];
  __local ompscan_E *const sorted = (__local ompscan_E *)stage;
  const uint lane = (uint)get_local_id(0);
  if (lane == 0)
    ticket = ompscan_take_tile(chain, first);
  for (uint i = lane; i < OMPSCAN_WARPS * OMPSCAN_DIGITS; i += OMPSCAN_GROUP)
    columns[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const ulong tile = ticket;
  const ulong begin = tile * OMPSCAN_TILE;
  const uint count = (uint)min(OMPSCAN_TILE, n - begin);
  const uint own = OMPSCAN_WARP * OMPSCAN_PART + OMPSCAN_LANE;

  ompscan_E keys[OMPSCAN_ITEMS];
#pragma unroll
  for (uint j = 0; j < OMPSCAN_ITEMS; ++j)
    keys[j] = x[begin + min(own + j * OMPSCAN_LANES, count - 1)];
  // Places behind the end have the last digit, and stay there.
#define OMPSCAN_DIGIT_OF(j)                                                    \
  (own + (j) * OMPSCAN_LANES < count ? ompscan_digit(keys[j], shift, flip)     \
                                     : OMPSCAN_DIGITS - 1)

  __local ushort *const column = columns + OMPSCAN_WARP * OMPSCAN_DIGITS;
  uint ranks[OMPSCAN_ITEMS];
#pragma unroll
  for (uint j = 0; j < OMPSCAN_ITEMS; ++j) {
    const uint d = OMPSCAN_DIGIT_OF(j);
    const uint same = ompscan_peers(d);
    const uint below = popcount(same & ((1u << OMPSCAN_LANE) - 1u));
    uint before = 0;
    if (below == 0) {
      before = column[d];
      column[d] = (ushort)(before + popcount(same));
    }
    ompscan_warp_barrier();
    // The lowest of these lanes has read it.
    ranks[j] =
        below + ompscan_word_of(before, popcount((same & (0u - same)) - 1u));
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  // One work-item per digit.
  ompscan_T total = 0, valid = 0;
  if (lane < OMPSCAN_DIGITS) {
#pragma unroll
    for (uint w = 0; w < OMPSCAN_WARPS; ++w) {
      const uint i = w * OMPSCAN_DIGITS + lane;
      const uint c = columns[i];
      columns[i] = (ushort)total;
      total += c;
    }
    valid =
        total - (lane == OMPSCAN_DIGITS - 1 ? (uint)OMPSCAN_TILE - count : 0u);
    ompscan_publish(chain, tile * OMPSCAN_DIGITS + lane, epoch,
                    tile == 0 ? OMPSCAN_PREFIX : OMPSCAN_AGGREGATE, valid);
  }
  ompscan_T overall;
  const ompscan_T start = ompscan_scan_group(total, numbers, &overall);
  if (lane < OMPSCAN_DIGITS)
#pragma unroll
    for (uint w = 0; w < OMPSCAN_WARPS; ++w)
      columns[w * OMPSCAN_DIGITS + lane] += (ushort)start;
  barrier(CLK_LOCAL_MEM_FENCE);

#pragma unroll
  for (uint j = 0; j < OMPSCAN_ITEMS; ++j) {
    ranks[j] += column[OMPSCAN_DIGIT_OF(j)];
    sorted[ranks[j]] = keys[j];
  }
  if (lane < OMPSCAN_DIGITS) {
    ompscan_T left = 0;
    if (tile > 0) {
      left = ompscan_digits_left(tile, lane, OMPSCAN_CHAIN_ARGUMENTS);
      ompscan_publish(chain, tile * OMPSCAN_DIGITS + lane, epoch,
                      OMPSCAN_PREFIX, left + valid);
    }
    // The difference may wrap around.
    places[lane] = sums[begins + lane] + left - start;
  }
  barrier(CLK_LOCAL_MEM_FENCE);

#if OMPSCAN_HAS_VALUES
  ompscan_T to[OMPSCAN_ITEMS];
#endif
#pragma unroll
  for (uint j = 0; j < OMPSCAN_ITEMS; ++j) {
    const uint i = j * OMPSCAN_GROUP + lane;
    const ompscan_E key = sorted[i];
    const ompscan_T place = places[ompscan_digit(key, shift, flip)] + i;
    if (i < count)
      out[place] = key;
#if OMPSCAN_HAS_VALUES
    to[j] = place;
#endif
  }
#if OMPSCAN_HAS_VALUES
  __local ompscan_V *const values = (__local ompscan_V *)stage;
  if (OMPSCAN_IS_STAGED)
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
  for (uint j = 0; j < OMPSCAN_ITEMS; ++j) {
    const uint i = own + j * OMPSCAN_LANES;
    if (i < count) {
      const ompscan_V value = y[begin + i];
      if (OMPSCAN_IS_STAGED)
        values[ranks[j]] = value;
      else
        y_out[places[OMPSCAN_DIGIT_OF(j)] + ranks[j]] = value;
    }
  }
  if (OMPSCAN_IS_STAGED) {
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint j = 0; j < OMPSCAN_ITEMS; ++j) {
      const uint i = j * OMPSCAN_GROUP + lane;
      if (i < count)
        y_out[to[j]] = values[i];
    }
  }
#endif
#undef OMPSCAN_DIGIT_OF
}

#endif // OMPSCAN_SWEEPS
