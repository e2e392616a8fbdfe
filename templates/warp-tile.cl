//===- warp-tile.cl - A tile by warps ---------------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How a work-group of several warps scans a tile on NVIDIA's devices, for the
// algorithms that know what stands on the left of a tile before they store:
//
//   OMPSCAN_TILE_VARIABLES, OMPSCAN_TILE_ARGUMENTS
//   ompscan_tile_total()   loads a tile and answers its total
//   ompscan_tile_finish()  stores it, combined with what stands on its left
//
// Every warp has a part of the tile, and every lane a run of neighbours in it.
// The part lies in local memory, where more bytes can be under way than in
// registers, as it was loaded; it is summed, and when the prefix is known read
// again. Global memory is accessed in the order of the lanes, local memory in
// vectors of which a run has an odd number, so that lanes meet in no bank.
//
// Loops over a run are unrolled by two vectors. More is no faster, and the time
// that the compiler of NVIDIA's driver (580.159) takes for a chain of
// multiplications and remainders of 64 bits doubles with every other link: 12 s
// for 20 of them.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_PTX

/// The work-items that know a tile's total and need its prefix.
#define OMPSCAN_IS_LEADER (OMPSCAN_WARP == 0)

/// Vectors of a lane.
#define OMPSCAN_RUN ((OMPSCAN_ITEMS) / (OMPSCAN_VECTOR))

typedef OMPSCAN_VECTOR_OF(ompscan_T) ompscan_vector;

#if OMPSCAN_USES_VECTORS && !OMPSCAN_IS_PLAIN
/// Inputs other than elements of the scanned type have a place of their own.
#define OMPSCAN_KEEPS_INPUTS 1
typedef ompscan_vectors ompscan_kept;
#else
#define OMPSCAN_KEEPS_INPUTS 0
typedef uchar ompscan_kept;
#endif

/// `ompscan_x` is the warp's part, first the inputs and then the results. If
/// OMPSCAN_KEEPS_INPUTS, `ompscan_in` has the inputs.
#define OMPSCAN_TILE_VARIABLES                                                 \
  __local ompscan_T ompscan_parts[OMPSCAN_WARPS * OMPSCAN_PART]                \
      __attribute__((aligned(16)));                                            \
  __local ompscan_T *const ompscan_x =                                         \
      ompscan_parts + OMPSCAN_WARP * OMPSCAN_PART;                             \
  __local ompscan_kept ompscan_ins[OMPSCAN_KEEPS_INPUTS ? OMPSCAN_WARPS : 1]   \
      __attribute__((aligned(16)));                                            \
  __local ompscan_kept *const ompscan_in =                                     \
      ompscan_ins + (OMPSCAN_KEEPS_INPUTS ? OMPSCAN_WARP : 0);                 \
  __local ompscan_T ompscan_totals[OMPSCAN_WARPS];                             \
  ompscan_T ompscan_e;
#define OMPSCAN_TILE_PARAMETERS                                                \
  __local ompscan_T *const ompscan_x, __local ompscan_kept *const ompscan_in,  \
      __local ompscan_T *const ompscan_totals, ompscan_T *const ompscan_e
#define OMPSCAN_TILE_ARGUMENTS ompscan_x, ompscan_in, ompscan_totals, &ompscan_e

/// The same within the functions below, where `ompscan_e`, what stands on the
/// left of the run in the warp's part (not defined in lane 0), is a pointer.
#define OMPSCAN_SAME_ARGUMENTS ompscan_x, ompscan_in, ompscan_totals, ompscan_e

#define OMPSCAN_PART_BEGIN(tile)                                               \
  ((ulong)(tile) * OMPSCAN_TILE + OMPSCAN_WARP * OMPSCAN_PART)
#define OMPSCAN_PART_IS_FULL(begin, n) ((begin) + OMPSCAN_PART <= (n))

/// Loads the part of this warp. Beyond the end of the loop the last element is
/// repeated.
OMPSCAN_INLINE void ompscan_load_part(OMPSCAN_PARAMETERS, const ulong ompscan_n,
                                      const ulong ompscan_begin,
                                      OMPSCAN_TILE_PARAMETERS) {
#if OMPSCAN_USES_VECTORS
  if (OMPSCAN_PART_IS_FULL(ompscan_begin, ompscan_n)) {
#if OMPSCAN_KEEPS_INPUTS
    ompscan_fetch(OMPSCAN_ARGUMENTS, ompscan_begin, ompscan_in);
#else
    ompscan_fetch_bytes(ompscan_x,
                        ompscan_input_address(OMPSCAN_ARGUMENTS, ompscan_begin),
                        OMPSCAN_PART * OMPSCAN_ITEM_SIZE);
#endif
    ompscan_await_fetches();
    ompscan_warp_barrier();
#if OMPSCAN_HAS_FILLS
    ompscan_store_fills(OMPSCAN_ARGUMENTS, ompscan_begin, ompscan_in);
#endif
    return;
  }
#endif
  ompscan_T ompscan_v[OMPSCAN_ITEMS];
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < (OMPSCAN_ITEMS); ++ompscan_j)
    ompscan_v[ompscan_j] = ompscan_input(
        OMPSCAN_ARGUMENTS,
        min(ompscan_begin + ompscan_j * OMPSCAN_LANES + OMPSCAN_LANE,
            ompscan_n - 1));
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < (OMPSCAN_ITEMS); ++ompscan_j)
    ompscan_x[ompscan_j * OMPSCAN_LANES + OMPSCAN_LANE] = ompscan_v[ompscan_j];
  ompscan_warp_barrier();
}

/// The inputs in vector \p ompscan_j of this lane.
OMPSCAN_INLINE ompscan_vector ompscan_take(OMPSCAN_PARAMETERS,
                                           const ulong ompscan_n,
                                           const ulong ompscan_begin,
                                           const uint ompscan_j,
                                           OMPSCAN_TILE_PARAMETERS) {
  const uint ompscan_place = OMPSCAN_LANE * OMPSCAN_RUN + ompscan_j;
  ompscan_vector ompscan_v;
#if OMPSCAN_KEEPS_INPUTS
  if (OMPSCAN_PART_IS_FULL(ompscan_begin, ompscan_n)) {
    ompscan_inputs(OMPSCAN_ARGUMENTS,
                   ompscan_begin + ompscan_place * OMPSCAN_VECTOR, ompscan_in,
                   ompscan_place, ompscan_v.e);
    return ompscan_v;
  }
#endif
  OMPSCAN_TAKE(ompscan_v, ompscan_x, ompscan_place);
  return ompscan_v;
}

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
  ompscan_T ompscan_run;
#pragma unroll 2
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_RUN; ++ompscan_j) {
    ompscan_vector ompscan_v =
        ompscan_take(OMPSCAN_ARGUMENTS, ompscan_n, ompscan_begin, ompscan_j,
                     OMPSCAN_SAME_ARGUMENTS);
    // As a tree, which is shorter than a chain.
#pragma unroll
    for (uint ompscan_d = 1; ompscan_d < OMPSCAN_VECTOR; ompscan_d *= 2)
#pragma unroll
      for (uint ompscan_i = 0; ompscan_i < OMPSCAN_VECTOR;
           ompscan_i += 2 * ompscan_d)
        ompscan_v.e[ompscan_i] = ompscan_combine(
            ompscan_v.e[ompscan_i], ompscan_v.e[ompscan_i + ompscan_d]);
    ompscan_run = ompscan_j ? ompscan_combine(ompscan_run, ompscan_v.e[0])
                            : ompscan_v.e[0];
  }
  const ompscan_T ompscan_scan = ompscan_scan_lanes(ompscan_run, OMPSCAN_LANES);
  *ompscan_e = ompscan_up(ompscan_scan, 1);
  if (OMPSCAN_LANE == OMPSCAN_LANES - 1)
    ompscan_totals[OMPSCAN_WARP] = ompscan_scan;
  barrier(CLK_LOCAL_MEM_FENCE);
  ompscan_T ompscan_total = ompscan_run;
  if (OMPSCAN_WARP == 0) {
    const ompscan_T ompscan_warps = ompscan_scan_lanes(
        ompscan_totals[min(OMPSCAN_LANE, OMPSCAN_WARPS - 1)], OMPSCAN_WARPS);
    *ompscan_before = ompscan_up(ompscan_warps, 1);
    ompscan_total = ompscan_of_lane(ompscan_warps, OMPSCAN_WARPS - 1);
  }
  return ompscan_total;
}

/// Stores the part of this warp, \p ompscan_left being what stands on its left.
OMPSCAN_INLINE void ompscan_store_part(OMPSCAN_PARAMETERS,
                                       const ulong ompscan_n,
                                       const ulong ompscan_begin,
                                       const ompscan_T ompscan_left,
                                       OMPSCAN_TILE_PARAMETERS) {
#if OMPSCAN_USES_VECTORS
  if (OMPSCAN_PART_IS_FULL(ompscan_begin, ompscan_n)) {
    __global uint4 *const ompscan_to = (__global uint4 *)ompscan_output_address(
        OMPSCAN_ARGUMENTS, ompscan_begin);
    __local const uint4 *const ompscan_from = (__local const uint4 *)ompscan_x;
#pragma unroll
    for (uint ompscan_j = OMPSCAN_LANE;
         ompscan_j < OMPSCAN_PART * OMPSCAN_ITEM_SIZE / 16;
         ompscan_j += OMPSCAN_LANES)
      ompscan_to[ompscan_j] = ompscan_from[ompscan_j];
    return;
  }
#endif
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < (OMPSCAN_ITEMS); ++ompscan_j) {
    const uint ompscan_i = ompscan_j * OMPSCAN_LANES + OMPSCAN_LANE;
    if (ompscan_begin + ompscan_i < ompscan_n) {
      const ompscan_T ompscan_after = ompscan_x[ompscan_i];
#if OMPSCAN_USES_BEFORE
      const ompscan_T ompscan_before =
          ompscan_i ? ompscan_x[ompscan_i - 1] : ompscan_left;
#else
      const ompscan_T ompscan_before = ompscan_after;
#endif
      ompscan_output(OMPSCAN_ARGUMENTS, ompscan_begin + ompscan_i,
                     ompscan_before, ompscan_after);
    }
  }
}

/// Combines \p ompscan_prefix (known to the first warp) into the tile and
/// stores it.
OMPSCAN_INLINE void
ompscan_tile_finish(OMPSCAN_PARAMETERS, const ulong ompscan_n,
                    const ulong ompscan_tile, const ompscan_T ompscan_prefix,
                    const ompscan_T ompscan_before, OMPSCAN_TILE_PARAMETERS) {
  bool ompscan_has_left = OMPSCAN_HAS_LEFT(ompscan_tile);
  if (get_local_id(0) < OMPSCAN_WARPS)
    ompscan_totals[OMPSCAN_LANE] =
        !OMPSCAN_LANE      ? ompscan_prefix
        : ompscan_has_left ? ompscan_combine(ompscan_prefix, ompscan_before)
                           : ompscan_before;
  barrier(CLK_LOCAL_MEM_FENCE);
  const ulong ompscan_begin = OMPSCAN_PART_BEGIN(ompscan_tile);
  const ompscan_T ompscan_part_left = ompscan_totals[OMPSCAN_WARP];
  ompscan_has_left |= OMPSCAN_WARP > 0;
  ompscan_T ompscan_left = ompscan_part_left;
  if (OMPSCAN_LANE)
    ompscan_left = ompscan_has_left
                       ? ompscan_combine(ompscan_part_left, *ompscan_e)
                       : *ompscan_e;
  ompscan_has_left |= OMPSCAN_LANE > 0;
#pragma unroll 2
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_RUN; ++ompscan_j) {
    ompscan_vector ompscan_v =
        ompscan_take(OMPSCAN_ARGUMENTS, ompscan_n, ompscan_begin, ompscan_j,
                     OMPSCAN_SAME_ARGUMENTS);
#pragma unroll
    for (uint ompscan_i = 0; ompscan_i < OMPSCAN_VECTOR; ++ompscan_i)
      ompscan_v.e[ompscan_i] = ompscan_left =
          ompscan_has_left || ompscan_j || ompscan_i
              ? ompscan_combine(ompscan_left, ompscan_v.e[ompscan_i])
              : ompscan_v.e[ompscan_i];
    OMPSCAN_GIVE(ompscan_v, ompscan_x, OMPSCAN_LANE * OMPSCAN_RUN + ompscan_j);
  }
  ompscan_warp_barrier();
  ompscan_store_part(OMPSCAN_ARGUMENTS, ompscan_n, ompscan_begin,
                     ompscan_part_left, OMPSCAN_SAME_ARGUMENTS);
}

#endif // OMPSCAN_PTX
