//===- select.cl - Irregular sliding ----------------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements that are kept slide to the begin, in order; those that are not may
// go to an array of their own. The scan is one of counts, and its look-back is
// also what makes it safe in place: a tile stores only where tiles up to itself
// have loaded from, and a tile's status is seen only when its loads are over,
// since all that it loads has been put into local memory before.
//
// The text in front (see docs/kernel-contract.md, "Primitives") defines
//
//   ompscan_E, ompscan_C     types of an element and of its companion
//   OMPSCAN_HAS_COMPANION    whether a companion array moves along
//   OMPSCAN_HAS_REST         whether elements that are not kept are stored, too
//   OMPSCAN_HAS_PREVIOUS     whether ompscan_keep() looks at the one before
//   uint ompscan_keep(x, previous, flags, k OMPSCAN_USER_ARGUMENTS)
//   OMPSCAN_USER_PARAMETERS, OMPSCAN_USER_ARGUMENTS
//
// Where there is a rest, ompscan_mirrored asks for the opposite selection from
// the end to the begin: the rest slides to the end then. ompscan_rest_count is
// the number of elements that do not slide.
//
//===----------------------------------------------------------------------===//

#define OMPSCAN_SELECT_PARAMETERS                                              \
  __global const ompscan_E *ompscan_x, __global ompscan_E *ompscan_out,        \
      __global ompscan_E *ompscan_rest, __global const ompscan_C *ompscan_y,   \
      __global ompscan_C *ompscan_y_out, __global ompscan_C *ompscan_y_rest,   \
      __global const uchar *ompscan_flags, const ulong ompscan_rest_count,     \
      const uint ompscan_mirrored,                                             \
      const ulong ompscan_n OMPSCAN_USER_PARAMETERS
#define OMPSCAN_SELECT_ARGUMENTS                                               \
  ompscan_x, ompscan_out, ompscan_rest, ompscan_y, ompscan_y_out,              \
      ompscan_y_rest, ompscan_flags, ompscan_rest_count, ompscan_mirrored,     \
      ompscan_n OMPSCAN_USER_ARGUMENTS

#if OMPSCAN_HAS_REST
#define OMPSCAN_AT(k) (ompscan_mirrored ? ompscan_n - 1 - (k) : (k))
#define OMPSCAN_REST_AT(k)                                                     \
  (ompscan_mirrored ? ompscan_rest_count - 1 - (k) : (k))
#define OMPSCAN_KEEPS(x, previous, k)                                          \
  (ompscan_mirrored ^                                                          \
   ompscan_keep(x, previous, ompscan_flags, k OMPSCAN_USER_ARGUMENTS))
#else
#define OMPSCAN_AT(k) (k)
#define OMPSCAN_KEEPS(x, previous, k)                                          \
  ompscan_keep(x, previous, ompscan_flags, k OMPSCAN_USER_ARGUMENTS)
#endif

#define OMPSCAN_COMPANIONS (OMPSCAN_HAS_COMPANION ? OMPSCAN_TILE : 1)

/// Elements of a tile.
OMPSCAN_INLINE uint ompscan_tile_count(const ulong ompscan_n,
                                       const ulong ompscan_tile) {
  return (uint)min(OMPSCAN_TILE, ompscan_n - ompscan_tile * OMPSCAN_TILE);
}

#if OMPSCAN_GROUP == 1

#define OMPSCAN_SELECT_VARIABLES                                               \
  __local ompscan_E ompscan_items[OMPSCAN_TILE];                               \
  __local ompscan_C ompscan_companions[OMPSCAN_COMPANIONS];
#define OMPSCAN_SELECT_LOCALS ompscan_items, ompscan_companions

/// Brings a tile to local memory: what is kept to the begin, the rest to the
/// end from behind. Answers how many are kept.
OMPSCAN_INLINE uint ompscan_select_load(OMPSCAN_SELECT_PARAMETERS,
                                        const ulong ompscan_tile,
                                        __local ompscan_E *ompscan_items,
                                        __local ompscan_C *ompscan_companions) {
  const ulong ompscan_begin = ompscan_tile * OMPSCAN_TILE;
  const uint ompscan_count = ompscan_tile_count(ompscan_n, ompscan_tile);
  uint ompscan_kept = 0;
  ompscan_E ompscan_previous =
      ompscan_x[OMPSCAN_AT(ompscan_begin - (ompscan_begin != 0))];
  for (uint ompscan_i = 0; ompscan_i < ompscan_count; ++ompscan_i) {
    const ulong ompscan_k = ompscan_begin + ompscan_i;
    const ompscan_E ompscan_e = ompscan_x[OMPSCAN_AT(ompscan_k)];
    const uint ompscan_keeps =
        OMPSCAN_KEEPS(ompscan_e, ompscan_previous, OMPSCAN_AT(ompscan_k));
    // Without a branch: what is not kept is overwritten by the next one.
    const uint ompscan_place =
        OMPSCAN_HAS_REST && !ompscan_keeps
            ? ompscan_count - 1 - (ompscan_i - ompscan_kept)
            : ompscan_kept;
    ompscan_items[ompscan_place] = ompscan_e;
#if OMPSCAN_HAS_COMPANION
    ompscan_companions[ompscan_place] = ompscan_y[OMPSCAN_AT(ompscan_k)];
#endif
    ompscan_kept += ompscan_keeps;
#if OMPSCAN_HAS_PREVIOUS
    ompscan_previous = ompscan_e;
#endif
  }
  // The loads are over before the tile's status is stored.
  mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  return ompscan_kept;
}

/// Stores a tile of which \p ompscan_kept elements are kept, behind
/// \p ompscan_left others.
OMPSCAN_INLINE void
ompscan_select_store(OMPSCAN_SELECT_PARAMETERS, const ulong ompscan_tile,
                     const ulong ompscan_left, const uint ompscan_kept,
                     __local ompscan_E *ompscan_items,
                     __local ompscan_C *ompscan_companions) {
  const ulong ompscan_begin = ompscan_tile * OMPSCAN_TILE;
  const uint ompscan_count = ompscan_tile_count(ompscan_n, ompscan_tile);
  // In place and nothing dropped so far: all is where it belongs.
  if (ompscan_out == ompscan_x &&
      ompscan_left + ompscan_kept == ompscan_begin + ompscan_count)
    return;
  for (uint ompscan_i = 0; ompscan_i < ompscan_kept; ++ompscan_i)
    ompscan_out[OMPSCAN_AT(ompscan_left + ompscan_i)] =
        ompscan_items[ompscan_i];
#if OMPSCAN_HAS_COMPANION
  for (uint ompscan_i = 0; ompscan_i < ompscan_kept; ++ompscan_i)
    ompscan_y_out[OMPSCAN_AT(ompscan_left + ompscan_i)] =
        ompscan_companions[ompscan_i];
#endif
#if OMPSCAN_HAS_REST
  for (uint ompscan_i = 0; ompscan_i < ompscan_count - ompscan_kept;
       ++ompscan_i) {
    const ulong ompscan_k =
        OMPSCAN_REST_AT(ompscan_begin - ompscan_left + ompscan_i);
    ompscan_rest[ompscan_k] = ompscan_items[ompscan_count - 1 - ompscan_i];
#if OMPSCAN_HAS_COMPANION
    ompscan_y_rest[ompscan_k] =
        ompscan_companions[ompscan_count - 1 - ompscan_i];
#endif
  }
#endif
}

#else // OMPSCAN_GROUP > 1

#define OMPSCAN_SELECT_VARIABLES                                               \
  __local ompscan_E ompscan_items[OMPSCAN_TILE];                               \
  __local ompscan_C ompscan_companions[OMPSCAN_COMPANIONS];                    \
  __local uint ompscan_counts[OMPSCAN_GROUP];
#define OMPSCAN_SELECT_LOCALS ompscan_items, ompscan_companions, ompscan_counts

/// The inclusive scan of a number of each work-item.
OMPSCAN_INLINE uint ompscan_scan_group(uint ompscan_value,
                                       __local uint *ompscan_counts) {
  const uint ompscan_lane = (uint)get_local_id(0);
  ompscan_counts[ompscan_lane] = ompscan_value;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint ompscan_d = 1; ompscan_d < OMPSCAN_GROUP; ompscan_d *= 2) {
    const uint ompscan_left = ompscan_lane >= ompscan_d
                                  ? ompscan_counts[ompscan_lane - ompscan_d]
                                  : 0u;
    barrier(CLK_LOCAL_MEM_FENCE);
    ompscan_value += ompscan_left;
    ompscan_counts[ompscan_lane] = ompscan_value;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return ompscan_value;
}

/// Brings a tile to local memory: what is kept to the begin, behind it the
/// rest. Answers how many are kept.
OMPSCAN_INLINE uint ompscan_select_load(OMPSCAN_SELECT_PARAMETERS,
                                        const ulong ompscan_tile,
                                        __local ompscan_E *ompscan_items,
                                        __local ompscan_C *ompscan_companions,
                                        __local uint *ompscan_counts) {
  const ulong ompscan_begin = ompscan_tile * OMPSCAN_TILE;
  const uint ompscan_count = ompscan_tile_count(ompscan_n, ompscan_tile);
  const uint ompscan_lane = (uint)get_local_id(0);
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j) {
    const uint ompscan_i = ompscan_j * OMPSCAN_GROUP + ompscan_lane;
    if (ompscan_i < ompscan_count) {
      ompscan_items[ompscan_i] =
          ompscan_x[OMPSCAN_AT(ompscan_begin + ompscan_i)];
#if OMPSCAN_HAS_COMPANION
      ompscan_companions[ompscan_i] =
          ompscan_y[OMPSCAN_AT(ompscan_begin + ompscan_i)];
#endif
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  // The run of this work-item, in registers.
  ompscan_E ompscan_e[OMPSCAN_ITEMS];
#if OMPSCAN_HAS_COMPANION
  ompscan_C ompscan_c[OMPSCAN_ITEMS];
#endif
  const uint ompscan_run = ompscan_lane * OMPSCAN_ITEMS;
  uint ompscan_mask = 0, ompscan_kept = 0;
#if OMPSCAN_HAS_PREVIOUS
  ompscan_E ompscan_previous =
      ompscan_lane == 0
          ? ompscan_x[OMPSCAN_AT(ompscan_begin - (ompscan_begin != 0))]
          : ompscan_items[ompscan_run - 1];
#endif
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j) {
    const uint ompscan_i = ompscan_run + ompscan_j;
    if (ompscan_i < ompscan_count) {
      ompscan_e[ompscan_j] = ompscan_items[ompscan_i];
#if OMPSCAN_HAS_COMPANION
      ompscan_c[ompscan_j] = ompscan_companions[ompscan_i];
#endif
#if !OMPSCAN_HAS_PREVIOUS
      const ompscan_E ompscan_previous = ompscan_e[ompscan_j];
#endif
      const uint ompscan_keeps =
          OMPSCAN_KEEPS(ompscan_e[ompscan_j], ompscan_previous,
                        OMPSCAN_AT(ompscan_begin + ompscan_i));
      ompscan_mask |= ompscan_keeps << ompscan_j;
      ompscan_kept += ompscan_keeps;
#if OMPSCAN_HAS_PREVIOUS
      ompscan_previous = ompscan_e[ompscan_j];
#endif
    }
  }
  // Its barriers also stand between the last load above and the first store
  // below.
  uint ompscan_rank =
      ompscan_scan_group(ompscan_kept, ompscan_counts) - ompscan_kept;
  const uint ompscan_total = ompscan_counts[OMPSCAN_GROUP - 1];
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j) {
    const uint ompscan_i = ompscan_run + ompscan_j;
    const uint ompscan_keeps = ompscan_mask >> ompscan_j & 1u;
    if (ompscan_i < ompscan_count && (OMPSCAN_HAS_REST || ompscan_keeps)) {
      const uint ompscan_place = ompscan_keeps
                                     ? ompscan_rank
                                     : ompscan_total + ompscan_i - ompscan_rank;
      ompscan_items[ompscan_place] = ompscan_e[ompscan_j];
#if OMPSCAN_HAS_COMPANION
      ompscan_companions[ompscan_place] = ompscan_c[ompscan_j];
#endif
    }
    ompscan_rank += ompscan_keeps;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  return ompscan_total;
}

/// Stores a tile of which \p ompscan_kept elements are kept, behind
/// \p ompscan_left others.
OMPSCAN_INLINE void ompscan_select_store(OMPSCAN_SELECT_PARAMETERS,
                                         const ulong ompscan_tile,
                                         const ulong ompscan_left,
                                         const uint ompscan_kept,
                                         __local ompscan_E *ompscan_items,
                                         __local ompscan_C *ompscan_companions,
                                         __local uint *ompscan_counts) {
  const ulong ompscan_begin = ompscan_tile * OMPSCAN_TILE;
  const uint ompscan_count = ompscan_tile_count(ompscan_n, ompscan_tile);
  // In place and nothing dropped so far: all is where it belongs.
  if (ompscan_out == ompscan_x &&
      ompscan_left + ompscan_kept == ompscan_begin + ompscan_count)
    return;
  for (uint ompscan_i = (uint)get_local_id(0); ompscan_i < ompscan_kept;
       ompscan_i += OMPSCAN_GROUP) {
    const ulong ompscan_k = OMPSCAN_AT(ompscan_left + ompscan_i);
    ompscan_out[ompscan_k] = ompscan_items[ompscan_i];
#if OMPSCAN_HAS_COMPANION
    ompscan_y_out[ompscan_k] = ompscan_companions[ompscan_i];
#endif
  }
#if OMPSCAN_HAS_REST
  for (uint ompscan_i = ompscan_kept + (uint)get_local_id(0);
       ompscan_i < ompscan_count; ompscan_i += OMPSCAN_GROUP) {
    const ulong ompscan_k = OMPSCAN_REST_AT(ompscan_begin - ompscan_left +
                                            ompscan_i - ompscan_kept);
    ompscan_rest[ompscan_k] = ompscan_items[ompscan_i];
#if OMPSCAN_HAS_COMPANION
    ompscan_y_rest[ompscan_k] = ompscan_companions[ompscan_i];
#endif
  }
#endif
}

#endif // OMPSCAN_GROUP

#if OMPSCAN_ALGORITHM == OMPSCAN_SINGLE_PASS

/// The whole selection. \p ompscan_total gets the number of elements kept.
OMPSCAN_KERNEL void ompscan_select(OMPSCAN_SELECT_PARAMETERS,
                                   __global ulong *ompscan_total,
                                   __global volatile ulong *ompscan_chain,
                                   const uint ompscan_first,
                                   const uint ompscan_epoch) {
  OMPSCAN_SELECT_VARIABLES
  OMPSCAN_LEFT_VARIABLES
  const ulong ompscan_tile = OMPSCAN_TAKE_TILE();
  const uint ompscan_kept = ompscan_select_load(
      OMPSCAN_SELECT_ARGUMENTS, ompscan_tile, OMPSCAN_SELECT_LOCALS);
  const ulong ompscan_left = OMPSCAN_FIND_LEFT(ompscan_tile, ompscan_kept);
  if (get_local_id(0) == 0 && (ompscan_tile + 1) * OMPSCAN_TILE >= ompscan_n)
    *ompscan_total = ompscan_left + ompscan_kept;
  ompscan_select_store(OMPSCAN_SELECT_ARGUMENTS, ompscan_tile, ompscan_left,
                       ompscan_kept, OMPSCAN_SELECT_LOCALS);
}

#endif // OMPSCAN_ALGORITHM

#if OMPSCAN_ALGORITHM == OMPSCAN_REDUCE_THEN_SCAN || OMPSCAN_HAS_REST

/// Stores how many elements of tile t are kept in `ompscan_sums[t]`.
OMPSCAN_KERNEL void ompscan_select_count(OMPSCAN_SELECT_PARAMETERS,
                                         __global ulong *ompscan_sums) {
  OMPSCAN_SELECT_VARIABLES
  const ulong ompscan_tile = get_group_id(0);
  const uint ompscan_kept = ompscan_select_load(
      OMPSCAN_SELECT_ARGUMENTS, ompscan_tile, OMPSCAN_SELECT_LOCALS);
  if (get_local_id(0) == 0)
    ompscan_sums[ompscan_tile] = ompscan_kept;
}

/// Stores every tile behind `ompscan_sums[t]` others, the scanned sums. The
/// result is not the array that is read.
OMPSCAN_KERNEL void ompscan_select_place(OMPSCAN_SELECT_PARAMETERS,
                                         __global const ulong *ompscan_sums) {
  OMPSCAN_SELECT_VARIABLES
  const ulong ompscan_tile = get_group_id(0);
  const uint ompscan_kept = ompscan_select_load(
      OMPSCAN_SELECT_ARGUMENTS, ompscan_tile, OMPSCAN_SELECT_LOCALS);
  ompscan_select_store(OMPSCAN_SELECT_ARGUMENTS, ompscan_tile,
                       ompscan_sums[ompscan_tile], ompscan_kept,
                       OMPSCAN_SELECT_LOCALS);
}

#endif // OMPSCAN_ALGORITHM || OMPSCAN_HAS_REST
