//===- move-group.cl - Regular sliding, by elements -------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How a work-group of several work-items moves a tile of elements that are no
// numbers (see move.cl): one by one, by way of local memory.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_GROUP > 1 && !OMPSCAN_MOVE_BY_VECTORS

OMPSCAN_INLINE void ompscan_move_load(OMPSCAN_MOVE_PARAMETERS,
                                      const ompscan_move_plan *ompscan_p,
                                      __local ompscan_E *ompscan_items) {
  const ulong ompscan_begin = ompscan_p->begin;
  const uint ompscan_count = ompscan_p->count;
  ulong ompscan_row = 0, ompscan_column = 0;
  if (ompscan_to) {
    ompscan_row = ompscan_begin / ompscan_to;
    ompscan_column = ompscan_begin - ompscan_row * ompscan_to;
  }
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j) {
    const uint ompscan_i = ompscan_j * OMPSCAN_GROUP + (uint)get_local_id(0);
    if (ompscan_i < ompscan_count) {
      ulong ompscan_source = ompscan_begin + ompscan_i - ompscan_from;
      bool ompscan_is_filled = ompscan_source >= ompscan_n;
      if (ompscan_to) {
        ulong ompscan_c = ompscan_column + ompscan_i, ompscan_r;
        // 32-bit division is several times faster.
        if (ompscan_to <= 0x7ffffffful)
          ompscan_r = (uint)ompscan_c / (uint)ompscan_to;
        else
          ompscan_r = ompscan_c / ompscan_to;
        ompscan_c -= ompscan_r * ompscan_to;
        ompscan_source = (ompscan_row + ompscan_r) * ompscan_from + ompscan_c;
        ompscan_is_filled = ompscan_c >= ompscan_width;
      }
      ompscan_items[ompscan_i] =
          ompscan_is_filled ? ompscan_fill : ompscan_x[ompscan_source];
    }
  }
}

/// What is in local memory has been loaded.
OMPSCAN_INLINE void ompscan_move_await(void) { barrier(CLK_LOCAL_MEM_FENCE); }

OMPSCAN_INLINE void ompscan_move_store(OMPSCAN_MOVE_PARAMETERS,
                                       const ompscan_move_plan *ompscan_p,
                                       __local const ompscan_E *ompscan_items) {
  const ulong ompscan_begin = ompscan_p->begin;
  const uint ompscan_count = ompscan_p->count;
  for (uint ompscan_i = (uint)get_local_id(0); ompscan_i < ompscan_count;
       ompscan_i += OMPSCAN_GROUP)
    ompscan_out[ompscan_begin + ompscan_i] = ompscan_items[ompscan_i];
}

#endif // OMPSCAN_GROUP
