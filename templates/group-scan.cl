//===- group-scan.cl - A tile by a work-group -------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of a tile's scan by a group that does not depend on how work-items
// hold their runs, with the interface of warp-tile.cl. group-tile.cl and
// word-tile.cl provide:
//
//   OMPSCAN_TILE_VARIABLES, OMPSCAN_TILE_ARGUMENTS
//   ompscan_load_tile()   loads a tile
//   ompscan_run_total()   returns the total of the work-item's run
//   ompscan_scan_run()    scans the run after the value in front of it
//   ompscan_store_tile()  stores the tile
//
//===----------------------------------------------------------------------===//

#if !OMPSCAN_PTX && OMPSCAN_GROUP > 1 && !OMPSCAN_IS_ORDERED

/// All work-items know the total of a tile and need its prefix.
#define OMPSCAN_IS_LEADER true

/// The totals of the work-items twice, and room for a prefix.
#define OMPSCAN_TOTALS (2 * (OMPSCAN_GROUP) + 1)

/// Combines \p total, that of a work-item's run, with those of the others.
/// \returns the total of the tile. \p before receives the total of the runs in
/// front of the own one, except in the first work-item.
OMPSCAN_INLINE ompscan_T ompscan_scan_totals(ompscan_T total, ompscan_T *before,
                                             __local ompscan_T *totals) {
  const uint id = (uint)get_local_id(0);
  totals[id] = total;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint from = 0;
  for (uint d = 1; d < (OMPSCAN_GROUP); d *= 2) {
    if (id >= d)
      total = ompscan_combine(totals[from + id - d], total);
    from = (OMPSCAN_GROUP)-from;
    totals[from + id] = total;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (id > 0)
    *before = totals[from + id - 1];
  return totals[from + (OMPSCAN_GROUP)-1];
}

/// \returns the value in front of a work-item's run, which is undefined in the
/// first one without a \p prefix (\p has_prefix).
OMPSCAN_INLINE ompscan_T ompscan_left_of_run(const bool has_prefix,
                                             const ompscan_T *const prefix,
                                             const ompscan_T *const before) {
  if (get_local_id(0) == 0)
    return *prefix;
  return has_prefix ? ompscan_combine(*prefix, *before) : *before;
}

/// Loads a tile.
/// \returns the total. \p before receives the total of the runs in front of the
/// own one, except in the first work-item.
OMPSCAN_INLINE ompscan_T ompscan_tile_total(OMPSCAN_PARAMETERS, const ulong n,
                                            const ulong tile, ompscan_T *before,
                                            OMPSCAN_TILE_PARAMETERS) {
  ompscan_load_tile(OMPSCAN_ARGUMENTS, n, tile, OMPSCAN_TILE_ARGUMENTS);
  // Global memory, too: a loop may store the elements that it has loaded, and
  // the last element may have been loaded by many work-items.
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  return ompscan_scan_totals(ompscan_run_total(OMPSCAN_TILE_ARGUMENTS), before,
                             totals);
}

/// Combines the value at \p prefix into the tile and stores it.
OMPSCAN_INLINE void ompscan_tile_finish(OMPSCAN_PARAMETERS, const ulong n,
                                        const ulong tile,
                                        const ompscan_T *const prefix,
                                        const ompscan_T *const before,
                                        OMPSCAN_TILE_PARAMETERS) {
  const bool has_prefix = OMPSCAN_HAS_LEFT(tile);
  ompscan_scan_run(ompscan_left_of_run(has_prefix, prefix, before),
                   has_prefix || get_local_id(0) > 0, OMPSCAN_TILE_ARGUMENTS);
  // The prefix is in local memory so that ompscan_output() takes one of two
  // places, not one of two structures. Where the argument is
  // `i ? runs[...] : prefix`, the compiler of NVIDIA's driver (580.159, NVVM
  // 7.0.1) may leave out the store of the first member of the prefix: it does
  // so in Programs/lists.cpp, several(), by reduce-then-scan.
  __local ompscan_T *const front = &totals[OMPSCAN_TOTALS - 1];
#if OMPSCAN_USES_BEFORE
  if (get_local_id(0) == 0)
    *front = *prefix;
#endif
  barrier(CLK_LOCAL_MEM_FENCE);
  ompscan_store_tile(OMPSCAN_ARGUMENTS, n, tile, front, OMPSCAN_TILE_ARGUMENTS);
}

#endif // !OMPSCAN_PTX && OMPSCAN_GROUP
