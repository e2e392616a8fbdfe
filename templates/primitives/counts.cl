//===- counts.cl - What primitives count ------------------ -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scan of the numbers that tiles count: ompscan_T is an unsigned integer
// that holds n. In a single pass, a kernel takes a tile, publishes what it
// counts, and asks what stands on its left:
//
//   OMPSCAN_LEFT_VARIABLES, OMPSCAN_TAKE_TILE(),
//   OMPSCAN_PUBLISH_COUNT(tile, count), OMPSCAN_FIND_LEFT(tile, count)
//
// All work-items call them. Numbers may be added in any order. Looking at more
// than 32 tiles at once was slower by 4 % (64) to 16 % (256) on an H200.
//
// Otherwise the counts of all tiles are scanned by one work-group.
//
//===----------------------------------------------------------------------===//

/// A group's numbers are scanned in runs of neighbours, and so are the totals
/// of runs.
#define OMPSCAN_RUN                                                            \
  ((OMPSCAN_GROUP) % 16 == 0 ? 8 : (OMPSCAN_GROUP) % 2 == 0 ? 2 : 1)
#define OMPSCAN_RUNS ((OMPSCAN_GROUP) / OMPSCAN_RUN)
/// The local memory for it: the numbers, and the totals of runs.
#define OMPSCAN_GROUP_NUMBERS(name)                                            \
  ompscan_T name[(OMPSCAN_GROUP) + OMPSCAN_RUNS] __attribute__((aligned(16)))

/// The exclusive scan of a number of each work-item. \p ompscan_total gets the
/// sum of all.
OMPSCAN_INLINE ompscan_T ompscan_scan_group(const ompscan_T ompscan_value,
                                            __local ompscan_T *ompscan_numbers,
                                            ompscan_T *ompscan_total) {
  const uint ompscan_lane = (uint)get_local_id(0);
  const uint ompscan_place = ompscan_lane % OMPSCAN_RUN;
  const uint ompscan_own = ompscan_lane / OMPSCAN_RUN;
  __local const ompscan_T *const ompscan_run =
      ompscan_numbers + ompscan_own * OMPSCAN_RUN;
  __local ompscan_T *const ompscan_totals = ompscan_numbers + OMPSCAN_GROUP;
  ompscan_numbers[ompscan_lane] = ompscan_value;
  barrier(CLK_LOCAL_MEM_FENCE);
  ompscan_T ompscan_left = 0, ompscan_sum = 0;
#pragma unroll
  for (uint ompscan_i = 0; ompscan_i < OMPSCAN_RUN; ++ompscan_i) {
    const ompscan_T ompscan_number = ompscan_run[ompscan_i];
    ompscan_left += ompscan_i < ompscan_place ? ompscan_number : 0;
    ompscan_sum += ompscan_number;
  }
  if (ompscan_place == 0)
    ompscan_totals[ompscan_own] = ompscan_sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  ompscan_T ompscan_all = 0;
#pragma unroll 8
  for (uint ompscan_i = 0; ompscan_i < OMPSCAN_RUNS; ++ompscan_i) {
    const ompscan_T ompscan_number = ompscan_totals[ompscan_i];
    ompscan_left += ompscan_i < ompscan_own ? ompscan_number : 0;
    ompscan_all += ompscan_number;
  }
  *ompscan_total = ompscan_all;
  return ompscan_left;
}

#if OMPSCAN_PTX

/// Counts the elements that a tile keeps, of which bits of \p ompscan_keeps
/// tell in every lane. \p ompscan_left gets how many of them the warps in front
/// have.
///
/// \param ompscan_none 0, which the compiler does not know.
OMPSCAN_INLINE uint ompscan_count_votes(const uint ompscan_keeps,
                                        const uint ompscan_none,
                                        __local uint *ompscan_totals,
                                        uint *ompscan_left) {
  uint ompscan_part = popcount(ompscan_keeps) + ompscan_none;
#pragma unroll
  for (uint ompscan_d = OMPSCAN_LANES / 2; ompscan_d > 0; ompscan_d /= 2)
    ompscan_part += ompscan_word_down(ompscan_part, ompscan_d);
  if (OMPSCAN_LANE == 0)
    ompscan_totals[OMPSCAN_WARP] = ompscan_part;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint ompscan_sum = 0, ompscan_kept = 0;
#pragma unroll
  for (uint ompscan_i = 0; ompscan_i < OMPSCAN_WARPS; ++ompscan_i) {
    const uint ompscan_total = ompscan_totals[ompscan_i];
    ompscan_sum += ompscan_i < OMPSCAN_WARP ? ompscan_total : 0u;
    ompscan_kept += ompscan_total;
  }
  *ompscan_left = ompscan_sum;
  return ompscan_kept;
}

/// How many of the lanes below this one have bit \p ompscan_bit set; adds how
/// many there are in all to \p ompscan_left.
OMPSCAN_INLINE uint ompscan_vote(const uint ompscan_keeps,
                                 const uint ompscan_bit, uint *ompscan_left) {
  const uint ompscan_row = ompscan_ballot((ompscan_keeps >> ompscan_bit & 1u));
  *ompscan_left += popcount(ompscan_row);
  return popcount(ompscan_row & ((1u << OMPSCAN_LANE) - 1u));
}

#endif // OMPSCAN_PTX

#if OMPSCAN_ALGORITHM == OMPSCAN_SINGLE_PASS

#if OMPSCAN_GROUP == 1

#define OMPSCAN_LEFT_VARIABLES
#define OMPSCAN_TAKE_TILE() ompscan_take_tile(ompscan_chain, ompscan_first)
/// Where the prefix on the left is there already, an aggregate helps nobody.
#define OMPSCAN_PUBLISH_COUNT(tile, count)

OMPSCAN_INLINE ompscan_T ompscan_find_left(const ulong ompscan_tile,
                                           const ompscan_T ompscan_count,
                                           OMPSCAN_CHAIN_PARAMETERS) {
  ompscan_T ompscan_left = 0;
  if (ompscan_tile > 0) {
    if (ompscan_poll(ompscan_chain, ompscan_tile - 1, ompscan_epoch,
                     &ompscan_left) != OMPSCAN_PREFIX) {
      ompscan_publish(ompscan_chain, ompscan_tile, ompscan_epoch,
                      OMPSCAN_AGGREGATE, ompscan_count);
      ompscan_left = ompscan_look_back(ompscan_tile, OMPSCAN_CHAIN_ARGUMENTS);
    }
  }
  ompscan_publish(ompscan_chain, ompscan_tile, ompscan_epoch, OMPSCAN_PREFIX,
                  ompscan_left + ompscan_count);
  return ompscan_left;
}

#define OMPSCAN_FIND_LEFT(tile, count)                                         \
  ompscan_find_left(tile, count, OMPSCAN_CHAIN_ARGUMENTS)

#else // OMPSCAN_GROUP > 1

#define OMPSCAN_TAKE_TILE() ompscan_ticket

#if OMPSCAN_PTX

#define OMPSCAN_LEFT_VARIABLES                                                 \
  __local ompscan_T ompscan_found;                                             \
  __local uint ompscan_ticket;                                                 \
  if (get_local_id(0) == 0)                                                    \
    ompscan_ticket = ompscan_take_tile(ompscan_chain, ompscan_first);          \
  barrier(CLK_LOCAL_MEM_FENCE);

/// What the tiles in front of \p ompscan_tile count, for the first warp, which
/// looks at as many tiles at once as it has lanes. Lane 0 gets it.
OMPSCAN_INLINE ompscan_T ompscan_count_left(const ulong ompscan_tile,
                                            OMPSCAN_CHAIN_PARAMETERS) {
  ompscan_T ompscan_sum = 0;
  long ompscan_t = (long)ompscan_tile - 1 - (long)OMPSCAN_LANE;
  for (bool ompscan_goes_on = ompscan_tile > 0; ompscan_goes_on;) {
    ompscan_T ompscan_value = 0;
    uint ompscan_state = OMPSCAN_PREFIX;
    if (ompscan_t >= 0)
      ompscan_state = ompscan_poll(ompscan_chain, (ulong)ompscan_t,
                                   ompscan_epoch, &ompscan_value);
    const uint ompscan_known = ompscan_ballot(ompscan_state != 0);
    const uint ompscan_prefixes =
        ompscan_ballot(ompscan_state == OMPSCAN_PREFIX);
    // The nearest tile with a prefix is the last one that counts; without one,
    // all of them do.
    const uint ompscan_wanted = ompscan_prefixes ^ (ompscan_prefixes - 1);
    if ((ompscan_known & ompscan_wanted) == ompscan_wanted) {
      if (ompscan_wanted >> OMPSCAN_LANE & 1u)
        ompscan_sum += ompscan_value;
      ompscan_goes_on = ompscan_prefixes == 0;
      ompscan_t -= OMPSCAN_LANES;
    }
  }
#pragma unroll
  for (uint ompscan_d = OMPSCAN_LANES / 2; ompscan_d > 0; ompscan_d /= 2)
    ompscan_sum += ompscan_down(ompscan_sum, ompscan_d);
  return ompscan_sum;
}

OMPSCAN_INLINE ompscan_T ompscan_find_left(const ulong ompscan_tile,
                                           const ompscan_T ompscan_count,
                                           OMPSCAN_CHAIN_PARAMETERS,
                                           __local ompscan_T *ompscan_found) {
  if (OMPSCAN_WARP == 0) {
    const ompscan_T ompscan_left =
        ompscan_count_left(ompscan_tile, OMPSCAN_CHAIN_ARGUMENTS);
    if (OMPSCAN_LANE == 0) {
      if (ompscan_tile > 0)
        ompscan_publish(ompscan_chain, ompscan_tile, ompscan_epoch,
                        OMPSCAN_PREFIX, ompscan_left + ompscan_count);
      *ompscan_found = ompscan_left;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  return *ompscan_found;
}

#define OMPSCAN_FIND_LEFT(tile, count)                                         \
  ompscan_find_left(tile, count, OMPSCAN_CHAIN_ARGUMENTS, &ompscan_found)

#else // !OMPSCAN_PTX

#define OMPSCAN_LEFT_VARIABLES                                                 \
  __local ompscan_T ompscan_window[OMPSCAN_WINDOW];                            \
  __local ompscan_T ompscan_found;                                             \
  __local uint ompscan_nearest;                                                \
  __local uint ompscan_ticket;                                                 \
  if (get_local_id(0) == 0) {                                                  \
    ompscan_ticket = ompscan_take_tile(ompscan_chain, ompscan_first);          \
    ompscan_nearest = OMPSCAN_WINDOW;                                          \
    ompscan_found = 0;                                                         \
  }                                                                            \
  barrier(CLK_LOCAL_MEM_FENCE);

/// \param ompscan_nearest OMPSCAN_WINDOW before a barrier; then the place in
///        the window of the nearest tile that knows its prefix, if one does.
OMPSCAN_INLINE ompscan_T ompscan_find_left(const ulong ompscan_tile,
                                           const ompscan_T ompscan_count,
                                           OMPSCAN_CHAIN_PARAMETERS,
                                           __local ompscan_T *ompscan_window,
                                           __local ompscan_T *ompscan_found,
                                           __local uint *ompscan_nearest) {
  const uint ompscan_lane = (uint)get_local_id(0);
  // Every barrier is met by all work-items, and the last one stands behind the
  // loop: PoCL 3.1 loses values that live across conditional barriers.
  bool ompscan_goes_on = ompscan_tile > 0;
  for (ulong ompscan_end = ompscan_tile; ompscan_goes_on;
       ompscan_end -= OMPSCAN_WINDOW) {
    if (ompscan_lane < OMPSCAN_WINDOW) {
      ompscan_T ompscan_value = 0;
      if (ompscan_lane < ompscan_end &&
          ompscan_wait(ompscan_chain, ompscan_end - 1 - ompscan_lane,
                       ompscan_epoch, &ompscan_value) == OMPSCAN_PREFIX)
        atomic_min(ompscan_nearest, ompscan_lane);
      ompscan_window[ompscan_lane] = ompscan_value;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint ompscan_last = *ompscan_nearest;
    if (ompscan_lane == 0) {
      ompscan_T ompscan_sum = *ompscan_found;
#pragma unroll
      for (uint ompscan_i = 0; ompscan_i < OMPSCAN_WINDOW; ++ompscan_i)
        ompscan_sum +=
            ompscan_i <= ompscan_last ? ompscan_window[ompscan_i] : 0;
      *ompscan_found = ompscan_sum;
    }
    ompscan_goes_on = ompscan_last == OMPSCAN_WINDOW;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const ompscan_T ompscan_left = *ompscan_found;
  if (ompscan_lane == 0 && ompscan_tile > 0)
    ompscan_publish(ompscan_chain, ompscan_tile, ompscan_epoch, OMPSCAN_PREFIX,
                    ompscan_left + ompscan_count);
  return ompscan_left;
}

#define OMPSCAN_FIND_LEFT(tile, count)                                         \
  ompscan_find_left(tile, count, OMPSCAN_CHAIN_ARGUMENTS, ompscan_window,      \
                    &ompscan_found, &ompscan_nearest)

#endif // OMPSCAN_PTX

#define OMPSCAN_PUBLISH_COUNT(tile, count)                                     \
  do {                                                                         \
    if (get_local_id(0) == 0)                                                  \
      ompscan_publish(ompscan_chain, tile, ompscan_epoch,                      \
                      (tile) ? OMPSCAN_AGGREGATE : OMPSCAN_PREFIX, count);     \
  } while (0)

#endif // OMPSCAN_GROUP

#endif // OMPSCAN_ALGORITHM

#if OMPSCAN_IS_PRIMITIVE

/// Puts in the place of every sum what stands on its left, and the sum of all
/// to \p ompscan_total. Run by one work-group.
OMPSCAN_KERNEL void ompscan_scan_counts(__global ulong *ompscan_sums,
                                        const ulong ompscan_count,
                                        __global ulong *ompscan_total) {
  __local OMPSCAN_GROUP_NUMBERS(ompscan_numbers);
  ompscan_T ompscan_left = 0;
  for (ulong ompscan_begin = 0; ompscan_begin < ompscan_count;
       ompscan_begin += OMPSCAN_GROUP) {
    const ulong ompscan_k = ompscan_begin + get_local_id(0);
    const ompscan_T ompscan_own =
        ompscan_k < ompscan_count ? (ompscan_T)ompscan_sums[ompscan_k] : 0;
    ompscan_T ompscan_all;
    const ompscan_T ompscan_before =
        ompscan_scan_group(ompscan_own, ompscan_numbers, &ompscan_all);
    if (ompscan_k < ompscan_count)
      ompscan_sums[ompscan_k] = ompscan_left + ompscan_before;
    ompscan_left += ompscan_all;
  }
  if (get_local_id(0) == 0)
    *ompscan_total = ompscan_left;
}

#endif // OMPSCAN_IS_PRIMITIVE
