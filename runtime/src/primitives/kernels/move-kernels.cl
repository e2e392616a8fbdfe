//===- move-kernels.cl - Kernels of regular sliding -------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernels of a move (move.cl).
//
// In place, no element may be overwritten that is still to be loaded. Work-item
// 0 publishes the status of a tile behind ompscan_move_await(), where every
// work-item waits for its own loads (a load that a value in local memory
// depends on, or a copy to local memory), then for the other work-items. A tile
// stores when its own loads are over and every tile with a smaller number that
// loads the overwritten elements has published its status. The work-items of
// one warp poll; the barrier behind them makes the others wait.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_ALGORITHM == OMPSCAN_SINGLE_PASS

/// \returns the tile that loads element \p i of the array or, if no tile does,
/// the tile that produces the element at the place that it would move to.
OMPSCAN_INLINE ulong ompscan_move_reader(OMPSCAN_MOVE_PARAMETERS,
                                         const ulong i) {
  const ulong q =
      min((ulong)max(ompscan_move_place(OMPSCAN_MOVE_ARGUMENTS, i), 0l), m - 1);
  return (mirrored ? m - 1 - q : q) / OMPSCAN_TILE;
}

/// Work-items that poll the statuses of other tiles.
#define OMPSCAN_MOVE_WAITERS ((OMPSCAN_GROUP) < 32 ? (OMPSCAN_GROUP) : 32)

/// Moves elements within one array.
OMPSCAN_KERNEL void ompscan_move(OMPSCAN_MOVE_PARAMETERS,
                                 __global volatile ulong *chain,
                                 const uint first, const uint epoch) {
  __local ompscan_move_room room[OMPSCAN_MOVE_ROOM];
  __local ompscan_move_plan shared;
  __local uint ticket;
  if (get_local_id(0) == 0) {
    ticket = ompscan_take_tile(chain, first);
    shared = ompscan_plan_move(OMPSCAN_MOVE_ARGUMENTS, ticket);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const ompscan_move_plan p = shared;
  const ulong tile = ticket;
  ompscan_move_load(OMPSCAN_MOVE_ARGUMENTS, &p, room);
  // Tiles `t` to `end` load the elements that this tile overwrites.
  ulong t = 1, end = 0;
  if (get_local_id(0) < OMPSCAN_MOVE_WAITERS && p.begin < n) {
    const ulong a = ompscan_move_reader(OMPSCAN_MOVE_ARGUMENTS, p.begin);
    const ulong b = ompscan_move_reader(OMPSCAN_MOVE_ARGUMENTS,
                                        min(p.begin + p.count, n) - 1);
    t = min(a, b) + get_local_id(0);
    end = min(max(a, b) + 1, tile);
  }
  ompscan_move_await();
  if (get_local_id(0) == 0)
    ompscan_publish(chain, tile, epoch, OMPSCAN_AGGREGATE, 0);
  for (; t < end; t += OMPSCAN_MOVE_WAITERS) {
    ompscan_T value;
    ompscan_wait(chain, t, epoch, &value);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  ompscan_move_store(OMPSCAN_MOVE_ARGUMENTS, &p, room);
}

#else

/// Moves elements from one array to another.
OMPSCAN_KERNEL void ompscan_move_apart(OMPSCAN_MOVE_PARAMETERS) {
  __local ompscan_move_room room[OMPSCAN_MOVE_ROOM];
  __local ompscan_move_plan shared;
  if (get_local_id(0) == 0)
    shared = ompscan_plan_move(OMPSCAN_MOVE_ARGUMENTS, get_group_id(0));
  barrier(CLK_LOCAL_MEM_FENCE);
  const ompscan_move_plan p = shared;
  ompscan_move_load(OMPSCAN_MOVE_ARGUMENTS, &p, room);
  ompscan_move_await();
  ompscan_move_store(OMPSCAN_MOVE_ARGUMENTS, &p, room);
}

#endif // OMPSCAN_ALGORITHM
