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
// and stored once. A work-group publishes the total of its tile, then collects
// the values of the tiles on the left, the nearest first, until one of them has
// its prefix. Primitives (OMPSCAN_IS_PRIMITIVE) and selections
// (OMPSCAN_IS_SELECTION) have kernels of their own, and so has the host.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_ALGORITHM == OMPSCAN_SINGLE_PASS && !OMPSCAN_IS_ORDERED

#define OMPSCAN_CHAIN_PARAMETERS                                               \
  __global volatile ulong *chain, const uint epoch
#define OMPSCAN_CHAIN_ARGUMENTS chain, epoch

#if OMPSCAN_GROUP == 1

/// \returns the prefix of \p tile >= 1.
OMPSCAN_INLINE ompscan_T ompscan_look_back(ulong tile,
                                           OMPSCAN_CHAIN_PARAMETERS) {
  ompscan_T left, value;
  uint state = ompscan_wait(chain, --tile, epoch, &left);
  while (state != OMPSCAN_PREFIX) {
    state = ompscan_wait(chain, --tile, epoch, &value);
    left = ompscan_combine(value, left);
  }
  return left;
}

#if !OMPSCAN_IS_PRIMITIVE && !OMPSCAN_IS_SELECTION

/// \param first the number on the ticket of tile 0.
OMPSCAN_KERNEL void ompscan_scan(OMPSCAN_PARAMETERS, const ulong n,
                                 __global volatile ulong *chain,
                                 const uint first, const uint epoch) {
  const ulong tile = ompscan_take_tile(chain, first);
  ompscan_T prefix;
  // If the prefix is known already, the tile need not be summed first.
  if (tile == 0 ||
      ompscan_poll(chain, tile - 1, epoch, &prefix) == OMPSCAN_PREFIX) {
    if (tile == 0)
      prefix = ompscan_seed(OMPSCAN_ARGUMENTS);
    ompscan_publish(chain, tile, epoch, OMPSCAN_PREFIX,
                    ompscan_scan_run(OMPSCAN_ARGUMENTS, tile * OMPSCAN_TILE,
                                     OMPSCAN_TILE_LENGTH(n, tile), prefix));
    return;
  }
  ompscan_T runs[OMPSCAN_CHAINS];
  const ompscan_T total = ompscan_tile_total(OMPSCAN_ARGUMENTS, n, tile, runs);
  ompscan_publish(chain, tile, epoch, OMPSCAN_AGGREGATE, total);
  prefix = ompscan_look_back(tile, OMPSCAN_CHAIN_ARGUMENTS);
  ompscan_publish(chain, tile, epoch, OMPSCAN_PREFIX,
                  ompscan_combine(prefix, total));
  ompscan_tile_finish(OMPSCAN_ARGUMENTS, n, tile, prefix, runs);
}

#endif // OMPSCAN_IS_PRIMITIVE && OMPSCAN_IS_SELECTION

#else // OMPSCAN_GROUP > 1

/// The values that a tile publishes. With OMPSCAN_BLOCK, the last tile of a
/// block and tile 0 publish their prefix only, other tiles their total only:
/// the values that a tile combines, and their order, depend on its number
/// alone.
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

/// \returns the prefix of \p tile >= 1, in the first warp, which polls a tile
/// per lane.
OMPSCAN_INLINE ompscan_T ompscan_look_back(const ulong tile,
                                           OMPSCAN_CHAIN_PARAMETERS) {
  ompscan_T left;
  long t = (long)tile - 1 - (long)OMPSCAN_LANE;
  for (bool begins = true;; begins = false) {
    ompscan_T value;
    uint state;
    // Lanes without a tile poll tile 0, so that they have a value to shuffle.
    do {
      state = ompscan_poll(chain, t < 0 ? 0 : (ulong)t, epoch, &value);
      if (t < 0)
        state = OMPSCAN_PREFIX;
    } while (ompscan_ballot(state == 0));
    const uint prefixes = ompscan_ballot(state == OMPSCAN_PREFIX);
    // Tiles up to the nearest one with a prefix count.
    const uint last = prefixes ? popcount((prefixes & (0u - prefixes)) - 1u)
                               : OMPSCAN_LANES - 1;
#pragma unroll
    for (uint d = 1; d < OMPSCAN_LANES; d *= 2) {
      const ompscan_T further = ompscan_down(value, d);
      if (OMPSCAN_LANE + d <= last)
        value = ompscan_combine(further, value);
    }
    left = begins ? value : ompscan_combine(value, left);
    if (prefixes)
      return ompscan_of_lane(left, 0);
    t -= OMPSCAN_LANES;
  }
}

#if OMPSCAN_HAS_HEAD
/// Runs the first \p head iterations of \p n, less than a warp has lanes, after
/// \p value.
/// \returns the value after them.
OMPSCAN_INLINE ompscan_T ompscan_run_head(OMPSCAN_PARAMETERS, const ulong n,
                                          const uint head, ompscan_T value) {
  const uint count = (uint)min((ulong)head, n);
  if (count == 0)
    return value;
  // In place, all inputs are loaded before an output is stored. Lanes behind
  // the head repeat its last one.
  ompscan_T scan =
      ompscan_input(OMPSCAN_ARGUMENTS, min(OMPSCAN_LANE, count - 1));
#pragma unroll 1
  for (uint d = 1; d < count; d *= 2) {
    const ompscan_T left = ompscan_up(scan, d);
    if (OMPSCAN_LANE >= d)
      scan = ompscan_combine(left, scan);
  }
  const ompscan_T after = ompscan_combine(value, scan);
  ompscan_T before = ompscan_up(after, 1);
  if (OMPSCAN_LANE == 0)
    before = value;
  if (OMPSCAN_LANE < count)
    ompscan_output(OMPSCAN_ARGUMENTS, OMPSCAN_LANE, before, after);
  return ompscan_of_lane(after, count - 1);
}
#endif

/// \returns the prefix of a tile of a loop of \p n iterations, in the first
/// warp. Publishes the values of the tile.
OMPSCAN_INLINE ompscan_T ompscan_find_prefix(
    OMPSCAN_PARAMETERS, const ulong n, const ulong tile, const ompscan_T total,
    OMPSCAN_CHAIN_PARAMETERS OMPSCAN_HEAD_PARAMETER) {
  ompscan_T prefix;
  if (tile == 0) {
    prefix = ompscan_seed(OMPSCAN_ARGUMENTS);
#if OMPSCAN_HAS_HEAD
    prefix = ompscan_run_head(OMPSCAN_ARGUMENTS, n, head, prefix);
#endif
  } else {
    if (OMPSCAN_LANE == 0 && OMPSCAN_TELLS_TOTAL(tile))
      ompscan_publish(chain, tile, epoch, OMPSCAN_AGGREGATE, total);
    prefix = ompscan_look_back(tile, OMPSCAN_CHAIN_ARGUMENTS);
  }
  const ompscan_T end = ompscan_combine(prefix, total);
  if (OMPSCAN_LANE == 0 && OMPSCAN_TELLS_PREFIX(tile))
    ompscan_publish(chain, tile, epoch, OMPSCAN_PREFIX, end);
  return prefix;
}

#define OMPSCAN_FIND_PREFIX(n, tile, total)                                    \
  ompscan_find_prefix(OMPSCAN_ARGUMENTS, n, tile, total,                       \
                      OMPSCAN_CHAIN_ARGUMENTS OMPSCAN_HEAD_ARGUMENT)

#else // !OMPSCAN_PTX

/// The tiles that a work-group polls at once.
#define OMPSCAN_WINDOW ((OMPSCAN_GROUP) < 32 ? (OMPSCAN_GROUP) : 32)

/// Waits for the values of the tiles in front of \p end, as many as a window
/// has. All work-items call it.
/// \returns the place in the window of the nearest tile that has its prefix, or
/// OMPSCAN_WINDOW. So does \p nearest, which is OMPSCAN_WINDOW before.
OMPSCAN_INLINE uint ompscan_wait_for_window(const ulong end,
                                            OMPSCAN_CHAIN_PARAMETERS,
                                            __local ompscan_T *window,
                                            __local uint *nearest) {
  const uint id = (uint)get_local_id(0);
  if (id < OMPSCAN_WINDOW && id < end) {
    ompscan_T value;
    if (ompscan_wait(chain, end - 1 - id, epoch, &value) == OMPSCAN_PREFIX)
      atomic_min(nearest, id);
    window[id] = value;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  return *nearest;
}

#define OMPSCAN_CHAIN_VARIABLES                                                \
  __local ompscan_T window[OMPSCAN_WINDOW];                                    \
  __local ompscan_T found;                                                     \
  __local uint nearest;

/// \returns the prefix of a tile, and publishes the values of the tile. All
/// work-items call it.
///
/// \param nearest OMPSCAN_WINDOW before a barrier; afterwards the place in the
///        window of the nearest tile that has its prefix.
OMPSCAN_INLINE ompscan_T
ompscan_find_prefix(OMPSCAN_PARAMETERS, const ulong tile, const ompscan_T total,
                    OMPSCAN_CHAIN_PARAMETERS, __local ompscan_T *window,
                    __local ompscan_T *found, __local uint *nearest) {
  const uint id = (uint)get_local_id(0);
  if (id == 0) {
    if (tile == 0)
      *found = ompscan_seed(OMPSCAN_ARGUMENTS);
    else if (OMPSCAN_TELLS_TOTAL(tile))
      ompscan_publish(chain, tile, epoch, OMPSCAN_AGGREGATE, total);
  }
  // All work-items pass every barrier, and the last one follows the loop: PoCL
  // 3.1 loses values that live across conditional barriers.
  bool goes_on = tile > 0;
  for (ulong end = tile; goes_on; end -= OMPSCAN_WINDOW) {
    const uint last =
        ompscan_wait_for_window(end, OMPSCAN_CHAIN_ARGUMENTS, window, nearest);
    if (id == 0) {
      uint i = min(last, (uint)OMPSCAN_WINDOW - 1);
      ompscan_T left = window[i];
      while (i-- > 0)
        left = ompscan_combine(left, window[i]);
      *found = end == tile ? left : ompscan_combine(left, *found);
    }
    goes_on = last == OMPSCAN_WINDOW;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const ompscan_T prefix = *found;
  if (id == 0 && OMPSCAN_TELLS_PREFIX(tile))
    ompscan_publish(chain, tile, epoch, OMPSCAN_PREFIX,
                    ompscan_combine(prefix, total));
  return prefix;
}

#define OMPSCAN_FIND_PREFIX(n, tile, total)                                    \
  ompscan_find_prefix(OMPSCAN_ARGUMENTS, tile, total, OMPSCAN_CHAIN_ARGUMENTS, \
                      window, &found, &nearest)

#endif // OMPSCAN_PTX

#if !OMPSCAN_IS_PRIMITIVE && !OMPSCAN_IS_SELECTION

/// \param first the number on the ticket of tile 0. With OMPSCAN_ALSO_REDUCES
///        and epoch 0, which no single pass has, \p chain has the totals of
///        tiles, and \p first is `shared` of reduce-then-scan.
OMPSCAN_KERNEL void ompscan_scan(OMPSCAN_PARAMETERS, const ulong n,
                                 __global volatile ulong *chain,
                                 const uint first,
                                 const uint epoch OMPSCAN_HEAD_PARAMETER) {
  OMPSCAN_TILE_VARIABLES
  OMPSCAN_CHAIN_VARIABLES
  __local uint ticket;
  const bool reduces = OMPSCAN_ALSO_REDUCES && epoch == 0;
  if (get_local_id(0) == 0) {
    ticket = reduces ? (uint)get_group_id(0) : ompscan_take_tile(chain, first);
#if !OMPSCAN_PTX
    nearest = OMPSCAN_WINDOW;
#endif
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const ulong tile = ticket;
  ompscan_T before, prefix;
#if OMPSCAN_ALSO_REDUCES
  __global ompscan_T *const sums = (__global ompscan_T *)chain;
  const bool finishes = (first & OMPSCAN_FINISHES) != 0;
  if (reduces && finishes && OMPSCAN_STORES_NOTHING(tile))
    return;
  ompscan_T total;
  if (reduces && first & OMPSCAN_SHARED && !finishes &&
      n - tile * OMPSCAN_TILE < OMPSCAN_TILE)
    total =
        ompscan_rest_total(OMPSCAN_ARGUMENTS, n, tile, OMPSCAN_ROOM_OF(sums));
  else
    total = ompscan_tile_total(OMPSCAN_ARGUMENTS, n, tile, &before,
                               OMPSCAN_TILE_ARGUMENTS);
  if (reduces && !finishes) {
    if (get_local_id(0) == 0)
      sums[tile] = OMPSCAN_SUM_OF(tile, total, first);
    return;
  }
  if (OMPSCAN_IS_LEADER)
    prefix = reduces ? ompscan_left_of(OMPSCAN_ARGUMENTS, tile, sums, first)
                     : OMPSCAN_FIND_PREFIX(n, tile, total);
#else
  const ompscan_T total = ompscan_tile_total(OMPSCAN_ARGUMENTS, n, tile,
                                             &before, OMPSCAN_TILE_ARGUMENTS);
  if (OMPSCAN_IS_LEADER)
    prefix = OMPSCAN_FIND_PREFIX(n, tile, total);
#endif
  ompscan_tile_finish(OMPSCAN_ARGUMENTS, n, tile, &prefix, &before,
                      OMPSCAN_TILE_ARGUMENTS);
}

#endif // OMPSCAN_IS_PRIMITIVE && OMPSCAN_IS_SELECTION

#endif // OMPSCAN_GROUP

#endif // OMPSCAN_ALGORITHM
