//===- move-group.cl - Regular sliding, by elements -------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of a move by a work-group of several work-items, for elements that are
// not numbers (move.cl): one element at a time, through local memory.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_GROUP > 1 && !OMPSCAN_MOVE_BY_VECTORS

OMPSCAN_INLINE void ompscan_move_load(OMPSCAN_MOVE_PARAMETERS,
                                      const ompscan_move_plan *p,
                                      __local ompscan_E *items) {
  const ulong begin = p->begin;
  const uint count = p->count;
  ulong row = 0, column = 0;
  if (to) {
    row = begin / to;
    column = begin - row * to;
  }
#pragma unroll
  for (uint j = 0; j < OMPSCAN_ITEMS; ++j) {
    const uint i = j * OMPSCAN_GROUP + (uint)get_local_id(0);
    if (i < count) {
      ulong source = begin + i - from;
      bool is_filled = source >= n;
      if (to) {
        ulong c = column + i, r;
        // 32-bit division is several times faster than 64-bit division.
        if (to <= 0x7ffffffful)
          r = (uint)c / (uint)to;
        else
          r = c / to;
        c -= r * to;
        source = (row + r) * from + c;
        is_filled = c >= width;
      }
      items[i] = is_filled ? fill : x[source];
    }
  }
}

/// Elements in local memory have been loaded.
OMPSCAN_INLINE void ompscan_move_await(void) { barrier(CLK_LOCAL_MEM_FENCE); }

OMPSCAN_INLINE void ompscan_move_store(OMPSCAN_MOVE_PARAMETERS,
                                       const ompscan_move_plan *p,
                                       __local const ompscan_E *items) {
  const ulong begin = p->begin;
  const uint count = p->count;
  for (uint i = (uint)get_local_id(0); i < count; i += OMPSCAN_GROUP)
    out[begin + i] = items[i];
}

#endif // OMPSCAN_GROUP
