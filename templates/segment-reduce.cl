//===- segment-reduce.cl - Segments of a tile reduced -------*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How a work-group of several warps reduces the segments of a tile on NVIDIA's
// devices. It takes the place of warp-tile.cl (see there) where segments of
// numbers are reduced; see segment-part.cl. A run is read once: where a segment
// begins, what has been combined in front of it takes the place of the element.
// When the prefix is known, the first of these is completed, and all are
// stored. The text in front also defines
//
//   ompscan_store_segment(OMPSCAN_PARAMETERS, number, value)
//                         stores the result of a segment
//   ompscan_begin_segment(OMPSCAN_PARAMETERS, number, k)
//                         stores what else there is of one that begins at k
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_PTX

/// Segments that begin in a run up to which its lane stores them, in turn with
/// its neighbours. More are stored in the order in which they lie in local
/// memory, a row of lanes at a time.
#define OMPSCAN_FEW_HEADS 4

/// Where the first head of \p ompscan_h, which has one, lies.
OMPSCAN_INLINE uint ompscan_first_of(const ulong ompscan_h) {
  return (uint)popcount((ompscan_h & (0ul - ompscan_h)) - 1);
}

/// Combines the run of this lane, which is full, and answers what there is from
/// its last head on. Elements at heads give way to what is combined in front of
/// them in the run.
OMPSCAN_INLINE ompscan_E ompscan_reduce_run(const ulong ompscan_h,
                                            OMPSCAN_TILE_PARAMETERS) {
  ompscan_E ompscan_run = ompscan_x[OMPSCAN_LANE * (OMPSCAN_ITEMS)];
  // The run's first element is combined with nothing.
  const ulong ompscan_begins = ompscan_h | 1;
#pragma unroll 2
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_RUN; ++ompscan_j) {
    ompscan_vector ompscan_v;
    OMPSCAN_TAKE(ompscan_v, ompscan_x, OMPSCAN_LANE * OMPSCAN_RUN + ompscan_j);
    const uint ompscan_b = ompscan_bits_of(ompscan_begins, ompscan_j);
#pragma unroll
    for (uint ompscan_i = 0; ompscan_i < OMPSCAN_VECTOR; ++ompscan_i) {
      const ompscan_E ompscan_value = ompscan_v.e[ompscan_i];
      ompscan_v.e[ompscan_i] = ompscan_run;
      ompscan_run = ompscan_b & 1u << ompscan_i
                        ? ompscan_value
                        : ompscan_operate(ompscan_run, ompscan_value);
    }
    if (ompscan_b)
      OMPSCAN_GIVE(ompscan_v, ompscan_x,
                   OMPSCAN_LANE * OMPSCAN_RUN + ompscan_j);
  }
  return ompscan_run;
}

/// The same in a part with \p ompscan_count elements.
OMPSCAN_INLINE ompscan_E ompscan_reduce_rest(const ulong ompscan_h,
                                             const uint ompscan_count,
                                             OMPSCAN_TILE_PARAMETERS) {
  const uint ompscan_begin = OMPSCAN_LANE * (OMPSCAN_ITEMS);
  ompscan_E ompscan_run = ompscan_x[ompscan_begin];
#pragma unroll 1
  for (uint ompscan_i = 1;
       ompscan_i < OMPSCAN_ITEMS && ompscan_begin + ompscan_i < ompscan_count;
       ++ompscan_i) {
    const ompscan_E ompscan_value = ompscan_x[ompscan_begin + ompscan_i];
    ompscan_x[ompscan_begin + ompscan_i] = ompscan_run;
    ompscan_run = ompscan_h >> ompscan_i & 1
                      ? ompscan_value
                      : ompscan_operate(ompscan_run, ompscan_value);
  }
  return ompscan_run;
}

/// Lets no segment begin behind the \p ompscan_count elements of a part.
OMPSCAN_INLINE void ompscan_end_part(const uint ompscan_count,
                                     OMPSCAN_TILE_PARAMETERS) {
#pragma unroll 1
  for (uint ompscan_i = ompscan_count + OMPSCAN_LANE; ompscan_i < OMPSCAN_PART;
       ompscan_i += OMPSCAN_LANES)
    ompscan_in[ompscan_i] = 0;
  ompscan_warp_barrier();
}

/// Loads and reduces a tile. The first warp is told what ompscan_combine_runs()
/// tells.
OMPSCAN_INLINE ompscan_T ompscan_tile_total(OMPSCAN_PARAMETERS,
                                            const ulong ompscan_n,
                                            const ulong ompscan_tile,
                                            ompscan_T *ompscan_before,
                                            OMPSCAN_TILE_PARAMETERS) {
  const ulong ompscan_begin = OMPSCAN_PART_BEGIN(ompscan_tile);
  ompscan_load_part(OMPSCAN_ARGUMENTS, ompscan_n, ompscan_begin,
                    OMPSCAN_SAME_ARGUMENTS);
  const bool ompscan_is_full = OMPSCAN_PART_IS_FULL(ompscan_begin, ompscan_n);
  const uint ompscan_count =
      (uint)min(ompscan_n - min(ompscan_begin, ompscan_n), (ulong)OMPSCAN_PART);
  if (!ompscan_is_full)
    ompscan_end_part(ompscan_count, OMPSCAN_SAME_ARGUMENTS);
  const ulong ompscan_h = ompscan_find_heads(OMPSCAN_SAME_ARGUMENTS);
  *ompscan_heads = ompscan_h;
  *ompscan_tail = ompscan_is_full
                      ? ompscan_reduce_run(ompscan_h, OMPSCAN_SAME_ARGUMENTS)
                      : ompscan_reduce_rest(ompscan_h, ompscan_count,
                                            OMPSCAN_SAME_ARGUMENTS);
  return ompscan_combine_runs(*ompscan_tail, ompscan_h, ompscan_before,
                              OMPSCAN_SAME_ARGUMENTS);
}

/// Stores the segment that ends in front of element \p ompscan_k, where
/// another one begins, whose number is \p ompscan_number.
OMPSCAN_INLINE void ompscan_store_head(OMPSCAN_PARAMETERS,
                                       const ulong ompscan_number,
                                       const ulong ompscan_k,
                                       const ompscan_E ompscan_value) {
  if (ompscan_number > 0)
    ompscan_store_segment(OMPSCAN_ARGUMENTS, ompscan_number - 1, ompscan_value);
  ompscan_begin_segment(OMPSCAN_ARGUMENTS, ompscan_number, ompscan_k);
}

/// Stores the segments that end in front of heads of this warp's part.
/// \p ompscan_first segments begin in front of this lane's run.
OMPSCAN_INLINE void ompscan_store_heads(OMPSCAN_PARAMETERS,
                                        const ulong ompscan_begin,
                                        ulong ompscan_first, ulong ompscan_h,
                                        OMPSCAN_TILE_PARAMETERS) {
  // Whether there are more is the same in all lanes.
  if (ompscan_ballot(popcount(ompscan_h) > OMPSCAN_FEW_HEADS) == 0) {
    for (; ompscan_h; ompscan_h &= ompscan_h - 1) {
      const uint ompscan_p =
          OMPSCAN_LANE * (OMPSCAN_ITEMS) + ompscan_first_of(ompscan_h);
      ompscan_store_head(OMPSCAN_ARGUMENTS, ompscan_first++,
                         ompscan_begin + ompscan_p, ompscan_x[ompscan_p]);
    }
    return;
  }
  ompscan_warp_barrier();
  ompscan_first = OMPSCAN_COUNT(ompscan_totals[OMPSCAN_WARP]);
#pragma unroll 4
  for (uint ompscan_i = OMPSCAN_LANE; ompscan_i < OMPSCAN_PART;
       ompscan_i += OMPSCAN_LANES) {
    const bool ompscan_is_head = ompscan_in[ompscan_i] != 0;
    const uint ompscan_row = ompscan_ballot(ompscan_is_head);
    if (ompscan_is_head)
      ompscan_store_head(OMPSCAN_ARGUMENTS,
                         ompscan_first +
                             popcount(ompscan_row & ((1u << OMPSCAN_LANE) - 1)),
                         ompscan_begin + ompscan_i, ompscan_x[ompscan_i]);
    ompscan_first += popcount(ompscan_row);
  }
}

/// Combines \p ompscan_prefix (known to the first warp) into the tile and
/// stores the segments that end in it.
OMPSCAN_INLINE void
ompscan_tile_finish(OMPSCAN_PARAMETERS, const ulong ompscan_n,
                    const ulong ompscan_tile, const ompscan_T ompscan_prefix,
                    const ompscan_T ompscan_before, OMPSCAN_TILE_PARAMETERS) {
  const ompscan_T ompscan_left = ompscan_left_of_run(
      ompscan_prefix, ompscan_before, OMPSCAN_SAME_ARGUMENTS);
  const ulong ompscan_begin = OMPSCAN_PART_BEGIN(ompscan_tile);
  const ulong ompscan_h = *ompscan_heads;
  const ulong ompscan_k = ompscan_begin + OMPSCAN_LANE * (OMPSCAN_ITEMS);
  if (ompscan_k < F_trips && F_trips <= ompscan_k + (OMPSCAN_ITEMS)) {
    const ompscan_T ompscan_all = ompscan_combine(
        ompscan_left, ompscan_pair(*ompscan_tail, popcount(ompscan_h)));
    ompscan_store_segment(OMPSCAN_ARGUMENTS, OMPSCAN_COUNT(ompscan_all) - 1,
                          ompscan_all.value);
    F_values[0] = ompscan_all;
  }
  if (ompscan_ballot(ompscan_h != 0) == 0)
    return;
  if (ompscan_h) {
    const uint ompscan_i = ompscan_first_of(ompscan_h);
    const uint ompscan_p = OMPSCAN_LANE * (OMPSCAN_ITEMS) + ompscan_i;
    ompscan_x[ompscan_p] =
        ompscan_i ? ompscan_operate(ompscan_left.value, ompscan_x[ompscan_p])
                  : ompscan_left.value;
  }
  ompscan_store_heads(OMPSCAN_ARGUMENTS, ompscan_begin,
                      OMPSCAN_COUNT(ompscan_left), ompscan_h,
                      OMPSCAN_SAME_ARGUMENTS);
}

#endif // OMPSCAN_PTX
