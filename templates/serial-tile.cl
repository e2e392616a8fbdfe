//===- serial-tile.cl - A tile by one work-item ------------ -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of a scan by one work-item, for CPUs. A tile fits into the first-level
// cache. It is cut into OMPSCAN_CHAINS runs that are summed, and then scanned,
// in an interleaved way, so that the latency of the operator does not limit the
// speed.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_ALGORITHM != OMPSCAN_THREE_KERNEL && OMPSCAN_GROUP == 1 &&         \
    !OMPSCAN_SEGMENTS_BY_RUN && !OMPSCAN_IS_ORDERED

/// Elements of a run of a tile with \p count elements; the last runs may be
/// shorter.
#define OMPSCAN_RUN_OF(count)                                                  \
  (((count) + (OMPSCAN_CHAINS) - 1) / (OMPSCAN_CHAINS))
/// Whether a tile with \p count elements is cut into runs.
#define OMPSCAN_CAN_SPLIT(count)                                               \
  ((count) == OMPSCAN_TILE && OMPSCAN_ITEMS % (OMPSCAN_CHAINS) == 0)

/// Stores the scan of \p count elements after \p value.
/// \returns the value after them.
OMPSCAN_INLINE ompscan_T ompscan_scan_run(OMPSCAN_PARAMETERS, const ulong begin,
                                          const ulong count, ompscan_T value) {
  for (ulong k = begin; k < begin + count; ++k) {
    const ompscan_T before = value;
    value = ompscan_combine(value, ompscan_input(OMPSCAN_ARGUMENTS, k));
    ompscan_output(OMPSCAN_ARGUMENTS, k, before, value);
  }
  return value;
}

/// \returns the total of a tile. \p runs receives the totals of its runs. A
/// tile that is not full is one run.
OMPSCAN_INLINE ompscan_T ompscan_tile_total(OMPSCAN_PARAMETERS, const ulong n,
                                            const ulong tile, ompscan_T *runs) {
  const ulong begin = tile * OMPSCAN_TILE;
  const ulong count = OMPSCAN_TILE_LENGTH(n, tile);
#if OMPSCAN_CHAINS > 1
  if (OMPSCAN_CAN_SPLIT(count)) {
    const ulong extent = OMPSCAN_TILE / (OMPSCAN_CHAINS);
#pragma unroll
    for (uint c = 0; c < (OMPSCAN_CHAINS); ++c)
      runs[c] = ompscan_input(OMPSCAN_ARGUMENTS, begin + c * extent);
    for (ulong j = 1; j < extent; ++j)
#pragma unroll
      for (uint c = 0; c < (OMPSCAN_CHAINS); ++c)
        runs[c] = ompscan_combine(
            runs[c], ompscan_input(OMPSCAN_ARGUMENTS, begin + c * extent + j));
    ompscan_T total = runs[0];
    for (uint c = 1; c < (OMPSCAN_CHAINS); ++c)
      total = ompscan_combine(total, runs[c]);
    return total;
  }
#endif
  ompscan_T total = ompscan_input(OMPSCAN_ARGUMENTS, begin);
  for (ulong k = begin + 1; k < begin + count; ++k)
    total = ompscan_combine(total, ompscan_input(OMPSCAN_ARGUMENTS, k));
  return total;
}

/// Stores a tile whose runs ompscan_tile_total() has summed.
OMPSCAN_INLINE void ompscan_tile_finish(OMPSCAN_PARAMETERS, const ulong n,
                                        const ulong tile,
                                        const ompscan_T prefix,
                                        const ompscan_T *runs) {
  const ulong begin = tile * OMPSCAN_TILE;
  const ulong count = OMPSCAN_TILE_LENGTH(n, tile);
#if OMPSCAN_CHAINS > 1
  if (OMPSCAN_CAN_SPLIT(count)) {
    const ulong extent = OMPSCAN_TILE / (OMPSCAN_CHAINS);
    ompscan_T values[OMPSCAN_CHAINS];
    values[0] = prefix;
#pragma unroll
    for (uint c = 1; c < (OMPSCAN_CHAINS); ++c)
      values[c] = ompscan_combine(values[c - 1], runs[c - 1]);
    for (ulong j = 0; j < extent; ++j)
#pragma unroll
      for (uint c = 0; c < (OMPSCAN_CHAINS); ++c)
        values[c] = ompscan_scan_run(OMPSCAN_ARGUMENTS, begin + c * extent + j,
                                     1, values[c]);
    return;
  }
#endif
  ompscan_scan_run(OMPSCAN_ARGUMENTS, begin, count, prefix);
}

#endif // OMPSCAN_ALGORITHM && OMPSCAN_GROUP
