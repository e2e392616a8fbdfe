//===- reduce-then-scan.cl - Scan that reads twice --------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reduces every tile, scans the totals by the kernels for sums of
// three-kernel.cl, and scans every tile with its prefix. It needs nothing
// beyond OpenCL 1.2, stores every result once, with its final value, and
// combines in an order that depends on the number of iterations and the shape
// of the tiles only.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_ALGORITHM == OMPSCAN_REDUCE_THEN_SCAN && !OMPSCAN_IS_ORDERED

#if OMPSCAN_GROUP == 1

OMPSCAN_KERNEL void ompscan_reduce_tiles(OMPSCAN_PARAMETERS, const ulong n,
                                         __global ompscan_T *sums,
                                         const uint shared) {
  const ulong tile = get_group_id(0);
  ompscan_T runs[OMPSCAN_CHAINS];
  const ompscan_T total = ompscan_tile_total(OMPSCAN_ARGUMENTS, n, tile, runs);
  sums[tile] = OMPSCAN_SUM_OF(tile, total, shared);
}

OMPSCAN_KERNEL void ompscan_finish_tiles(OMPSCAN_PARAMETERS, const ulong n,
                                         __global const ompscan_T *sums,
                                         const uint shared) {
  const ulong tile = get_group_id(0);
  if (OMPSCAN_STORES_NOTHING(tile))
    return;
  ompscan_scan_run(OMPSCAN_ARGUMENTS, tile * OMPSCAN_TILE,
                   OMPSCAN_TILE_LENGTH(n, tile),
                   ompscan_left_of(OMPSCAN_ARGUMENTS, tile, sums, shared));
}

#else // OMPSCAN_GROUP > 1

OMPSCAN_KERNEL void ompscan_reduce_tiles(OMPSCAN_PARAMETERS, const ulong n,
                                         __global ompscan_T *sums,
                                         const uint shared) {
  OMPSCAN_TILE_VARIABLES
  const ulong tile = get_group_id(0);
  ompscan_T before, total;
  if (shared && n - tile * OMPSCAN_TILE < OMPSCAN_TILE)
    total =
        ompscan_rest_total(OMPSCAN_ARGUMENTS, n, tile, OMPSCAN_ROOM_OF(sums));
  else
    total = ompscan_tile_total(OMPSCAN_ARGUMENTS, n, tile, &before,
                               OMPSCAN_TILE_ARGUMENTS);
  if (get_local_id(0) == 0)
    sums[tile] = OMPSCAN_SUM_OF(tile, total, shared);
}

OMPSCAN_KERNEL void ompscan_finish_tiles(OMPSCAN_PARAMETERS, const ulong n,
                                         __global const ompscan_T *sums,
                                         const uint shared) {
  OMPSCAN_TILE_VARIABLES
  const ulong tile = get_group_id(0);
  if (OMPSCAN_STORES_NOTHING(tile))
    return;
  ompscan_T before, prefix;
  ompscan_tile_total(OMPSCAN_ARGUMENTS, n, tile, &before,
                     OMPSCAN_TILE_ARGUMENTS);
  if (OMPSCAN_IS_LEADER)
    prefix = ompscan_left_of(OMPSCAN_ARGUMENTS, tile, sums, shared);
  ompscan_tile_finish(OMPSCAN_ARGUMENTS, n, tile, &prefix, &before,
                      OMPSCAN_TILE_ARGUMENTS);
}

#endif // OMPSCAN_GROUP

#endif // OMPSCAN_ALGORITHM
