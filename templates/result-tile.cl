//===- result-tile.cl - A tile by warps that keep inputs --- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of a scan by the warps of a group on NVIDIA devices, in place of
// warp-tile.cl where the hooks compute what an iteration stores from what it
// reads (OMPSCAN_HAS_RESULTS).
//
// Local memory holds elements of arrays, not scanned values, which are often
// larger: the elements that a warp reads for its part of the tile, and then in
// their place those that it stores. So a tile is as long as that of a plain
// sum, and whole vectors move between it and arrays that are aligned, whatever
// the operator is and the loop does with the values. The scanned values are
// computed twice from the inputs: for the total of a lane's run, and for its
// results.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_STORES_RESULTS

/// The work-items that know the total of a tile and need its prefix.
#define OMPSCAN_IS_LEADER (OMPSCAN_WARP == 0)

/// Vectors of a run, which is what a lane has of a part: an odd number, which
/// avoids bank conflicts.
#define OMPSCAN_RUN ((OMPSCAN_ITEMS) / (OMPSCAN_VECTOR))

/// What a warp reads, and then what it stores. All elements have one size, so
/// that a lane overwrites no vector but its own, which it has read, and halos
/// in front of runs, which the lanes have read before.
typedef union {
  ompscan_vectors in;
  ompscan_results out;
} ompscan_part;

/// `part` is that of the warp. `front` is what lies in front of the lane's run
/// within the part, combined; undefined in lane 0.
#define OMPSCAN_TILE_VARIABLES                                                 \
  __local ompscan_part parts[OMPSCAN_WARPS] __attribute__((aligned(16)));      \
  __local ompscan_part *const part = parts + OMPSCAN_WARP;                     \
  __local ompscan_T totals[OMPSCAN_WARPS];                                     \
  ompscan_T front;
#define OMPSCAN_TILE_PARAMETERS                                                \
  __local ompscan_part *const part, __local ompscan_T *const totals,           \
      ompscan_T *const front OMPSCAN_HEAD_PARAMETER
#define OMPSCAN_TILE_ARGUMENTS part, totals, &front OMPSCAN_HEAD_ARGUMENT

#define OMPSCAN_PART_BEGIN(tile)                                               \
  OMPSCAN_BEHIND_HEAD((ulong)(tile) * OMPSCAN_TILE +                           \
                      OMPSCAN_WARP * OMPSCAN_PART)
#define OMPSCAN_PART_IS_FULL(begin, n)                                         \
  OMPSCAN_ENDS_BEFORE((begin) + OMPSCAN_PART, n)

/// \returns the total of this lane's run in the part at \p begin.
OMPSCAN_INLINE ompscan_T ompscan_run_total(OMPSCAN_PARAMETERS,
                                           const ulong begin,
                                           __local ompscan_part *const part) {
  ompscan_T run;
  ompscan_halos halo;
  ompscan_take_halos(&part->in, OMPSCAN_LANE * OMPSCAN_RUN, &halo);
#pragma unroll 2
  for (uint j = 0; j < OMPSCAN_RUN; ++j) {
    const uint place = OMPSCAN_LANE * OMPSCAN_RUN + j;
    ompscan_T v[OMPSCAN_VECTOR];
    ompscan_inputs(OMPSCAN_ARGUMENTS, begin + place * OMPSCAN_VECTOR, &part->in,
                   place, &halo, v);
    const ompscan_T total = ompscan_combine_elements(v, OMPSCAN_VECTOR);
    run = j ? ompscan_combine(run, total) : total;
  }
  return run;
}

/// Loads a tile. Beyond the end of the loop the last elements are repeated.
/// \returns its total as ompscan_scan_warps() does.
OMPSCAN_INLINE ompscan_T ompscan_tile_total(OMPSCAN_PARAMETERS, const ulong n,
                                            const ulong tile, ompscan_T *before,
                                            OMPSCAN_TILE_PARAMETERS) {
  const ulong begin = OMPSCAN_PART_BEGIN(tile);
  if (OMPSCAN_ALIGNED && OMPSCAN_PART_IS_FULL(begin, n))
    ompscan_fetch(OMPSCAN_ARGUMENTS, begin, &part->in);
  else
    ompscan_fetch_some(OMPSCAN_ARGUMENTS, min(begin, n - 1),
                       n - 1 - min(begin, n - 1), &part->in);
  ompscan_warp_barrier();
  const ompscan_T end = ompscan_scan_lanes(
      ompscan_run_total(OMPSCAN_ARGUMENTS, begin, part), OMPSCAN_LANES);
  *front = ompscan_up(end, 1);
  return ompscan_scan_warps(end, before, totals);
}

/// Replaces this lane's run in the part at \p begin by its results, after \p
/// left. Unless the part \p is_full, runs the whole output of the last
/// iteration of the loop, of \p n.
OMPSCAN_INLINE void ompscan_finish_run(OMPSCAN_PARAMETERS, const ulong n,
                                       const ulong begin, const bool is_full,
                                       ompscan_T left,
                                       __local ompscan_part *const part) {
  ompscan_halos halo;
  ompscan_take_halos(&part->in, OMPSCAN_LANE * OMPSCAN_RUN, &halo);
  // The neighbour whose run ends there overwrites it.
  ompscan_warp_barrier();
#pragma unroll 2
  for (uint j = 0; j < OMPSCAN_RUN; ++j) {
    const uint place = OMPSCAN_LANE * OMPSCAN_RUN + j;
    const ulong k = begin + place * OMPSCAN_VECTOR;
    ompscan_T v[OMPSCAN_VECTOR];
    const ompscan_halos halo_of_v = halo;
    ompscan_inputs(OMPSCAN_ARGUMENTS, k, &part->in, place, &halo, v);
    const ompscan_T before = left;
    left = ompscan_scan_elements(v, OMPSCAN_VECTOR, left, true);
    if (!is_full) {
#pragma unroll
      for (uint i = 0; i < OMPSCAN_VECTOR; ++i)
        if (k + i == n - 1)
          ompscan_output(OMPSCAN_ARGUMENTS, n - 1, i ? v[i - 1] : before, v[i]);
    }
    ompscan_make_results(OMPSCAN_ARGUMENTS, k, &part->in, place, &halo_of_v,
                         before, v, &part->out);
  }
}

/// Combines the value at \p prefix, known to the first warp, into the tile and
/// stores it.
OMPSCAN_INLINE void ompscan_tile_finish(OMPSCAN_PARAMETERS, const ulong n,
                                        const ulong tile,
                                        const ompscan_T *const prefix,
                                        const ompscan_T *const before,
                                        OMPSCAN_TILE_PARAMETERS) {
  if (get_local_id(0) < OMPSCAN_WARPS)
    totals[OMPSCAN_LANE] =
        OMPSCAN_LANE ? ompscan_combine(*prefix, *before) : *prefix;
  barrier(CLK_LOCAL_MEM_FENCE);
  const ulong begin = OMPSCAN_PART_BEGIN(tile);
  ompscan_T left = totals[OMPSCAN_WARP];
  if (OMPSCAN_LANE)
    left = ompscan_combine(left, *front);
  const bool is_full = OMPSCAN_PART_IS_FULL(begin, n);
  if (is_full)
    ompscan_finish_run(OMPSCAN_ARGUMENTS, n, begin, true, left, part);
  else
    ompscan_finish_run(OMPSCAN_ARGUMENTS, n, begin, false, left, part);
  ompscan_warp_barrier();
  // The output of the last iteration has run where a part is not full.
  if (OMPSCAN_ALIGNED && is_full)
    ompscan_store_results(OMPSCAN_ARGUMENTS, begin, &part->out);
  else
    ompscan_store_some(OMPSCAN_ARGUMENTS, begin,
                       is_full ? (long)OMPSCAN_PART : (long)n - 1 - (long)begin,
                       &part->out);
}

#endif // OMPSCAN_STORES_RESULTS
