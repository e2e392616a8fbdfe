//===- group-tile.cl - A tile by a work-group -------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of a scan by local memory and barriers, with the interface of
// warp-tile.cl. Every work-item has a run of neighbours, a row in local memory.
// Loads and stores are striped over the group.
//
//===----------------------------------------------------------------------===//

#if !OMPSCAN_PTX && OMPSCAN_GROUP > 1

/// All work-items know the total of a tile and need its prefix.
#define OMPSCAN_IS_LEADER true

#define OMPSCAN_PITCH OMPSCAN_PITCH_OF(OMPSCAN_ITEMS)
/// The place of element i of a tile.
#define OMPSCAN_PLACE(i)                                                       \
  ((i) / (OMPSCAN_ITEMS) * OMPSCAN_PITCH + (i) % (OMPSCAN_ITEMS))

#define OMPSCAN_TILE_VARIABLES                                                 \
  ompscan_T x[OMPSCAN_ITEMS];                                                  \
  __local ompscan_T rows[(OMPSCAN_GROUP) * OMPSCAN_PITCH];                     \
  __local ompscan_T totals[2 * (OMPSCAN_GROUP)];
#define OMPSCAN_TILE_PARAMETERS                                                \
  ompscan_T *x, __local ompscan_T *rows, __local ompscan_T *totals
#define OMPSCAN_TILE_ARGUMENTS x, rows, totals

/// Loads a tile and scans its runs. Beyond the end of the loop the last element
/// is repeated.
/// \returns the total. \p before receives the total of the runs in front of the
/// own one, except in the first work-item.
OMPSCAN_INLINE ompscan_T ompscan_tile_total(OMPSCAN_PARAMETERS, const ulong n,
                                            const ulong tile, ompscan_T *before,
                                            OMPSCAN_TILE_PARAMETERS) {
  const uint lane = (uint)get_local_id(0);
  const ulong begin = tile * OMPSCAN_TILE;
#pragma unroll
  for (uint j = 0; j < (OMPSCAN_ITEMS); ++j) {
    const uint i = j * (OMPSCAN_GROUP) + lane;
    rows[OMPSCAN_PLACE(i)] =
        ompscan_input(OMPSCAN_ARGUMENTS, min(begin + i, n - 1));
  }
  // Global memory, too: a loop may store the elements that it has loaded, and
  // the last element may have been loaded by many work-items.
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  x[0] = rows[lane * OMPSCAN_PITCH];
#pragma unroll
  for (uint j = 1; j < (OMPSCAN_ITEMS); ++j)
    x[j] = ompscan_combine(x[j - 1], rows[lane * OMPSCAN_PITCH + j]);

  ompscan_T total = x[(OMPSCAN_ITEMS)-1];
  totals[lane] = total;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint from = 0;
  for (uint d = 1; d < (OMPSCAN_GROUP); d *= 2) {
    if (lane >= d)
      total = ompscan_combine(totals[from + lane - d], total);
    from = (OMPSCAN_GROUP)-from;
    totals[from + lane] = total;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lane > 0)
    *before = totals[from + lane - 1];
  return totals[from + (OMPSCAN_GROUP)-1];
}

/// Combines \p prefix into the tile and stores it.
OMPSCAN_INLINE void ompscan_tile_finish(OMPSCAN_PARAMETERS, const ulong n,
                                        const ulong tile,
                                        const ompscan_T prefix,
                                        const ompscan_T before,
                                        OMPSCAN_TILE_PARAMETERS) {
  const uint lane = (uint)get_local_id(0);
  const ulong begin = tile * OMPSCAN_TILE;
  const bool has_prefix = OMPSCAN_HAS_LEFT(tile);
  ompscan_T left = prefix;
  if (lane > 0)
    left = has_prefix ? ompscan_combine(prefix, before) : before;
#pragma unroll
  for (uint j = 0; j < (OMPSCAN_ITEMS); ++j)
    rows[lane * OMPSCAN_PITCH + j] =
        has_prefix || lane > 0 ? ompscan_combine(left, x[j]) : x[j];
  barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
  for (uint j = 0; j < (OMPSCAN_ITEMS); ++j) {
    const uint i = j * (OMPSCAN_GROUP) + lane;
    const ulong k = begin + i;
    if (k < n) {
      const ompscan_T after = rows[OMPSCAN_PLACE(i)];
#if OMPSCAN_USES_BEFORE
      ompscan_output(OMPSCAN_ARGUMENTS, k,
                     i ? rows[OMPSCAN_PLACE(i - 1)] : prefix, after);
#else
      ompscan_output(OMPSCAN_ARGUMENTS, k, after, after);
#endif
    }
  }
}

#endif // !OMPSCAN_PTX && OMPSCAN_GROUP
