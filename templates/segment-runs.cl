//===- segment-runs.cl - Segments between flags ------------ -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What one work-item finds in a tile where a byte for each element tells
// whether a segment begins there. The text in front defines what a scan's does
// (runtime/src/primitives), and
//
//   OMPSCAN_VALUE(k), OMPSCAN_KEY(k)   element k, and its byte
//   ompscan_operate(x, y), ompscan_pair(value, heads)
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_GROUP == 1

#ifndef OMPSCAN_CHAINS
#define OMPSCAN_CHAINS 1
#endif
#define OMPSCAN_TILE_LENGTH(n, tile)                                           \
  min(OMPSCAN_TILE, (ulong)(n) - (ulong)(tile) * OMPSCAN_TILE)

/// The last begin of a segment in elements \p ompscan_begin to
/// \p ompscan_end, or \p ompscan_begin.
OMPSCAN_INLINE ulong ompscan_last_head(OMPSCAN_PARAMETERS,
                                       const ulong ompscan_begin,
                                       const ulong ompscan_end) {
  ulong ompscan_k = ompscan_end;
  for (; ompscan_k > ompscan_begin && (ulong)&OMPSCAN_KEY(ompscan_k) % 8 != 0;
       --ompscan_k)
    if (OMPSCAN_KEY(ompscan_k - 1) != 0)
      return ompscan_k - 1;
  for (; ompscan_k >= ompscan_begin + 8; ompscan_k -= 8) {
    const ulong ompscan_w =
        *(__global const ulong *)&OMPSCAN_KEY(ompscan_k - 8);
    if (ompscan_w)
      return ompscan_k - 1 - clz(ompscan_w) / 8;
  }
  while (ompscan_k > ompscan_begin && OMPSCAN_KEY(ompscan_k - 1) == 0)
    --ompscan_k;
  return max(ompscan_k, ompscan_begin + 1) - 1;
}

/// Combines elements \p ompscan_k to \p ompscan_end with \p ompscan_value.
OMPSCAN_INLINE ompscan_E ompscan_reduce_run(OMPSCAN_PARAMETERS, ulong ompscan_k,
                                            const ulong ompscan_end,
                                            ompscan_E ompscan_value) {
  // Four chains, where there is enough for them: neither latency nor one stream
  // of loads is to be waited for.
  if (ompscan_end >= ompscan_k + 64) {
    const ulong ompscan_length = (ompscan_end - ompscan_k) / 4;
    const ulong ompscan_b = ompscan_k + ompscan_length;
    const ulong ompscan_c = ompscan_b + ompscan_length;
    const ulong ompscan_d = ompscan_c + ompscan_length;
    ompscan_E ompscan_at_b = OMPSCAN_VALUE(ompscan_b);
    ompscan_E ompscan_at_c = OMPSCAN_VALUE(ompscan_c);
    ompscan_E ompscan_at_d = OMPSCAN_VALUE(ompscan_d);
    ompscan_value = ompscan_operate(ompscan_value, OMPSCAN_VALUE(ompscan_k));
    for (ulong ompscan_j = 1; ompscan_j < ompscan_length; ++ompscan_j) {
      ompscan_value =
          ompscan_operate(ompscan_value, OMPSCAN_VALUE(ompscan_k + ompscan_j));
      ompscan_at_b =
          ompscan_operate(ompscan_at_b, OMPSCAN_VALUE(ompscan_b + ompscan_j));
      ompscan_at_c =
          ompscan_operate(ompscan_at_c, OMPSCAN_VALUE(ompscan_c + ompscan_j));
      ompscan_at_d =
          ompscan_operate(ompscan_at_d, OMPSCAN_VALUE(ompscan_d + ompscan_j));
    }
    ompscan_value =
        ompscan_operate(ompscan_operate(ompscan_value, ompscan_at_b),
                        ompscan_operate(ompscan_at_c, ompscan_at_d));
    ompscan_k = ompscan_d + ompscan_length;
  }
  for (; ompscan_k < ompscan_end; ++ompscan_k)
    ompscan_value = ompscan_operate(ompscan_value, OMPSCAN_VALUE(ompscan_k));
  return ompscan_value;
}

#endif // OMPSCAN_GROUP
