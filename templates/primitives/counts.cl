//===- counts.cl - What primitives count ------------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scan of the numbers that tiles count: ompscan_T is an unsigned integer
// that holds n. In a single pass, a kernel takes a tile and asks what stands on
// its left; otherwise the counts of all tiles are scanned by one work-group.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_ALGORITHM == OMPSCAN_SINGLE_PASS

#if OMPSCAN_GROUP == 1

#define OMPSCAN_LEFT_VARIABLES
#define OMPSCAN_TAKE_TILE() ompscan_take_tile(ompscan_chain, ompscan_first)

/// What the tiles on the left count. Publishes what those on the right need.
OMPSCAN_INLINE ompscan_T ompscan_find_left(const ulong ompscan_tile,
                                           const ompscan_T ompscan_count,
                                           OMPSCAN_CHAIN_PARAMETERS) {
  ompscan_T ompscan_left = 0;
  if (ompscan_tile > 0) {
    // Where the prefix is there already, an aggregate helps nobody.
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

#define OMPSCAN_LEFT_VARIABLES                                                 \
  OMPSCAN_CHAIN_VARIABLES                                                      \
  __local uint ompscan_ticket;                                                 \
  if (get_local_id(0) == 0) {                                                  \
    ompscan_ticket = ompscan_take_tile(ompscan_chain, ompscan_first);          \
    ompscan_nearest = OMPSCAN_WINDOW;                                          \
  }                                                                            \
  barrier(CLK_LOCAL_MEM_FENCE);
#define OMPSCAN_TAKE_TILE() ompscan_ticket

#define OMPSCAN_FIND_LEFT(tile, count)                                         \
  ompscan_find_prefix(0u, tile, count, OMPSCAN_CHAIN_ARGUMENTS,                \
                      ompscan_window, &ompscan_found, &ompscan_nearest)

#endif // OMPSCAN_GROUP

#endif // OMPSCAN_ALGORITHM

/// Puts in the place of every sum what stands on its left, and the sum of all
/// to \p ompscan_total. Run by one work-group.
OMPSCAN_KERNEL void ompscan_scan_counts(__global ulong *ompscan_sums,
                                        const ulong ompscan_count,
                                        __global ulong *ompscan_total) {
  __local ulong ompscan_row[OMPSCAN_GROUP];
  const uint ompscan_lane = (uint)get_local_id(0);
  ulong ompscan_left = 0;
  for (ulong ompscan_begin = 0; ompscan_begin < ompscan_count;
       ompscan_begin += OMPSCAN_GROUP) {
    const ulong ompscan_k = ompscan_begin + ompscan_lane;
    const ulong ompscan_own =
        ompscan_k < ompscan_count ? ompscan_sums[ompscan_k] : 0ul;
    ulong ompscan_value = ompscan_own;
    ompscan_row[ompscan_lane] = ompscan_value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint ompscan_d = 1; ompscan_d < OMPSCAN_GROUP; ompscan_d *= 2) {
      const ulong ompscan_other = ompscan_lane >= ompscan_d
                                      ? ompscan_row[ompscan_lane - ompscan_d]
                                      : 0ul;
      barrier(CLK_LOCAL_MEM_FENCE);
      ompscan_value += ompscan_other;
      ompscan_row[ompscan_lane] = ompscan_value;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (ompscan_k < ompscan_count)
      ompscan_sums[ompscan_k] = ompscan_left + ompscan_value - ompscan_own;
    ompscan_left += ompscan_row[OMPSCAN_GROUP - 1];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (ompscan_lane == 0)
    *ompscan_total = ompscan_left;
}
