//===- selection-serial.cl - A tile by one work-item ------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_GROUP == 1

#define OMPSCAN_SELECTION_VARIABLES                                            \
  __local ompscan_moved ompscan_items[OMPSCAN_TILE];
#define OMPSCAN_SELECTION_LOCALS ompscan_items

/// The rest lies at the end of the tile, the first one last.
#define OMPSCAN_REST_PLACE(i, kept, count) ((count) - 1 - (i))

OMPSCAN_INLINE uint ompscan_selection_load(
    OMPSCAN_PARAMETERS, const ulong ompscan_n, const ulong ompscan_tile,
    const uint ompscan_none, __local ompscan_moved *ompscan_items) {
  const ulong ompscan_begin = ompscan_tile * OMPSCAN_TILE;
  const uint ompscan_count = ompscan_tile_count(ompscan_n, ompscan_tile);
  uint ompscan_kept = 0;
  for (uint ompscan_i = 0; ompscan_i < ompscan_count; ++ompscan_i) {
    ompscan_moved ompscan_m;
    const uint ompscan_keeps =
        ompscan_pick(OMPSCAN_ARGUMENTS, ompscan_begin + ompscan_i, &ompscan_m);
    // Without a branch: what is not kept is overwritten by the next one.
    const uint ompscan_place =
        OMPSCAN_HAS_REST && !ompscan_keeps
            ? OMPSCAN_REST_PLACE(ompscan_i - ompscan_kept, ompscan_kept,
                                 ompscan_count)
            : ompscan_kept;
    ompscan_items[ompscan_place] = ompscan_m;
    ompscan_kept += ompscan_keeps;
  }
  // The loads are over before the tile's count is published.
  mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  return ompscan_kept;
}

/// All is in its place already.
OMPSCAN_INLINE void
ompscan_selection_compact(const uint ompscan_count, const uint ompscan_kept,
                          __local ompscan_moved *ompscan_items) {}

#endif // OMPSCAN_GROUP == 1
