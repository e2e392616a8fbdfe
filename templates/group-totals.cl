//===- group-totals.cl - Totals of a group's work-items ---- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of a tile's scan by a group that does not depend on how work-items
// hold their runs (group-tile.cl, word-tile.cl).
//
//===----------------------------------------------------------------------===//

#if !OMPSCAN_PTX && OMPSCAN_GROUP > 1

/// All work-items know the total of a tile and need its prefix.
#define OMPSCAN_IS_LEADER true

/// The totals of the work-items twice, and room for a prefix.
#define OMPSCAN_TOTALS (2 * (OMPSCAN_GROUP) + 1)

/// Combines \p total, that of a work-item's run, with those of the others.
/// \returns the total of the tile. \p before receives the total of the runs in
/// front of the own one, except in the first work-item.
OMPSCAN_INLINE ompscan_T ompscan_scan_totals(ompscan_T total, ompscan_T *before,
                                             __local ompscan_T *totals) {
  const uint lane = (uint)get_local_id(0);
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

/// \returns the value in front of a work-item's run, which is undefined in the
/// first one without a \p prefix (\p has_prefix).
OMPSCAN_INLINE ompscan_T ompscan_left_of_run(const bool has_prefix,
                                             const ompscan_T *const prefix,
                                             const ompscan_T *const before) {
  if (get_local_id(0) == 0)
    return *prefix;
  return has_prefix ? ompscan_combine(*prefix, *before) : *before;
}

#endif // !OMPSCAN_PTX && OMPSCAN_GROUP
