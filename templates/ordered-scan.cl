//===- ordered-scan.cl - Kernels of the fixed order -------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernels of scans with OMPSCAN_IS_ORDERED, in a single pass and by
// reduce-then-scan.
//
// Tiles are numbered within a block. Number i publishes, or stores, the total
// of the largest group of tiles that ends with it; it combines its own total
// with those of the groups that the lowest digits of i name, which are 1. The
// value in front of it combines those of all digits with the value in front of
// the block. So a tile needs the values of few others, and the order is that of
// a tree. In a single pass, the last tile of a block publishes the value behind
// the block. Warps look at more tiles at once instead, since others would wait
// for what each combines: on an H200, sums of 2^28 floats take 0.63 ms with
// Fenwick's way.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_IS_ORDERED && !OMPSCAN_NATIVE

/// Tiles of a block.
#define OMPSCAN_BLOCK_TILES (OMPSCAN_ORDER_BLOCK / OMPSCAN_TILE)
/// The last tile of the group that binary digit \p b of \p number names, in the
/// block from tile \p first on.
#define OMPSCAN_LAST_OF(first, number, b)                                      \
  ((first) + ((number) >> (b) << (b)) - 1)

/// \returns how many of the lowest digits of \p number are 1.
OMPSCAN_INLINE uint ompscan_low_ones(const uint number) {
  return popcount((number ^ (number + 1)) >> 1);
}

#if OMPSCAN_ALGORITHM == OMPSCAN_SINGLE_PASS && OMPSCAN_GROUP > 1

#if OMPSCAN_PTX

/// Tiles of a window, and windows of a block, at most as many.
#define OMPSCAN_WINDOW OMPSCAN_LANES
#define OMPSCAN_WINDOWS ((uint)(OMPSCAN_BLOCK_TILES / OMPSCAN_WINDOW))

/// Combines \p left with the totals that the digits of \p number name, those of
/// lanes in \p groups, from digit \p from - 1 down to digit \p to.
OMPSCAN_INLINE ompscan_T ompscan_combine_groups(ompscan_T left,
                                                const ompscan_T groups,
                                                const uint number,
                                                const uint from,
                                                const uint to) {
#pragma unroll
  for (uint b = 5; b-- > 0;) {
    const ompscan_T next = ompscan_of_lane(groups, (number >> b << b) - 1u);
    if (b < from && b >= to && (number >> b & 1))
      left = ompscan_combine(left, next);
  }
  return left;
}

/// Sets \p prefix and \p behind, the values in front of \p tile and behind it,
/// whose \p total is given. The first warp calls it.
///
/// A tile publishes its total, so that one look finds those of a window; the
/// last one of a window publishes that of the window, and the last one of a
/// block the value behind the block. Lanes combine them as the totals of lanes.
OMPSCAN_INLINE void ompscan_look_back(OMPSCAN_PARAMETERS, const ulong tile,
                                      const ompscan_T total,
                                      __global volatile ulong *chain,
                                      const uint epoch, ompscan_T *prefix,
                                      ompscan_T *behind) {
  const uint lane = OMPSCAN_LANE;
  const uint in_block = (uint)(tile % OMPSCAN_BLOCK_TILES);
  const uint number = in_block % OMPSCAN_WINDOW;
  const uint window = in_block / OMPSCAN_WINDOW;
  const ulong first = tile - in_block;
  const bool is_last = number + 1 == OMPSCAN_WINDOW;
  if (lane == 0 && !is_last)
    ompscan_publish(chain, tile, epoch, OMPSCAN_AGGREGATE, total);
  // The lane's tile of the window, or the value in front of the block.
  const bool is_front = lane + 1 == OMPSCAN_LANES;
  const ulong other = is_front ? first - 1 : tile - number + lane;
  bool waits = is_front ? first > 0 : lane < number;
  bool waits_for_window = lane < window;
  ompscan_T value = total, value_of_window = total;
  for (;;) {
    if (waits)
      waits = ompscan_poll(chain, other, epoch, &value) == 0;
    if (waits_for_window)
      waits_for_window =
          ompscan_poll(chain, first + (lane + 1) * OMPSCAN_WINDOW - 1, epoch,
                       &value_of_window) == 0;
    if (!ompscan_ballot(waits && !is_front))
      break;
  }
  const ompscan_T tiles =
      ompscan_group_lanes(is_front ? total : value, OMPSCAN_WINDOW);
  const ompscan_T own = ompscan_of_lane(tiles, number);
  const bool ends_block = in_block + 1 == OMPSCAN_BLOCK_TILES;
  if (lane == 0 && is_last && !ends_block)
    ompscan_publish(chain, tile, epoch, OMPSCAN_AGGREGATE, own);
  while (ompscan_ballot(waits || waits_for_window)) {
    if (waits)
      waits = ompscan_poll(chain, other, epoch, &value) == 0;
    if (waits_for_window)
      waits_for_window =
          ompscan_poll(chain, first + (lane + 1) * OMPSCAN_WINDOW - 1, epoch,
                       &value_of_window) == 0;
  }
  const ompscan_T windows = ompscan_group_lanes(
      lane == window ? own : value_of_window, OMPSCAN_WINDOWS);
  ompscan_T left = first > 0 ? ompscan_of_lane(value, OMPSCAN_LANES - 1)
                             : ompscan_seed(OMPSCAN_ARGUMENTS);
  // Where the tile ends a group of windows, that lies behind these digits.
  const uint low_windows = is_last ? ompscan_low_ones(window) : 0;
  left = ompscan_combine_groups(left, windows, window, 5, low_windows);
  if (is_last) {
    *behind = ompscan_combine(left, ompscan_of_lane(windows, window));
    if (lane == 0 && ends_block)
      ompscan_publish(chain, tile, epoch, OMPSCAN_PREFIX, *behind);
    left = ompscan_combine_groups(left, windows, window, low_windows, 0);
    *prefix = ompscan_combine_groups(left, tiles, number, 5, 0);
  } else {
    const uint low = ompscan_low_ones(number);
    left = ompscan_combine_groups(left, tiles, number, 5, low);
    *behind = ompscan_combine(left, own);
    *prefix = ompscan_combine_groups(left, tiles, number, low, 0);
  }
}

#else // !OMPSCAN_PTX

/// Publishes what others need of \p tile, whose \p total is given: the total of
/// the largest group of tiles that ends with it. Sets \p prefix and \p behind,
/// the values in front of the tile and behind it. The first work-item calls it.
OMPSCAN_INLINE void ompscan_look_back(OMPSCAN_PARAMETERS, const ulong tile,
                                      ompscan_T total,
                                      __global volatile ulong *chain,
                                      const uint epoch, ompscan_T *prefix,
                                      ompscan_T *behind) {
  const uint number = (uint)(tile % OMPSCAN_BLOCK_TILES);
  const ulong first = tile - number;
  ompscan_T value, left;
  uint low = 0;
  for (; number >> low & 1; ++low) {
    ompscan_wait(chain, OMPSCAN_LAST_OF(first, number, low), epoch, &value);
    total = ompscan_combine(value, total);
  }
  const bool is_last = number + 1 == OMPSCAN_BLOCK_TILES;
  if (!is_last)
    ompscan_publish(chain, tile, epoch, OMPSCAN_AGGREGATE, total);
  if (first > 0)
    ompscan_wait(chain, first - 1, epoch, &left);
  else
    left = ompscan_seed(OMPSCAN_ARGUMENTS);
  uint b = 32 - clz(number);
  for (; b > low; --b)
    if (number >> (b - 1) & 1) {
      ompscan_wait(chain, OMPSCAN_LAST_OF(first, number, b - 1), epoch, &value);
      left = ompscan_combine(left, value);
    }
  *behind = ompscan_combine(left, total);
  if (is_last)
    ompscan_publish(chain, tile, epoch, OMPSCAN_PREFIX, *behind);
  for (; b > 0; --b) {
    ompscan_wait(chain, OMPSCAN_LAST_OF(first, number, b - 1), epoch, &value);
    left = ompscan_combine(left, value);
  }
  *prefix = left;
}

#endif // OMPSCAN_PTX

/// \param first the number on the ticket of tile 0.
OMPSCAN_KERNEL void ompscan_scan(OMPSCAN_PARAMETERS, const ulong n,
                                 __global volatile ulong *chain,
                                 const uint first, const uint epoch) {
  OMPSCAN_TILE_VARIABLES
  __local uint ticket;
  if (get_local_id(0) == 0)
    ticket = ompscan_take_tile(chain, first);
  barrier(CLK_LOCAL_MEM_FENCE);
  const ulong tile = ticket;
  ompscan_T prefix, behind;
  const ompscan_T total =
      ompscan_tile_total(OMPSCAN_ARGUMENTS, n, tile, OMPSCAN_TILE_ARGUMENTS);
  if (OMPSCAN_IS_LEADER)
    ompscan_look_back(OMPSCAN_ARGUMENTS, tile, total, chain, epoch, &prefix,
                      &behind);
  ompscan_tile_finish(OMPSCAN_ARGUMENTS, n, tile, &prefix, &behind,
                      OMPSCAN_TILE_ARGUMENTS);
}

#elif OMPSCAN_ALGORITHM == OMPSCAN_REDUCE_THEN_SCAN

/// Places in \p sums behind the totals of \p tiles tiles: the value that the
/// scan starts from, then those in front of the blocks.
#define OMPSCAN_START_OF(sums, tiles) ((sums)[tiles])
#define OMPSCAN_BLOCKS_OF(sums, tiles) ((sums) + (tiles) + 1)

/// Stores the total of a tile, and the value that the scan starts from.
OMPSCAN_INLINE void ompscan_store_total(OMPSCAN_PARAMETERS, const ulong tile,
                                        const ompscan_T total,
                                        __global ompscan_T *const sums) {
  sums[tile] = total;
  if (tile == 0)
    OMPSCAN_START_OF(sums, get_num_groups(0)) = ompscan_seed(OMPSCAN_ARGUMENTS);
}

/// \returns the value in front of the block of \p tile.
OMPSCAN_INLINE ompscan_T
ompscan_front_of_block(OMPSCAN_PARAMETERS, const ulong tile,
                       __global const ompscan_T *const sums) {
  const ulong tiles = get_num_groups(0);
  if (tiles == 1)
    return ompscan_seed(OMPSCAN_ARGUMENTS);
  return OMPSCAN_BLOCKS_OF(sums, tiles)[tile / OMPSCAN_BLOCK_TILES];
}

#if OMPSCAN_GROUP > 1
/// Sets \p prefix and \p behind, the values in front of \p tile and behind it.
/// \p total is its own, for a loop of one tile, which has no \p sums.
OMPSCAN_INLINE void ompscan_find_left(OMPSCAN_PARAMETERS, const ulong tile,
                                      const ompscan_T total,
                                      __global const ompscan_T *const sums,
                                      ompscan_T *prefix, ompscan_T *behind) {
  const ulong tiles = get_num_groups(0);
  const uint number = (uint)(tile % OMPSCAN_BLOCK_TILES);
  const ulong first = tile - number;
  ompscan_T left = ompscan_front_of_block(OMPSCAN_ARGUMENTS, tile, sums);
  const uint low = ompscan_low_ones(number);
  uint b = 32 - clz(number);
  for (; b > low; --b)
    if (number >> (b - 1) & 1)
      left = ompscan_combine(left, sums[OMPSCAN_LAST_OF(first, number, b - 1)]);
  *behind = ompscan_combine(left, tiles == 1 ? total : sums[tile]);
  for (; b > 0; --b)
    left = ompscan_combine(left, sums[OMPSCAN_LAST_OF(first, number, b - 1)]);
  *prefix = left;
}
#endif

/// Whether a tile stores nothing: a fold needs the output of the last iteration
/// only.
#if OMPSCAN_IS_FOLD
#define OMPSCAN_STORES_NOTHING(tile) ((tile) + 1 < get_num_groups(0))
#else
#define OMPSCAN_STORES_NOTHING(tile) false
#endif

#if OMPSCAN_GROUP == 1

OMPSCAN_KERNEL void ompscan_reduce_tiles(OMPSCAN_PARAMETERS, const ulong n,
                                         __global ompscan_T *sums,
                                         const uint shared) {
  const ulong tile = get_group_id(0);
  ompscan_store_total(OMPSCAN_ARGUMENTS, tile,
                      ompscan_ordered_total(OMPSCAN_ARGUMENTS,
                                            tile * OMPSCAN_TILE,
                                            OMPSCAN_TILE_LENGTH(n, tile)),
                      sums);
}

OMPSCAN_KERNEL void ompscan_finish_tiles(OMPSCAN_PARAMETERS, const ulong n,
                                         __global const ompscan_T *sums,
                                         const uint shared) {
  const ulong tile = get_group_id(0);
  if (OMPSCAN_STORES_NOTHING(tile))
    return;
  const uint number = (uint)(tile % OMPSCAN_BLOCK_TILES);
  ompscan_halves halves;
  ompscan_T left = ompscan_front_of_block(OMPSCAN_ARGUMENTS, tile, sums);
  for (uint b = 32 - clz(number); b-- > 0;)
    if (number >> b & 1) {
      const uint level = ompscan_level_of((OMPSCAN_ITEMS) / OMPSCAN_LEAF) + b;
      halves.totals[level] = sums[OMPSCAN_LAST_OF(tile - number, number, b)];
      halves.fronts[level] = left;
      left = ompscan_combine(left, halves.totals[level]);
    }
  ompscan_ordered_scan(OMPSCAN_ARGUMENTS, tile * OMPSCAN_TILE,
                       OMPSCAN_TILE_LENGTH(n, tile), left, &halves);
}

#else // OMPSCAN_GROUP > 1

OMPSCAN_KERNEL void ompscan_reduce_tiles(OMPSCAN_PARAMETERS, const ulong n,
                                         __global ompscan_T *sums,
                                         const uint shared) {
  OMPSCAN_TILE_VARIABLES
  const ulong tile = get_group_id(0);
  const ompscan_T total =
      ompscan_tile_total(OMPSCAN_ARGUMENTS, n, tile, OMPSCAN_TILE_ARGUMENTS);
  if (get_local_id(0) == 0)
    ompscan_store_total(OMPSCAN_ARGUMENTS, tile, total, sums);
}

OMPSCAN_KERNEL void ompscan_finish_tiles(OMPSCAN_PARAMETERS, const ulong n,
                                         __global const ompscan_T *sums,
                                         const uint shared) {
  OMPSCAN_TILE_VARIABLES
  const ulong tile = get_group_id(0);
  if (OMPSCAN_STORES_NOTHING(tile))
    return;
  ompscan_T prefix, behind;
  const ompscan_T total =
      ompscan_tile_total(OMPSCAN_ARGUMENTS, n, tile, OMPSCAN_TILE_ARGUMENTS);
  if (OMPSCAN_IS_LEADER)
    ompscan_find_left(OMPSCAN_ARGUMENTS, tile, total, sums, &prefix, &behind);
  ompscan_tile_finish(OMPSCAN_ARGUMENTS, n, tile, &prefix, &behind,
                      OMPSCAN_TILE_ARGUMENTS);
}

#endif // OMPSCAN_GROUP

/// Replaces the totals of \p tiles tiles, those of a block by a group, by the
/// totals of the largest groups of tiles that end with each, and stores that of
/// a whole block at its place.
OMPSCAN_KERNEL void ompscan_scan_sums(__global ompscan_T *sums,
                                      const ulong tiles,
                                      __global ompscan_T *same) {
  const ulong first = get_group_id(0) * OMPSCAN_BLOCK_TILES;
  const ulong count = min(OMPSCAN_BLOCK_TILES, tiles - first);
  for (ulong d = 1; d < count; d *= 2) {
    for (ulong i = 2 * d * (get_local_id(0) + 1) - 1; i < count;
         i += 2 * d * (OMPSCAN_GROUP))
      sums[first + i] = ompscan_combine(sums[first + i - d], sums[first + i]);
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
  if (get_local_id(0) == 0 && count == OMPSCAN_BLOCK_TILES)
    OMPSCAN_BLOCKS_OF(sums, tiles)[get_group_id(0)] = sums[first + count - 1];
}

/// Replaces the totals of blocks by the values in front of them.
OMPSCAN_KERNEL void ompscan_add_sums(__global ompscan_T *sums,
                                     const ulong tiles,
                                     __global const ompscan_T *same) {
  if (get_local_id(0) > 0)
    return;
  __global ompscan_T *const blocks = OMPSCAN_BLOCKS_OF(sums, tiles);
  ompscan_T value = OMPSCAN_START_OF(sums, tiles);
  const ulong last = (tiles - 1) / OMPSCAN_BLOCK_TILES;
  for (ulong b = 0; b < last; ++b) {
    const ompscan_T total = blocks[b];
    blocks[b] = value;
    value = ompscan_combine(value, total);
  }
  blocks[last] = value;
}

#endif // OMPSCAN_ALGORITHM

#endif // OMPSCAN_IS_ORDERED && !OMPSCAN_NATIVE
