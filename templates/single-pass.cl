//===- single-pass.cl - Scan in one pass ------------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A chained scan with decoupled look-back (Merrill and Garland, "Single-pass
// Parallel Prefix Scan with Decoupled Look-back", 2016): every element is read
// and stored once. A work-group publishes the total of its tile at once, then
// collects what the tiles on the left have published, the nearest first, until
// one of them knows its whole prefix. See status.cl for how they talk. The
// primitives (OMPSCAN_IS_PRIMITIVE), and loops that keep some iterations
// (OMPSCAN_IS_SELECTION), look back, too, but have their own kernels.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_ALGORITHM == OMPSCAN_SINGLE_PASS

#define OMPSCAN_CHAIN_PARAMETERS                                               \
  __global volatile ulong *ompscan_chain, const uint ompscan_epoch
#define OMPSCAN_CHAIN_ARGUMENTS ompscan_chain, ompscan_epoch

#if OMPSCAN_GROUP == 1

/// What stands on the left of \p ompscan_tile >= 1.
OMPSCAN_INLINE ompscan_T ompscan_look_back(ulong ompscan_tile,
                                           OMPSCAN_CHAIN_PARAMETERS) {
  ompscan_T ompscan_left, ompscan_value;
  uint ompscan_state =
      ompscan_wait(ompscan_chain, --ompscan_tile, ompscan_epoch, &ompscan_left);
  while (ompscan_state != OMPSCAN_PREFIX) {
    ompscan_state = ompscan_wait(ompscan_chain, --ompscan_tile, ompscan_epoch,
                                 &ompscan_value);
    ompscan_left = ompscan_combine(ompscan_value, ompscan_left);
  }
  return ompscan_left;
}

#if !OMPSCAN_IS_PRIMITIVE && !OMPSCAN_IS_SELECTION

/// \p ompscan_first is the number on the ticket of tile 0.
OMPSCAN_KERNEL void ompscan_scan(OMPSCAN_PARAMETERS, const ulong ompscan_n,
                                 __global volatile ulong *ompscan_chain,
                                 const uint ompscan_first,
                                 const uint ompscan_epoch) {
  const ulong ompscan_tile = ompscan_take_tile(ompscan_chain, ompscan_first);
  ompscan_T ompscan_prefix;
  // Where the prefix is there already, the tile need not be summed first.
  if (ompscan_tile == 0 ||
      ompscan_poll(ompscan_chain, ompscan_tile - 1, ompscan_epoch,
                   &ompscan_prefix) == OMPSCAN_PREFIX) {
    if (ompscan_tile == 0)
      ompscan_prefix = ompscan_seed(OMPSCAN_ARGUMENTS);
    ompscan_publish(
        ompscan_chain, ompscan_tile, ompscan_epoch, OMPSCAN_PREFIX,
        ompscan_scan_run(OMPSCAN_ARGUMENTS, ompscan_tile * OMPSCAN_TILE,
                         OMPSCAN_TILE_LENGTH(ompscan_n, ompscan_tile),
                         ompscan_prefix));
    return;
  }
  ompscan_T ompscan_runs[OMPSCAN_CHAINS];
  const ompscan_T ompscan_total = ompscan_tile_total(
      OMPSCAN_ARGUMENTS, ompscan_n, ompscan_tile, ompscan_runs);
  ompscan_publish(ompscan_chain, ompscan_tile, ompscan_epoch, OMPSCAN_AGGREGATE,
                  ompscan_total);
  ompscan_prefix = ompscan_look_back(ompscan_tile, OMPSCAN_CHAIN_ARGUMENTS);
  ompscan_publish(ompscan_chain, ompscan_tile, ompscan_epoch, OMPSCAN_PREFIX,
                  ompscan_combine(ompscan_prefix, ompscan_total));
  ompscan_tile_finish(OMPSCAN_ARGUMENTS, ompscan_n, ompscan_tile,
                      ompscan_prefix, ompscan_runs);
}

#endif // OMPSCAN_IS_PRIMITIVE && OMPSCAN_IS_SELECTION

#else // OMPSCAN_GROUP > 1

/// Which values a tile publishes. With OMPSCAN_BLOCK, the last tile of a block
/// tells its prefix only, and others but the first tell their total only: what
/// a tile combines, and in which order, depends on its number alone.
#if OMPSCAN_BLOCK
#define OMPSCAN_TELLS_PREFIX(tile)                                             \
  ((tile) % OMPSCAN_BLOCK == OMPSCAN_BLOCK - 1 || (tile) == 0)
#define OMPSCAN_TELLS_TOTAL(tile) (!OMPSCAN_TELLS_PREFIX(tile))
#else
#define OMPSCAN_TELLS_PREFIX(tile) true
#define OMPSCAN_TELLS_TOTAL(tile) true
#endif

#if OMPSCAN_PTX

#define OMPSCAN_CHAIN_VARIABLES

/// What stands on the left of \p ompscan_tile >= 1, for the first warp, which
/// looks at as many tiles at once as it has lanes.
OMPSCAN_INLINE ompscan_T ompscan_look_back(const ulong ompscan_tile,
                                           OMPSCAN_CHAIN_PARAMETERS) {
  ompscan_T ompscan_left;
  long ompscan_t = (long)ompscan_tile - 1 - (long)OMPSCAN_LANE;
  for (bool ompscan_begins = true;; ompscan_begins = false) {
    ompscan_T ompscan_value;
    uint ompscan_state;
    do {
      ompscan_state = OMPSCAN_PREFIX;
      if (ompscan_t >= 0)
        ompscan_state = ompscan_poll(ompscan_chain, (ulong)ompscan_t,
                                     ompscan_epoch, &ompscan_value);
    } while (ompscan_ballot(ompscan_state == 0));
    const uint ompscan_prefixes =
        ompscan_ballot(ompscan_state == OMPSCAN_PREFIX);
    // The nearest tile with a prefix is the last one that counts.
    const uint ompscan_last =
        ompscan_prefixes
            ? popcount((ompscan_prefixes & (0u - ompscan_prefixes)) - 1u)
            : OMPSCAN_LANES - 1;
#pragma unroll
    for (uint ompscan_d = 1; ompscan_d < OMPSCAN_LANES; ompscan_d *= 2) {
      const ompscan_T ompscan_further = ompscan_down(ompscan_value, ompscan_d);
      if (OMPSCAN_LANE + ompscan_d <= ompscan_last)
        ompscan_value = ompscan_combine(ompscan_further, ompscan_value);
    }
    ompscan_left = ompscan_begins
                       ? ompscan_value
                       : ompscan_combine(ompscan_value, ompscan_left);
    if (ompscan_prefixes)
      return ompscan_of_lane(ompscan_left, 0);
    ompscan_t -= OMPSCAN_LANES;
  }
}

/// What stands on the left of a tile, for the first warp. Publishes what the
/// tiles on the right need.
OMPSCAN_INLINE ompscan_T ompscan_find_prefix(OMPSCAN_PARAMETERS,
                                             const ulong ompscan_tile,
                                             const ompscan_T ompscan_total,
                                             OMPSCAN_CHAIN_PARAMETERS) {
  ompscan_T ompscan_prefix;
  if (ompscan_tile == 0) {
    ompscan_prefix = ompscan_seed(OMPSCAN_ARGUMENTS);
  } else {
    if (OMPSCAN_LANE == 0 && OMPSCAN_TELLS_TOTAL(ompscan_tile))
      ompscan_publish(ompscan_chain, ompscan_tile, ompscan_epoch,
                      OMPSCAN_AGGREGATE, ompscan_total);
    ompscan_prefix = ompscan_look_back(ompscan_tile, OMPSCAN_CHAIN_ARGUMENTS);
  }
  const ompscan_T ompscan_end = ompscan_combine(ompscan_prefix, ompscan_total);
  if (OMPSCAN_LANE == 0 && OMPSCAN_TELLS_PREFIX(ompscan_tile))
    ompscan_publish(ompscan_chain, ompscan_tile, ompscan_epoch, OMPSCAN_PREFIX,
                    ompscan_end);
  return ompscan_prefix;
}

#define OMPSCAN_FIND_PREFIX(tile, total)                                       \
  ompscan_find_prefix(OMPSCAN_ARGUMENTS, tile, total, OMPSCAN_CHAIN_ARGUMENTS)

#else // !OMPSCAN_PTX

/// The tiles that a work-group looks at in one go.
#define OMPSCAN_WINDOW ((OMPSCAN_GROUP) < 32 ? (OMPSCAN_GROUP) : 32)

#define OMPSCAN_CHAIN_VARIABLES                                                \
  __local ompscan_T ompscan_window[OMPSCAN_WINDOW];                            \
  __local ompscan_T ompscan_found;                                             \
  __local uint ompscan_nearest;

/// What stands on the left of a tile. Publishes what the tiles on the right
/// need. All work-items call it.
///
/// \param ompscan_nearest OMPSCAN_WINDOW before a barrier; then the place in
///        the window of the nearest tile that knows its prefix, if one does.
OMPSCAN_INLINE ompscan_T ompscan_find_prefix(
    OMPSCAN_PARAMETERS, const ulong ompscan_tile, const ompscan_T ompscan_total,
    OMPSCAN_CHAIN_PARAMETERS, __local ompscan_T *ompscan_window,
    __local ompscan_T *ompscan_found, __local uint *ompscan_nearest) {
  const uint ompscan_lane = (uint)get_local_id(0);
  if (ompscan_lane == 0) {
    if (ompscan_tile == 0)
      *ompscan_found = ompscan_seed(OMPSCAN_ARGUMENTS);
    else if (OMPSCAN_TELLS_TOTAL(ompscan_tile))
      ompscan_publish(ompscan_chain, ompscan_tile, ompscan_epoch,
                      OMPSCAN_AGGREGATE, ompscan_total);
  }
  // Every barrier is met by all work-items, and the last one stands behind the
  // loop: PoCL 3.1 loses values that live across conditional barriers.
  bool ompscan_goes_on = ompscan_tile > 0;
  for (ulong ompscan_end = ompscan_tile; ompscan_goes_on;
       ompscan_end -= OMPSCAN_WINDOW) {
    if (ompscan_lane < OMPSCAN_WINDOW && ompscan_lane < ompscan_end) {
      ompscan_T ompscan_value;
      if (ompscan_wait(ompscan_chain, ompscan_end - 1 - ompscan_lane,
                       ompscan_epoch, &ompscan_value) == OMPSCAN_PREFIX)
        atomic_min(ompscan_nearest, ompscan_lane);
      ompscan_window[ompscan_lane] = ompscan_value;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint ompscan_last = *ompscan_nearest;
    if (ompscan_lane == 0) {
      uint ompscan_i = min(ompscan_last, (uint)OMPSCAN_WINDOW - 1);
      ompscan_T ompscan_left = ompscan_window[ompscan_i];
      while (ompscan_i-- > 0)
        ompscan_left = ompscan_combine(ompscan_left, ompscan_window[ompscan_i]);
      *ompscan_found = ompscan_end == ompscan_tile
                           ? ompscan_left
                           : ompscan_combine(ompscan_left, *ompscan_found);
    }
    ompscan_goes_on = ompscan_last == OMPSCAN_WINDOW;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const ompscan_T ompscan_prefix = *ompscan_found;
  if (ompscan_lane == 0 && OMPSCAN_TELLS_PREFIX(ompscan_tile))
    ompscan_publish(ompscan_chain, ompscan_tile, ompscan_epoch, OMPSCAN_PREFIX,
                    ompscan_combine(ompscan_prefix, ompscan_total));
  return ompscan_prefix;
}

#define OMPSCAN_FIND_PREFIX(tile, total)                                       \
  ompscan_find_prefix(OMPSCAN_ARGUMENTS, tile, total, OMPSCAN_CHAIN_ARGUMENTS, \
                      ompscan_window, &ompscan_found, &ompscan_nearest)

#endif // OMPSCAN_PTX

#if !OMPSCAN_IS_PRIMITIVE && !OMPSCAN_IS_SELECTION

/// \p ompscan_first is the number on the ticket of tile 0.
OMPSCAN_KERNEL void ompscan_scan(OMPSCAN_PARAMETERS, const ulong ompscan_n,
                                 __global volatile ulong *ompscan_chain,
                                 const uint ompscan_first,
                                 const uint ompscan_epoch) {
  OMPSCAN_TILE_VARIABLES
  OMPSCAN_CHAIN_VARIABLES
  __local uint ompscan_ticket;
  if (get_local_id(0) == 0) {
    ompscan_ticket = ompscan_take_tile(ompscan_chain, ompscan_first);
#if !OMPSCAN_PTX
    ompscan_nearest = OMPSCAN_WINDOW;
#endif
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const ulong ompscan_tile = ompscan_ticket;
  ompscan_T ompscan_before, ompscan_prefix;
  const ompscan_T ompscan_total =
      ompscan_tile_total(OMPSCAN_ARGUMENTS, ompscan_n, ompscan_tile,
                         &ompscan_before, OMPSCAN_TILE_ARGUMENTS);
  if (OMPSCAN_IS_LEADER)
    ompscan_prefix = OMPSCAN_FIND_PREFIX(ompscan_tile, ompscan_total);
  ompscan_tile_finish(OMPSCAN_ARGUMENTS, ompscan_n, ompscan_tile,
                      ompscan_prefix, ompscan_before, OMPSCAN_TILE_ARGUMENTS);
}

#endif // OMPSCAN_IS_PRIMITIVE && OMPSCAN_IS_SELECTION

#endif // OMPSCAN_GROUP

#endif // OMPSCAN_ALGORITHM
