//===- select-serial.cl - A tile of a selection by one ---- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A work-item on its own goes through a tile: see select.cl. First it looks at
// all elements, in a loop of which compilers make vectors; what is to be kept
// of them is then the same for all kinds of conditions.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_GROUP == 1

#define OMPSCAN_SELECT_VARIABLES                                               \
  __local ompscan_E ompscan_items[OMPSCAN_TILE];                               \
  __local ompscan_C ompscan_companions[OMPSCAN_COMPANIONS];                    \
  __local uchar ompscan_keeps[OMPSCAN_TILE];
#define OMPSCAN_SELECT_LOCALS ompscan_items, ompscan_companions, ompscan_keeps

/// The rest lies at the end of the tile, the first one last.
#define OMPSCAN_REST_PLACE(i, kept, count) ((count) - 1 - (i))

/// \p ompscan_none is 0, which the compiler does not know.
OMPSCAN_INLINE uint ompscan_select_load(OMPSCAN_SELECT_PARAMETERS,
                                        const ulong ompscan_tile,
                                        const uint ompscan_none,
                                        __local ompscan_E *ompscan_items,
                                        __local ompscan_C *ompscan_companions,
                                        __local uchar *ompscan_keeps) {
  const ulong ompscan_begin = ompscan_tile * OMPSCAN_TILE;
  const uint ompscan_count = ompscan_tile_count(ompscan_n, ompscan_tile);
  // A known 1 would be loaded under a mask, which takes hundreds of cycles
  // where nothing is kept and its page is not there.
  const uint ompscan_one = ompscan_none + 1;
  // The first one may have no element in front of it.
  uint ompscan_kept =
      OMPSCAN_KEEPS(ompscan_x[OMPSCAN_AT(ompscan_begin)],
                    ompscan_x[OMPSCAN_AT(ompscan_begin - (ompscan_begin != 0))],
                    OMPSCAN_AT(ompscan_begin));
  ompscan_keeps[0] = (uchar)ompscan_kept;
  for (uint ompscan_i = 1; ompscan_i < ompscan_count; ++ompscan_i) {
    const ulong ompscan_k = ompscan_begin + ompscan_i;
    const uint ompscan_keep_this = OMPSCAN_KEEPS(
        ompscan_x[OMPSCAN_AT(ompscan_k)], ompscan_x[OMPSCAN_AT(ompscan_k - 1)],
        OMPSCAN_AT(ompscan_k));
    ompscan_keeps[ompscan_i] = (uchar)(0u - ompscan_keep_this & ompscan_one);
    ompscan_kept += ompscan_keep_this;
  }
  if (ompscan_kept == ompscan_count) {
    for (uint ompscan_i = 0; ompscan_i < ompscan_count; ++ompscan_i)
      ompscan_items[ompscan_i] =
          ompscan_x[OMPSCAN_AT(ompscan_begin + ompscan_i)];
#if OMPSCAN_HAS_COMPANION
    for (uint ompscan_i = 0; ompscan_i < ompscan_count; ++ompscan_i)
      ompscan_companions[ompscan_i] =
          ompscan_y[OMPSCAN_AT(ompscan_begin + ompscan_i)];
#elif OMPSCAN_HAS_LENGTHS
    for (uint ompscan_i = 0; ompscan_i < ompscan_count; ++ompscan_i)
      ompscan_companions[ompscan_i] = (ompscan_C)ompscan_i;
#endif
  } else if (OMPSCAN_HAS_REST || ompscan_kept > 0) {
    uint ompscan_next = 0;
#pragma unroll 4
    for (uint ompscan_i = 0; ompscan_i < ompscan_count; ++ompscan_i) {
      const ulong ompscan_k = OMPSCAN_AT(ompscan_begin + ompscan_i);
      const uint ompscan_keep_this = ompscan_keeps[ompscan_i];
      // Without a branch: what is not kept is overwritten by the next one.
      const uint ompscan_place =
          OMPSCAN_HAS_REST && !ompscan_keep_this
              ? ompscan_count - 1 - (ompscan_i - ompscan_next)
              : ompscan_next;
      ompscan_items[ompscan_place] = ompscan_x[ompscan_k];
#if OMPSCAN_HAS_COMPANION
      ompscan_companions[ompscan_place] = ompscan_y[ompscan_k];
#elif OMPSCAN_HAS_LENGTHS
      ompscan_companions[ompscan_place] = (ompscan_C)ompscan_i;
#endif
      ompscan_next += ompscan_keep_this;
    }
  }
  // The loads are over before the tile's count is published.
  mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  return ompscan_kept;
}

/// All is in its place already.
OMPSCAN_INLINE void ompscan_select_compact(
    OMPSCAN_SELECT_PARAMETERS, const ulong ompscan_tile,
    const uint ompscan_kept, __local ompscan_E *ompscan_items,
    __local ompscan_C *ompscan_companions, __local uchar *ompscan_keeps) {}

#endif // OMPSCAN_GROUP
