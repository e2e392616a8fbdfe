//===- segment-warp.cl - Segments of a tile by warps --------*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How a work-group of several warps scans the segments of a tile on NVIDIA's
// devices. It takes the place of warp-tile.cl (see there) where segments of
// numbers are scanned; see segment-part.cl. The text in front also defines
//
//   OMPSCAN_RESULT(k)     element k of the result
//   ompscan_segment_result(OMPSCAN_PARAMETERS, is_head, before, after)
//                         the result, from what is combined in front and with k
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_PTX

/// Loads and sums a tile. The first warp is told the total of the tile and, in
/// each lane but the first, the total of the warps before the lane's number
/// (\p ompscan_before).
OMPSCAN_INLINE ompscan_T ompscan_tile_total(OMPSCAN_PARAMETERS,
                                            const ulong ompscan_n,
                                            const ulong ompscan_tile,
                                            ompscan_T *ompscan_before,
                                            OMPSCAN_TILE_PARAMETERS) {
  const ulong ompscan_begin = OMPSCAN_PART_BEGIN(ompscan_tile);
  ompscan_load_part(OMPSCAN_ARGUMENTS, ompscan_n, ompscan_begin,
                    OMPSCAN_SAME_ARGUMENTS);
  const ulong ompscan_h = ompscan_find_heads(OMPSCAN_SAME_ARGUMENTS);
  *ompscan_heads = ompscan_h;
  ompscan_E ompscan_run;
#pragma unroll 2
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_RUN; ++ompscan_j) {
    ompscan_vector ompscan_v;
    OMPSCAN_TAKE(ompscan_v, ompscan_x, OMPSCAN_LANE * OMPSCAN_RUN + ompscan_j);
    const uint ompscan_b = ompscan_bits_of(ompscan_h, ompscan_j);
    // As a tree, which is shorter than a chain.
#pragma unroll
    for (uint ompscan_d = 1; ompscan_d < OMPSCAN_VECTOR; ompscan_d *= 2)
#pragma unroll
      for (uint ompscan_i = 0; ompscan_i < OMPSCAN_VECTOR;
           ompscan_i += 2 * ompscan_d)
        ompscan_v.e[ompscan_i] =
            ompscan_b & ((1u << ompscan_d) - 1) << (ompscan_i + ompscan_d)
                ? ompscan_v.e[ompscan_i + ompscan_d]
                : ompscan_operate(ompscan_v.e[ompscan_i],
                                  ompscan_v.e[ompscan_i + ompscan_d]);
    ompscan_run = ompscan_j == 0 || ompscan_b
                      ? ompscan_v.e[0]
                      : ompscan_operate(ompscan_run, ompscan_v.e[0]);
  }
  return ompscan_combine_runs(ompscan_run, ompscan_h, ompscan_before,
                              OMPSCAN_SAME_ARGUMENTS);
}

/// Stores the part of this warp.
OMPSCAN_INLINE void ompscan_store_part(OMPSCAN_PARAMETERS,
                                       const ulong ompscan_n,
                                       const ulong ompscan_begin,
                                       OMPSCAN_TILE_PARAMETERS) {
#if OMPSCAN_ALIGNED
  if (OMPSCAN_PART_IS_FULL(ompscan_begin, ompscan_n)) {
    __global uint4 *const ompscan_to =
        (__global uint4 *)&OMPSCAN_RESULT(ompscan_begin);
    __local const uint4 *const ompscan_from = (__local const uint4 *)ompscan_x;
#pragma unroll
    for (uint ompscan_j = OMPSCAN_LANE;
         ompscan_j < OMPSCAN_PART * sizeof(ompscan_E) / 16;
         ompscan_j += OMPSCAN_LANES)
      ompscan_to[ompscan_j] = ompscan_from[ompscan_j];
    return;
  }
#endif
#pragma unroll 4
  for (uint ompscan_i = OMPSCAN_LANE; ompscan_i < OMPSCAN_PART;
       ompscan_i += OMPSCAN_LANES)
    if (ompscan_begin + ompscan_i < ompscan_n)
      OMPSCAN_RESULT(ompscan_begin + ompscan_i) = ompscan_x[ompscan_i];
}

/// Combines \p ompscan_prefix (known to the first warp) into the tile and
/// stores it.
OMPSCAN_INLINE void
ompscan_tile_finish(OMPSCAN_PARAMETERS, const ulong ompscan_n,
                    const ulong ompscan_tile, const ompscan_T ompscan_prefix,
                    const ompscan_T ompscan_before, OMPSCAN_TILE_PARAMETERS) {
  ompscan_E ompscan_left = ompscan_left_of_run(ompscan_prefix, ompscan_before,
                                               OMPSCAN_SAME_ARGUMENTS)
                               .value;
  const ulong ompscan_begin = OMPSCAN_PART_BEGIN(ompscan_tile);
  const ulong ompscan_h = *ompscan_heads;
  // The iteration whose value is to be kept lies in this part or behind it.
  const bool ompscan_is_last = ompscan_begin + OMPSCAN_PART >= F_trips;
  const ulong ompscan_k = ompscan_begin + OMPSCAN_LANE * (OMPSCAN_ITEMS);
#pragma unroll 2
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_RUN; ++ompscan_j) {
    ompscan_vector ompscan_v;
    OMPSCAN_TAKE(ompscan_v, ompscan_x, OMPSCAN_LANE * OMPSCAN_RUN + ompscan_j);
    const uint ompscan_b = ompscan_bits_of(ompscan_h, ompscan_j);
#pragma unroll
    for (uint ompscan_i = 0; ompscan_i < OMPSCAN_VECTOR; ++ompscan_i) {
      const ompscan_E ompscan_first = ompscan_left;
      const bool ompscan_is_head = ompscan_b & 1u << ompscan_i;
      ompscan_left = ompscan_is_head ? ompscan_v.e[ompscan_i]
                                     : ompscan_operate(ompscan_left,
                                                       ompscan_v.e[ompscan_i]);
      if (ompscan_is_last &&
          ompscan_k + ompscan_j * OMPSCAN_VECTOR + ompscan_i + 1 == F_trips)
        F_values[0] = ompscan_pair(ompscan_left, 0);
      ompscan_v.e[ompscan_i] = ompscan_segment_result(
          OMPSCAN_ARGUMENTS, ompscan_is_head, ompscan_first, ompscan_left);
    }
    OMPSCAN_GIVE(ompscan_v, ompscan_x, OMPSCAN_LANE * OMPSCAN_RUN + ompscan_j);
  }
  ompscan_warp_barrier();
  ompscan_store_part(OMPSCAN_ARGUMENTS, ompscan_n, ompscan_begin,
                     OMPSCAN_SAME_ARGUMENTS);
}

#endif // OMPSCAN_PTX
