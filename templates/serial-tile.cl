//===- serial-tile.cl - A tile by one work-item ------------ -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How one work-item scans a tile, for devices whose work-items are the cores of
// a CPU. A tile stays in the first-level cache. It is cut into OMPSCAN_CHAINS
// runs that are summed, and then scanned, side by side: the operator's latency
// would else be the time of a chain of dependent operations.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_ALGORITHM != OMPSCAN_THREE_KERNEL && OMPSCAN_GROUP == 1

#ifndef OMPSCAN_CHAINS
#define OMPSCAN_CHAINS 1
#endif

/// Elements of a run of a tile of \p count; only the last runs are shorter.
#define OMPSCAN_RUN_OF(count)                                                  \
  (((count) + (OMPSCAN_CHAINS) - 1) / (OMPSCAN_CHAINS))
#define OMPSCAN_TILE_LENGTH(n, tile)                                           \
  min(OMPSCAN_TILE, (ulong)(n) - (ulong)(tile) * OMPSCAN_TILE)

/// Stores the scan of \p ompscan_count elements, \p ompscan_value being what
/// stands on their left.
/// \returns what stands on the left of the next one.
OMPSCAN_INLINE ompscan_T ompscan_scan_run(OMPSCAN_PARAMETERS,
                                          const ulong ompscan_begin,
                                          const ulong ompscan_count,
                                          ompscan_T ompscan_value) {
  for (ulong ompscan_k = ompscan_begin;
       ompscan_k < ompscan_begin + ompscan_count; ++ompscan_k) {
    const ompscan_T ompscan_before = ompscan_value;
    ompscan_value = ompscan_combine(
        ompscan_value, ompscan_input(OMPSCAN_ARGUMENTS, ompscan_k));
    ompscan_output(OMPSCAN_ARGUMENTS, ompscan_k, ompscan_before, ompscan_value);
  }
  return ompscan_value;
}

/// Answers the total of a tile, and the total of each of its runs. A tile that
/// is not full is one run.
OMPSCAN_INLINE ompscan_T ompscan_tile_total(OMPSCAN_PARAMETERS,
                                            const ulong ompscan_n,
                                            const ulong ompscan_tile,
                                            ompscan_T *ompscan_runs) {
  const ulong ompscan_begin = ompscan_tile * OMPSCAN_TILE;
  const ulong ompscan_count = OMPSCAN_TILE_LENGTH(ompscan_n, ompscan_tile);
#if OMPSCAN_CHAINS > 1 && OMPSCAN_ITEMS % OMPSCAN_CHAINS == 0
  if (ompscan_count == OMPSCAN_TILE) {
    const ulong ompscan_length = OMPSCAN_TILE / (OMPSCAN_CHAINS);
#pragma unroll
    for (uint ompscan_c = 0; ompscan_c < (OMPSCAN_CHAINS); ++ompscan_c)
      ompscan_runs[ompscan_c] = ompscan_input(
          OMPSCAN_ARGUMENTS, ompscan_begin + ompscan_c * ompscan_length);
    for (ulong ompscan_j = 1; ompscan_j < ompscan_length; ++ompscan_j)
#pragma unroll
      for (uint ompscan_c = 0; ompscan_c < (OMPSCAN_CHAINS); ++ompscan_c)
        ompscan_runs[ompscan_c] = ompscan_combine(
            ompscan_runs[ompscan_c],
            ompscan_input(OMPSCAN_ARGUMENTS, ompscan_begin +
                                                 ompscan_c * ompscan_length +
                                                 ompscan_j));
    ompscan_T ompscan_total = ompscan_runs[0];
    for (uint ompscan_c = 1; ompscan_c < (OMPSCAN_CHAINS); ++ompscan_c)
      ompscan_total = ompscan_combine(ompscan_total, ompscan_runs[ompscan_c]);
    return ompscan_total;
  }
#endif
  ompscan_T ompscan_total = ompscan_input(OMPSCAN_ARGUMENTS, ompscan_begin);
  for (ulong ompscan_k = ompscan_begin + 1;
       ompscan_k < ompscan_begin + ompscan_count; ++ompscan_k)
    ompscan_total = ompscan_combine(
        ompscan_total, ompscan_input(OMPSCAN_ARGUMENTS, ompscan_k));
  return ompscan_total;
}

/// Stores a tile whose runs ompscan_tile_total() has summed.
OMPSCAN_INLINE void ompscan_tile_finish(OMPSCAN_PARAMETERS,
                                        const ulong ompscan_n,
                                        const ulong ompscan_tile,
                                        const ompscan_T ompscan_prefix,
                                        const ompscan_T *ompscan_runs) {
  const ulong ompscan_begin = ompscan_tile * OMPSCAN_TILE;
  const ulong ompscan_count = OMPSCAN_TILE_LENGTH(ompscan_n, ompscan_tile);
#if OMPSCAN_CHAINS > 1 && OMPSCAN_ITEMS % OMPSCAN_CHAINS == 0
  if (ompscan_count == OMPSCAN_TILE) {
    const ulong ompscan_length = OMPSCAN_TILE / (OMPSCAN_CHAINS);
    ompscan_T ompscan_values[OMPSCAN_CHAINS];
    ompscan_values[0] = ompscan_prefix;
#pragma unroll
    for (uint ompscan_c = 1; ompscan_c < (OMPSCAN_CHAINS); ++ompscan_c)
      ompscan_values[ompscan_c] = ompscan_combine(ompscan_values[ompscan_c - 1],
                                                  ompscan_runs[ompscan_c - 1]);
    for (ulong ompscan_j = 0; ompscan_j < ompscan_length; ++ompscan_j)
#pragma unroll
      for (uint ompscan_c = 0; ompscan_c < (OMPSCAN_CHAINS); ++ompscan_c)
        ompscan_values[ompscan_c] = ompscan_scan_run(
            OMPSCAN_ARGUMENTS,
            ompscan_begin + ompscan_c * ompscan_length + ompscan_j, 1,
            ompscan_values[ompscan_c]);
    return;
  }
#endif
  ompscan_scan_run(OMPSCAN_ARGUMENTS, ompscan_begin, ompscan_count,
                   ompscan_prefix);
}

#endif // OMPSCAN_ALGORITHM && OMPSCAN_GROUP
