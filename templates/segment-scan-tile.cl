//===- segment-scan-tile.cl - A scan by one work-item ------ -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How one work-item scans the segments of a tile, where a byte for each element
// tells whether a segment begins there. It takes the place of serial-tile.cl in
// the program of such a scan of numbers: values are scanned without a mark
// each, and eight at once where no segment begins in them. Of a tile that is
// summed only the last segment is read.
//
// The text in front defines what segment-runs.cl and segment-warp.cl say.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_GROUP == 1

/// Stores the result of element \p ompscan_k, behind \p ompscan_before.
/// \returns what stands on the left of the next one.
OMPSCAN_INLINE ompscan_E ompscan_scan_one(OMPSCAN_PARAMETERS,
                                          const ulong ompscan_k,
                                          const bool ompscan_is_head,
                                          const ompscan_E ompscan_before) {
  const ompscan_E ompscan_x = OMPSCAN_VALUE(ompscan_k);
  const ompscan_E ompscan_after =
      ompscan_is_head ? ompscan_x : ompscan_operate(ompscan_before, ompscan_x);
  OMPSCAN_RESULT(ompscan_k) = ompscan_segment_result(
      OMPSCAN_ARGUMENTS, ompscan_is_head, ompscan_before, ompscan_after);
  return ompscan_after;
}

/// Stores the scan of \p ompscan_count elements, \p ompscan_left being what
/// stands on their left.
/// \returns what stands on the left of the next one.
OMPSCAN_INLINE ompscan_T ompscan_scan_run(OMPSCAN_PARAMETERS,
                                          const ulong ompscan_begin,
                                          const ulong ompscan_count,
                                          const ompscan_T ompscan_left) {
  const ulong ompscan_end = ompscan_begin + ompscan_count;
  ompscan_E ompscan_value = ompscan_left.value;
  ulong ompscan_k = ompscan_begin;
  for (; ompscan_k < ompscan_end &&
         (ompscan_k == 0 || (ulong)&OMPSCAN_KEY(ompscan_k) % 8 != 0);
       ++ompscan_k)
    ompscan_value = ompscan_scan_one(OMPSCAN_ARGUMENTS, ompscan_k,
                                     OMPSCAN_IS_HEAD(ompscan_k), ompscan_value);
  for (; ompscan_k + 8 <= ompscan_end; ompscan_k += 8) {
    const ulong ompscan_w = *(__global const ulong *)&OMPSCAN_KEY(ompscan_k);
    if (ompscan_w == 0)
#pragma unroll
      for (uint ompscan_i = 0; ompscan_i < 8; ++ompscan_i)
        ompscan_value =
            ompscan_scan_one(OMPSCAN_ARGUMENTS, ompscan_k + ompscan_i,
                             /*ompscan_is_head=*/false, ompscan_value);
    else
#pragma unroll
      for (uint ompscan_i = 0; ompscan_i < 8; ++ompscan_i)
        ompscan_value = ompscan_scan_one(
            OMPSCAN_ARGUMENTS, ompscan_k + ompscan_i,
            (ompscan_w >> 8 * ompscan_i & 255) != 0, ompscan_value);
  }
  for (; ompscan_k < ompscan_end; ++ompscan_k)
    ompscan_value =
        ompscan_scan_one(OMPSCAN_ARGUMENTS, ompscan_k,
                         OMPSCAN_KEY(ompscan_k) != 0, ompscan_value);
  // The first element of all begins a segment.
  const ompscan_T ompscan_all = ompscan_pair(ompscan_value, 1);
  if (ompscan_end == F_trips)
    F_values[0] = ompscan_all;
  return ompscan_all;
}

/// Answers the total of a tile.
OMPSCAN_INLINE ompscan_T ompscan_tile_total(OMPSCAN_PARAMETERS,
                                            const ulong ompscan_n,
                                            const ulong ompscan_tile,
                                            ompscan_T *ompscan_runs) {
  const ulong ompscan_begin = ompscan_tile * OMPSCAN_TILE;
  const ulong ompscan_end =
      ompscan_begin + OMPSCAN_TILE_LENGTH(ompscan_n, ompscan_tile);
  const ulong ompscan_last =
      ompscan_last_head(OMPSCAN_ARGUMENTS, ompscan_begin, ompscan_end);
  return ompscan_pair(ompscan_reduce_run(OMPSCAN_ARGUMENTS, ompscan_last + 1,
                                         ompscan_end,
                                         OMPSCAN_VALUE(ompscan_last)),
                      OMPSCAN_IS_HEAD(ompscan_last));
}

/// Stores a tile behind \p ompscan_prefix.
OMPSCAN_INLINE void ompscan_tile_finish(OMPSCAN_PARAMETERS,
                                        const ulong ompscan_n,
                                        const ulong ompscan_tile,
                                        const ompscan_T ompscan_prefix,
                                        const ompscan_T *ompscan_runs) {
  ompscan_scan_run(OMPSCAN_ARGUMENTS, ompscan_tile * OMPSCAN_TILE,
                   OMPSCAN_TILE_LENGTH(ompscan_n, ompscan_tile),
                   ompscan_prefix);
}

#endif // OMPSCAN_GROUP
