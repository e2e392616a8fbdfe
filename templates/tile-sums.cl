//===- tile-sums.cl - The totals of tiles ------------------ -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What reduce-then-scan stores of a tile, and finds in front of one.
//
// A program with OMPSCAN_ALSO_REDUCES has one kernel for a single pass and for
// reduce-then-scan (single-pass.cl), besides the kernels for sums
// (three-kernel.cl). It is about as long as that of a single pass alone, and
// compiled once.
//
//===----------------------------------------------------------------------===//

#ifndef OMPSCAN_ALSO_REDUCES
#define OMPSCAN_ALSO_REDUCES 0
#endif

#if OMPSCAN_ALGORITHM == OMPSCAN_REDUCE_THEN_SCAN || OMPSCAN_ALSO_REDUCES

/// Bits of the argument \p shared, for a loop whose iterations several
/// processes have. It is 0 for other loops.
#define OMPSCAN_SHARED 1 // The total of the last tile is needed as well.
#define OMPSCAN_STARTS 2 // Other processes have iterations before the loop.
/// The kernel with OMPSCAN_ALSO_REDUCES scans the tiles, instead of storing
/// their totals.
#define OMPSCAN_FINISHES 4

/// Places in \p sums after the totals: the value of the scan in front of the
/// loop, if it starts from one, then a value for each work-item of a group.
#define OMPSCAN_START_OF(sums) ((sums)[get_num_groups(0)])
#define OMPSCAN_ROOM_OF(sums) ((sums) + get_num_groups(0) + 1)

/// The prefix of a tile, from the scanned \p sums.
OMPSCAN_INLINE ompscan_T ompscan_left_of(OMPSCAN_PARAMETERS, const ulong tile,
                                         __global const ompscan_T *sums,
                                         const uint shared) {
  if (tile == 0)
    return shared & OMPSCAN_STARTS ? OMPSCAN_START_OF(sums)
                                   : ompscan_seed(OMPSCAN_ARGUMENTS);
  const ompscan_T left = sums[tile - 1];
  return shared & OMPSCAN_STARTS ? ompscan_combine(OMPSCAN_START_OF(sums), left)
                                 : left;
}

/// The entry of the totals for a tile. The first one includes the seed, unless
/// there are iterations before.
#define OMPSCAN_SUM_OF(tile, total, shared)                                    \
  ((tile) > 0 || ((shared) & OMPSCAN_STARTS)                                   \
       ? (total)                                                               \
       : ompscan_combine(ompscan_seed(OMPSCAN_ARGUMENTS), total))

/// Whether a tile stores nothing: a fold needs the output of the last iteration
/// only.
#if OMPSCAN_IS_FOLD
#define OMPSCAN_STORES_NOTHING(tile) ((tile) + 1 < get_num_groups(0))
#else
#define OMPSCAN_STORES_NOTHING(tile) false
#endif

#if OMPSCAN_GROUP > 1

/// Combines the iterations of the last tile, which is not full: the total of
/// such a tile is another one. Every work-item combines a run, and the first
/// one the runs, in \p room.
/// \returns the total, in the first work-item.
OMPSCAN_INLINE ompscan_T ompscan_rest_total(OMPSCAN_PARAMETERS, const ulong n,
                                            const ulong tile,
                                            __global ompscan_T *room) {
  const ulong begin = tile * OMPSCAN_TILE;
  const ulong first = begin + get_local_id(0) * (OMPSCAN_ITEMS);
  const ulong end = min(first + (OMPSCAN_ITEMS), n);
  ompscan_T total;
  if (first < n) {
    total = ompscan_input(OMPSCAN_ARGUMENTS, first);
#pragma unroll 1
    for (ulong k = first + 1; k < end; ++k)
      total = ompscan_combine(total, ompscan_input(OMPSCAN_ARGUMENTS, k));
    room[get_local_id(0)] = total;
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
#pragma unroll 1
    for (ulong i = 1; begin + i * (OMPSCAN_ITEMS) < n; ++i)
      total = ompscan_combine(total, room[i]);
  }
  return total;
}

#endif // OMPSCAN_GROUP

#endif // OMPSCAN_ALGORITHM
