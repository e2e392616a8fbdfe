//===- counts.cl - Scans of counts ------------------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scans of counts: ompscan_T is an unsigned integer that holds n. In a single
// pass, a kernel takes a tile, publishes its count, and finds the sum of the
// counts of the tiles in front:
//
//   OMPSCAN_LEFT_VARIABLES, OMPSCAN_TAKE_TILE(),
//   OMPSCAN_PUBLISH_COUNT(tile, count), OMPSCAN_FIND_LEFT(tile, count)
//
// All work-items call them. The order of additions does not matter. Windows of
// more than 32 tiles were slower by 4 % (64) to 16 % (256) on an H200.
//
// In other algorithms one work-group scans the counts of all tiles.
//
//===----------------------------------------------------------------------===//

/// Work-items that are scanned as one run, and the number of runs.
#define OMPSCAN_RUN                                                            \
  ((OMPSCAN_GROUP) % 16 == 0 ? 8 : (OMPSCAN_GROUP) % 2 == 0 ? 2 : 1)
#define OMPSCAN_RUNS ((OMPSCAN_GROUP) / OMPSCAN_RUN)
/// Declares local memory for a number of each work-item and a total of each
/// run.
#define OMPSCAN_GROUP_NUMBERS(name)                                            \
  ompscan_T name[(OMPSCAN_GROUP) + OMPSCAN_RUNS] __attribute__((aligned(16)))

/// \returns the exclusive scan of \p value over the group. \p total receives
/// the sum.
OMPSCAN_INLINE ompscan_T ompscan_scan_group(const ompscan_T value,
                                            __local ompscan_T *numbers,
                                            ompscan_T *total) {
  const uint id = (uint)get_local_id(0);
  const uint place = id % OMPSCAN_RUN;
  const uint own = id / OMPSCAN_RUN;
  __local const ompscan_T *const run = numbers + own * OMPSCAN_RUN;
  __local ompscan_T *const totals = numbers + OMPSCAN_GROUP;
  numbers[id] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  ompscan_T left = 0, sum = 0;
#pragma unroll
  for (uint i = 0; i < OMPSCAN_RUN; ++i) {
    const ompscan_T number = run[i];
    left += i < place ? number : 0;
    sum += number;
  }
  if (place == 0)
    totals[own] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  ompscan_T overall = 0;
#pragma unroll 8
  for (uint i = 0; i < OMPSCAN_RUNS; ++i) {
    const ompscan_T number = totals[i];
    left += i < own ? number : 0;
    overall += number;
  }
  *total = overall;
  return left;
}

#if OMPSCAN_PTX

/// \returns the number of items that the tile keeps. The bits of \p keeps
/// say which items of the lane are kept; \p left receives the number that the
/// warps in front keep.
///
/// \param none 0, which the compiler does not know.
OMPSCAN_INLINE uint ompscan_count_votes(const uint keeps, const uint none,
                                        __local uint *totals, uint *left) {
  uint part = popcount(keeps) + none;
#pragma unroll
  for (uint d = OMPSCAN_LANES / 2; d > 0; d /= 2)
    part += ompscan_word_down(part, d);
  if (OMPSCAN_LANE == 0)
    totals[OMPSCAN_WARP] = part;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint sum = 0, kept = 0;
#pragma unroll
  for (uint i = 0; i < OMPSCAN_WARPS; ++i) {
    const uint total = totals[i];
    sum += i < OMPSCAN_WARP ? total : 0u;
    kept += total;
  }
  *left = sum;
  return kept;
}

/// \returns the number of lanes below this one with bit \p bit set. Adds the
/// number of all lanes with the bit to \p left.
OMPSCAN_INLINE uint ompscan_vote(const uint keeps, const uint bit, uint *left) {
  const uint votes = ompscan_ballot((keeps >> bit & 1u));
  *left += popcount(votes);
  return popcount(votes & ((1u << OMPSCAN_LANE) - 1u));
}

#endif // OMPSCAN_PTX

#if OMPSCAN_ALGORITHM == OMPSCAN_SINGLE_PASS

#if OMPSCAN_GROUP == 1

#define OMPSCAN_LEFT_VARIABLES
#define OMPSCAN_TAKE_TILE() ompscan_take_tile(chain, first)
/// A group of one work-item publishes its count only where the prefix on the
/// left is not there yet (ompscan_find_left).
#define OMPSCAN_PUBLISH_COUNT(tile, count)

OMPSCAN_INLINE ompscan_T ompscan_find_left(const ulong tile,
                                           const ompscan_T count,
                                           OMPSCAN_CHAIN_PARAMETERS) {
  ompscan_T left = 0;
  if (tile > 0) {
    if (ompscan_poll(chain, tile - 1, epoch, &left) != OMPSCAN_PREFIX) {
      ompscan_publish(chain, tile, epoch, OMPSCAN_AGGREGATE, count);
      left = ompscan_look_back(tile, OMPSCAN_CHAIN_ARGUMENTS);
    }
  }
  ompscan_publish(chain, tile, epoch, OMPSCAN_PREFIX, left + count);
  return left;
}

#define OMPSCAN_FIND_LEFT(tile, count)                                         \
  ompscan_find_left(tile, count, OMPSCAN_CHAIN_ARGUMENTS)

#else // OMPSCAN_GROUP > 1

#define OMPSCAN_TAKE_TILE() ticket

#if OMPSCAN_PTX

#define OMPSCAN_LEFT_VARIABLES                                                 \
  __local ompscan_T found;                                                     \
  __local uint ticket;                                                         \
  if (get_local_id(0) == 0)                                                    \
    ticket = ompscan_take_tile(chain, first);                                  \
  barrier(CLK_LOCAL_MEM_FENCE);

/// Sums the counts of the tiles in front of \p tile. The first warp calls it
/// and polls a tile per lane; lane 0 receives the sum.
OMPSCAN_INLINE ompscan_T ompscan_count_left(const ulong tile,
                                            OMPSCAN_CHAIN_PARAMETERS) {
  ompscan_T sum = 0;
  long t = (long)tile - 1 - (long)OMPSCAN_LANE;
  for (bool goes_on = tile > 0; goes_on;) {
    ompscan_T value = 0;
    uint state = OMPSCAN_PREFIX;
    if (t >= 0)
      state = ompscan_poll(chain, (ulong)t, epoch, &value);
    const uint known = ompscan_ballot(state != 0);
    const uint prefixes = ompscan_ballot(state == OMPSCAN_PREFIX);
    // Tiles up to the nearest one with a prefix count, or all of them.
    const uint wanted = prefixes ^ (prefixes - 1);
    if ((known & wanted) == wanted) {
      if (wanted >> OMPSCAN_LANE & 1u)
        sum += value;
      goes_on = prefixes == 0;
      t -= OMPSCAN_LANES;
    }
  }
#pragma unroll
  for (uint d = OMPSCAN_LANES / 2; d > 0; d /= 2)
    sum += ompscan_down(sum, d);
  return sum;
}

OMPSCAN_INLINE ompscan_T ompscan_find_left(const ulong tile,
                                           const ompscan_T count,
                                           OMPSCAN_CHAIN_PARAMETERS,
                                           __local ompscan_T *found) {
  if (OMPSCAN_WARP == 0) {
    const ompscan_T left = ompscan_count_left(tile, OMPSCAN_CHAIN_ARGUMENTS);
    if (OMPSCAN_LANE == 0) {
      if (tile > 0)
        ompscan_publish(chain, tile, epoch, OMPSCAN_PREFIX, left + count);
      *found = left;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  return *found;
}

#define OMPSCAN_FIND_LEFT(tile, count)                                         \
  ompscan_find_left(tile, count, OMPSCAN_CHAIN_ARGUMENTS, &found)

#else // !OMPSCAN_PTX

#define OMPSCAN_LEFT_VARIABLES                                                 \
  __local ompscan_T window[OMPSCAN_WINDOW];                                    \
  __local ompscan_T found;                                                     \
  __local uint nearest;                                                        \
  __local uint ticket;                                                         \
  if (get_local_id(0) == 0) {                                                  \
    ticket = ompscan_take_tile(chain, first);                                  \
    nearest = OMPSCAN_WINDOW;                                                  \
    found = 0;                                                                 \
  }                                                                            \
  barrier(CLK_LOCAL_MEM_FENCE);

/// \returns the sum of the counts of the tiles in front of \p tile.
///
/// \param nearest OMPSCAN_WINDOW before a barrier; afterwards the place in the
///        window of the nearest tile that has its prefix.
OMPSCAN_INLINE ompscan_T ompscan_find_left(const ulong tile,
                                           const ompscan_T count,
                                           OMPSCAN_CHAIN_PARAMETERS,
                                           __local ompscan_T *window,
                                           __local ompscan_T *found,
                                           __local uint *nearest) {
  const uint id = (uint)get_local_id(0);
  // All work-items pass every barrier, and the last one follows the loop: PoCL
  // 3.1 loses values that live across conditional barriers.
  bool goes_on = tile > 0;
  for (ulong end = tile; goes_on; end -= OMPSCAN_WINDOW) {
    const uint last =
        ompscan_wait_for_window(end, OMPSCAN_CHAIN_ARGUMENTS, window, nearest);
    if (id == 0) {
      ompscan_T sum = *found;
#pragma unroll
      for (uint i = 0; i < OMPSCAN_WINDOW; ++i)
        sum += i <= last ? window[i] : 0;
      *found = sum;
    }
    goes_on = last == OMPSCAN_WINDOW;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const ompscan_T left = *found;
  if (id == 0 && tile > 0)
    ompscan_publish(chain, tile, epoch, OMPSCAN_PREFIX, left + count);
  return left;
}

#define OMPSCAN_FIND_LEFT(tile, count)                                         \
  ompscan_find_left(tile, count, OMPSCAN_CHAIN_ARGUMENTS, window, &found,      \
                    &nearest)

#endif // OMPSCAN_PTX

#define OMPSCAN_PUBLISH_COUNT(tile, count)                                     \
  do {                                                                         \
    if (get_local_id(0) == 0)                                                  \
      ompscan_publish(chain, tile, epoch,                                      \
                      (tile) ? OMPSCAN_AGGREGATE : OMPSCAN_PREFIX, count);     \
  } while (0)

#endif // OMPSCAN_GROUP

#endif // OMPSCAN_ALGORITHM

#if OMPSCAN_IS_PRIMITIVE && OMPSCAN_ALGORITHM != OMPSCAN_SINGLE_PASS

/// Replaces every sum by the sum of those in front of it. \p total receives the
/// sum of all. One work-group runs it.
OMPSCAN_KERNEL void ompscan_scan_counts(__global ulong *sums, const ulong count,
                                        __global ulong *total) {
  __local OMPSCAN_GROUP_NUMBERS(numbers);
  ompscan_T left = 0;
  for (ulong begin = 0; begin < count; begin += OMPSCAN_GROUP) {
    const ulong k = begin + get_local_id(0);
    const ompscan_T own = k < count ? (ompscan_T)sums[k] : 0;
    ompscan_T overall;
    const ompscan_T before = ompscan_scan_group(own, numbers, &overall);
    if (k < count)
      sums[k] = left + before;
    left += overall;
  }
  if (get_local_id(0) == 0)
    *total = left;
}

#endif // OMPSCAN_IS_PRIMITIVE && OMPSCAN_ALGORITHM
