//===- ordered-tile.cl - A tile in the fixed order --------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of a scan by a group of work-items in the order of ordered-groups.cl.
// A tile has 2^k work-items with 2^m leaves each, so that it is a group of
// leaves, and so is what a work-item, or a warp, has of it.
//
// Of leaves, work-items, warps and tiles alike, number i holds the total of the
// largest group that ends with it. The value in front of number i is that in
// front of all, combined with the totals that the binary digits of i name,
// from the highest one: with digit b, that of number (i >> b << b) - 1.
//
//   OMPSCAN_TILE_VARIABLES, OMPSCAN_TILE_ARGUMENTS
//   ompscan_tile_total()   loads a tile and returns its total to the leaders
//   ompscan_tile_finish()  stores the tile behind the value in front of it
//
// Elements beyond the end of the loop are copies of the last one. No value in
// front of an element of the loop depends on them.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_IS_ORDERED && OMPSCAN_GROUP > 1

/// Leaves of a work-item.
#define OMPSCAN_LEAVES ((OMPSCAN_ITEMS) / OMPSCAN_LEAF)
/// Tiles of a block.
#define OMPSCAN_BLOCK_TILES (OMPSCAN_ORDER_BLOCK / OMPSCAN_TILE)

/// Iterations of a leaf that a work-item takes at once, and what it takes.
#if OMPSCAN_PTX
#define OMPSCAN_STEP (OMPSCAN_VECTOR)
typedef OMPSCAN_VECTOR_OF(ompscan_T) ompscan_vector;
#define OMPSCAN_TAKE_STEP(v, from) OMPSCAN_BY_WORDS(OMPSCAN_TAKE_AS, v, from)
#define OMPSCAN_GIVE_STEP(v, to) OMPSCAN_BY_WORDS(OMPSCAN_GIVE_AS, v, to)
#else
#define OMPSCAN_STEP 1
typedef struct {
  ompscan_T e[1];
} ompscan_vector;
#define OMPSCAN_TAKE_STEP(v, from) v.e[0] = *(from)
#define OMPSCAN_GIVE_STEP(v, to) *(to) = v.e[0]
#endif

/// Elements from a work-item's run to the next one: an odd number of vectors,
/// which avoids bank conflicts.
#define OMPSCAN_PITCH ((OMPSCAN_ITEMS) + OMPSCAN_STEP)
/// The place of element i of a tile.
#define OMPSCAN_PLACE(i)                                                       \
  ((i) / (OMPSCAN_ITEMS) * OMPSCAN_PITCH + (i) % (OMPSCAN_ITEMS))

#if OMPSCAN_PTX
/// The work-items that know the total of a tile and find its prefix.
#define OMPSCAN_IS_LEADER (OMPSCAN_WARP == 0)
/// What shares a tile: each has a total, in local memory.
#define OMPSCAN_SHARES OMPSCAN_WARPS
#else
#define OMPSCAN_IS_LEADER (get_local_id(0) == 0)
#define OMPSCAN_SHARES (OMPSCAN_GROUP)
#endif

/// `x` has the elements of the tile, `totals` those of its shares, `fronts` the
/// values in front of them, then that behind the tile. `leaves` and `own` are
/// the totals of the work-item's leaves and, of a warp's lanes, of runs.
#define OMPSCAN_TILE_VARIABLES                                                 \
  __local ompscan_T x[(OMPSCAN_GROUP) * OMPSCAN_PITCH]                         \
      __attribute__((aligned(16)));                                            \
  __local ompscan_T totals[OMPSCAN_SHARES];                                    \
  __local ompscan_T fronts[OMPSCAN_SHARES + 1];                                \
  ompscan_T leaves[OMPSCAN_LEAVES];                                            \
  ompscan_T own[1];
#define OMPSCAN_TILE_PARAMETERS                                                \
  __local ompscan_T *const x, __local ompscan_T *const totals,                 \
      __local ompscan_T *const fronts, ompscan_T *const leaves,                \
      ompscan_T *const own
#define OMPSCAN_TILE_ARGUMENTS x, totals, fronts, leaves, own

/// Precedes a loop over the leaves of a work-item. Unrolled, that of an
/// operator that calls functions would not fit into the instruction cache.
#if OMPSCAN_COMBINE_CALLS
#define OMPSCAN_OVER_LEAVES _Pragma("unroll 1")
#else
#define OMPSCAN_OVER_LEAVES _Pragma("unroll")
#endif

/// Elements that a work-item loads at once, one by one.
#define OMPSCAN_LOADS 8

/// The work-items that load and store the same part of a tile together, those
/// of a warp or all, their number, and what separates the two.
#if OMPSCAN_PTX
#define OMPSCAN_PART_FIRST (OMPSCAN_WARP * OMPSCAN_PART)
#define OMPSCAN_PART_ITEM OMPSCAN_LANE
#define OMPSCAN_PART_ITEMS OMPSCAN_LANES
#define OMPSCAN_PART_BARRIER ompscan_warp_barrier()
#else
#define OMPSCAN_PART_FIRST 0u
#define OMPSCAN_PART_ITEM ((uint)get_local_id(0))
#define OMPSCAN_PART_ITEMS ((uint)(OMPSCAN_GROUP))
#define OMPSCAN_PART_BARRIER barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#endif

/// Whether whole vectors of the arrays go to local memory, and back.
#define OMPSCAN_MOVES_VECTORS                                                  \
  (OMPSCAN_USES_VECTORS && OMPSCAN_IS_PLAIN && !OMPSCAN_HAS_FILLS)

#if OMPSCAN_MOVES_VECTORS
/// Vectors of 16 bytes of a run, and the place of vector i of a part.
#define OMPSCAN_RUN_QUADS ((OMPSCAN_ITEMS) * OMPSCAN_ITEM_SIZE / 16)
#define OMPSCAN_QUAD(i) ((i) + (i) / OMPSCAN_RUN_QUADS)
#define OMPSCAN_PART_IS_FULL(begin, n)                                         \
  OMPSCAN_ENDS_BEFORE((begin) + OMPSCAN_PART, n)

/// Loads a full part of a tile.
OMPSCAN_INLINE void ompscan_load_quads(__local uint4 *const to,
                                       __global const uint4 *const from) {
#pragma unroll
  for (uint j = 0; j < OMPSCAN_RUN_QUADS; ++j) {
    const uint i = j * OMPSCAN_LANES + OMPSCAN_LANE;
    to[OMPSCAN_QUAD(i)] = from[i];
  }
}
#endif

/// Loads the tile.
OMPSCAN_INLINE void ompscan_load_tile(OMPSCAN_PARAMETERS, const ulong n,
                                      const ulong tile,
                                      OMPSCAN_TILE_PARAMETERS) {
  const ulong begin = tile * OMPSCAN_TILE;
#if OMPSCAN_MOVES_VECTORS
  const ulong part = begin + OMPSCAN_PART_FIRST;
  if (OMPSCAN_PART_IS_FULL(part, n)) {
    ompscan_load_quads(
        (__local uint4 *)(x + OMPSCAN_PLACE(OMPSCAN_PART_FIRST)),
        (__global const uint4 *)ompscan_input_address(OMPSCAN_ARGUMENTS, part));
    OMPSCAN_PART_BARRIER;
    return;
  }
#endif
#pragma unroll 1
  for (uint j = 0; j < (OMPSCAN_ITEMS); j += OMPSCAN_LOADS) {
    const uint first =
        OMPSCAN_PART_FIRST + j * OMPSCAN_PART_ITEMS + OMPSCAN_PART_ITEM;
    ompscan_T v[OMPSCAN_LOADS];
#pragma unroll
    for (uint i = 0; i < OMPSCAN_LOADS; ++i)
      v[i] = ompscan_input(OMPSCAN_ARGUMENTS,
                           min(begin + first + i * OMPSCAN_PART_ITEMS, n - 1));
#pragma unroll
    for (uint i = 0; i < OMPSCAN_LOADS; ++i)
      x[OMPSCAN_PLACE(first + i * OMPSCAN_PART_ITEMS)] = v[i];
  }
  OMPSCAN_PART_BARRIER;
}

/// \returns the total of the work-item's run. \p leaves receives that of the
/// largest group of leaves that ends with each one.
OMPSCAN_INLINE ompscan_T ompscan_run_total(OMPSCAN_TILE_PARAMETERS) {
  __local const ompscan_T *const run = x + get_local_id(0) * OMPSCAN_PITCH;
  OMPSCAN_OVER_LEAVES
  for (uint l = 0; l < OMPSCAN_LEAVES; ++l) {
    ompscan_T total;
#pragma unroll
    for (uint j = 0; j < OMPSCAN_LEAF; j += OMPSCAN_STEP) {
      ompscan_vector v;
      OMPSCAN_TAKE_STEP(v, run + l * OMPSCAN_LEAF + j);
#pragma unroll
      for (uint i = 0; i < OMPSCAN_STEP; ++i)
        total = i + j ? ompscan_combine(total, v.e[i]) : v.e[i];
    }
    leaves[l] = total;
  }
  OMPSCAN_OVER_LEAVES
  for (uint d = 1; d < OMPSCAN_LEAVES; d *= 2)
    OMPSCAN_OVER_LEAVES
  for (uint l = 2 * d - 1; l < OMPSCAN_LEAVES; l += 2 * d)
    leaves[l] = ompscan_combine(leaves[l - d], leaves[l]);
  return leaves[OMPSCAN_LEAVES - 1];
}

/// Replaces the work-item's run by its scan behind \p left. \p next is the
/// value behind the run.
OMPSCAN_INLINE void ompscan_scan_run(const ompscan_T left, const ompscan_T next,
                                     OMPSCAN_TILE_PARAMETERS) {
  __local ompscan_T *const run = x + get_local_id(0) * OMPSCAN_PITCH;
  ompscan_T front[OMPSCAN_LEAVES + 1];
  front[0] = left;
  OMPSCAN_OVER_LEAVES
  for (uint l = 1; l < OMPSCAN_LEAVES; ++l)
    front[l] = ompscan_combine(front[l & (l - 1)], leaves[l - 1]);
  front[OMPSCAN_LEAVES] = next;
  OMPSCAN_OVER_LEAVES
  for (uint l = 0; l < OMPSCAN_LEAVES; ++l) {
    ompscan_T value = front[l];
#pragma unroll
    for (uint j = 0; j < OMPSCAN_LEAF; j += OMPSCAN_STEP) {
      ompscan_vector v;
      OMPSCAN_TAKE_STEP(v, run + l * OMPSCAN_LEAF + j);
#pragma unroll
      for (uint i = 0; i < OMPSCAN_STEP; ++i)
        v.e[i] = value = i + j + 1 < OMPSCAN_LEAF
                             ? ompscan_combine(value, v.e[i])
                             : front[l + 1];
      OMPSCAN_GIVE_STEP(v, run + l * OMPSCAN_LEAF + j);
    }
  }
}

/// Stores the tile.
OMPSCAN_INLINE void ompscan_store_tile(OMPSCAN_PARAMETERS, const ulong n,
                                       const ulong tile,
                                       OMPSCAN_TILE_PARAMETERS) {
  const ulong begin = tile * OMPSCAN_TILE;
#if OMPSCAN_MOVES_VECTORS
  const ulong part = begin + OMPSCAN_PART_FIRST;
  if (OMPSCAN_PART_IS_FULL(part, n)) {
    __global uint4 *const to =
        (__global uint4 *)ompscan_output_address(OMPSCAN_ARGUMENTS, part);
    __local const uint4 *const from =
        (__local const uint4 *)(x + OMPSCAN_PLACE(OMPSCAN_PART_FIRST));
#pragma unroll
    for (uint j = 0; j < OMPSCAN_RUN_QUADS; ++j) {
      const uint i = j * OMPSCAN_LANES + OMPSCAN_LANE;
      to[i] = from[OMPSCAN_QUAD(i)];
    }
    return;
  }
#endif
#pragma unroll 4
  for (uint j = 0; j < (OMPSCAN_ITEMS); ++j) {
    const uint i =
        OMPSCAN_PART_FIRST + j * OMPSCAN_PART_ITEMS + OMPSCAN_PART_ITEM;
    const ulong k = begin + i;
    if (k < n) {
      const ompscan_T after = x[OMPSCAN_PLACE(i)];
#if OMPSCAN_USES_BEFORE
      const ompscan_T before =
          i != OMPSCAN_PART_FIRST
              ? x[OMPSCAN_PLACE(i - 1)]
              : fronts[OMPSCAN_PART_FIRST / OMPSCAN_PART_ITEMS /
                       (OMPSCAN_ITEMS)];
      ompscan_output(OMPSCAN_ARGUMENTS, k, before, after);
#else
      ompscan_output(OMPSCAN_ARGUMENTS, k, after, after);
#endif
    }
  }
}

#if OMPSCAN_PTX

/// Of \p lanes lanes, a power of 2, each of which has a total: combines that of
/// the largest group of lanes that ends with the own one.
OMPSCAN_INLINE ompscan_T ompscan_group_lanes(ompscan_T total,
                                             const uint lanes) {
#pragma unroll
  for (uint d = 1; d < lanes; d *= 2) {
    const ompscan_T left = ompscan_up(total, d);
    if ((OMPSCAN_LANE & (2 * d - 1)) == 2 * d - 1)
      total = ompscan_combine(left, total);
  }
  return total;
}

/// \returns the value in front of the lane, of \p lanes lanes that have the
/// \p total of the function above, behind \p value.
OMPSCAN_INLINE ompscan_T ompscan_front_of_lane(ompscan_T value,
                                               const ompscan_T total,
                                               const uint lanes) {
#pragma unroll
  for (uint d = lanes / 2; d > 0; d /= 2) {
    const ompscan_T next =
        ompscan_of_lane(total, (OMPSCAN_LANE & (0u - d)) - 1u);
    if (OMPSCAN_LANE & d)
      value = ompscan_combine(value, next);
  }
  return value;
}

OMPSCAN_INLINE ompscan_T ompscan_tile_total(OMPSCAN_PARAMETERS, const ulong n,
                                            const ulong tile,
                                            OMPSCAN_TILE_PARAMETERS) {
  ompscan_load_tile(OMPSCAN_ARGUMENTS, n, tile, OMPSCAN_TILE_ARGUMENTS);
  ompscan_T total = ompscan_group_lanes(
      ompscan_run_total(OMPSCAN_TILE_ARGUMENTS), OMPSCAN_LANES);
  *own = total;
  if (OMPSCAN_LANE == OMPSCAN_LANES - 1)
    totals[OMPSCAN_WARP] = total;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (OMPSCAN_WARP == 0) {
    total = ompscan_group_lanes(totals[min(OMPSCAN_LANE, OMPSCAN_WARPS - 1)],
                                OMPSCAN_WARPS);
    if (OMPSCAN_LANE < OMPSCAN_WARPS)
      totals[OMPSCAN_LANE] = total;
    total = ompscan_of_lane(total, OMPSCAN_WARPS - 1);
  }
  return total;
}

/// \p prefix and \p behind, the values in front of the tile and behind it, are
/// those of the leaders.
OMPSCAN_INLINE void ompscan_tile_finish(OMPSCAN_PARAMETERS, const ulong n,
                                        const ulong tile,
                                        const ompscan_T *const prefix,
                                        const ompscan_T *const behind,
                                        OMPSCAN_TILE_PARAMETERS) {
  if (OMPSCAN_WARP == 0) {
    const ompscan_T front = ompscan_front_of_lane(
        *prefix, totals[min(OMPSCAN_LANE, OMPSCAN_WARPS - 1)], OMPSCAN_WARPS);
    if (OMPSCAN_LANE < OMPSCAN_WARPS)
      fronts[OMPSCAN_LANE] = front;
    if (OMPSCAN_LANE == 0)
      fronts[OMPSCAN_WARPS] = *behind;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const ompscan_T left =
      ompscan_front_of_lane(fronts[OMPSCAN_WARP], *own, OMPSCAN_LANES);
  ompscan_T next = ompscan_down(left, 1);
  if (OMPSCAN_LANE == OMPSCAN_LANES - 1)
    next = fronts[OMPSCAN_WARP + 1];
  ompscan_scan_run(left, next, OMPSCAN_TILE_ARGUMENTS);
  ompscan_warp_barrier();
  ompscan_store_tile(OMPSCAN_ARGUMENTS, n, tile, OMPSCAN_TILE_ARGUMENTS);
}

#else // !OMPSCAN_PTX

OMPSCAN_INLINE ompscan_T ompscan_tile_total(OMPSCAN_PARAMETERS, const ulong n,
                                            const ulong tile,
                                            OMPSCAN_TILE_PARAMETERS) {
  const uint id = (uint)get_local_id(0);
  ompscan_load_tile(OMPSCAN_ARGUMENTS, n, tile, OMPSCAN_TILE_ARGUMENTS);
  ompscan_T total = ompscan_run_total(OMPSCAN_TILE_ARGUMENTS);
  totals[id] = total;
  barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 1
  for (uint d = 1; d < (OMPSCAN_GROUP); d *= 2) {
    if ((id & (2 * d - 1)) == 2 * d - 1) {
      total = ompscan_combine(totals[id - d], total);
      totals[id] = total;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return totals[(OMPSCAN_GROUP)-1];
}

OMPSCAN_INLINE void ompscan_tile_finish(OMPSCAN_PARAMETERS, const ulong n,
                                        const ulong tile,
                                        const ompscan_T *const prefix,
                                        const ompscan_T *const behind,
                                        OMPSCAN_TILE_PARAMETERS) {
  const uint id = (uint)get_local_id(0);
  if (id == 0) {
    fronts[0] = *prefix;
    fronts[OMPSCAN_GROUP] = *behind;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  ompscan_T left = fronts[0];
#pragma unroll 1
  for (uint d = (OMPSCAN_GROUP) / 2; d > 0; d /= 2)
    if (id & d)
      left = ompscan_combine(left, totals[(id & (0u - d)) - 1u]);
  if (id > 0)
    fronts[id] = left;
  barrier(CLK_LOCAL_MEM_FENCE);
  ompscan_scan_run(left, fronts[id + 1], OMPSCAN_TILE_ARGUMENTS);
  barrier(CLK_LOCAL_MEM_FENCE);
  ompscan_store_tile(OMPSCAN_ARGUMENTS, n, tile, OMPSCAN_TILE_ARGUMENTS);
}

#endif // OMPSCAN_PTX

#endif // OMPSCAN_IS_ORDERED && OMPSCAN_GROUP
