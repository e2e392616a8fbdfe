//===- select-serial.cl - A tile of a selection by one ---- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A work-item on its own goes through a tile: see select.cl.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_GROUP == 1

#define OMPSCAN_SELECT_VARIABLES                                               \
  __local ompscan_E ompscan_items[OMPSCAN_TILE];                               \
  __local ompscan_C ompscan_companions[OMPSCAN_COMPANIONS];
#define OMPSCAN_SELECT_LOCALS ompscan_items, ompscan_companions

/// The rest lies at the end of the tile, the first one last.
#define OMPSCAN_REST_PLACE(i, kept, count) ((count) - 1 - (i))

OMPSCAN_INLINE uint ompscan_select_load(OMPSCAN_SELECT_PARAMETERS,
                                        const ulong ompscan_tile,
                                        const uint ompscan_none,
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
  // The loads are over before the tile's count is published.
  mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  return ompscan_kept;
}

/// All is in its place already.
OMPSCAN_INLINE void
ompscan_select_compact(OMPSCAN_SELECT_PARAMETERS, const ulong ompscan_tile,
                       const uint ompscan_kept,
                       __local ompscan_E *ompscan_items,
                       __local ompscan_C *ompscan_companions) {}

#endif // OMPSCAN_GROUP
