//===- move-kernels.cl - Kernels of regular sliding -------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See move.cl.
//
// In place, nothing of the array may be overwritten that is still to be loaded.
// Work-item 0 says in the tile's status that all its loads are over only behind
// ompscan_move_await(): there every work-item waits until what it has loaded
// has come (a load that a value in local memory depends on, or a copy to local
// memory that it waits for), and then for all others. A tile stores only when
// it has seen the status of every tile with a smaller number that loads what it
// overwrites, and its own loads are over likewise. Only the work-items of one
// warp look; the barrier behind makes the rest wait for them.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_ALGORITHM == OMPSCAN_SINGLE_PASS

/// The tile that loads element \p ompscan_i of the array or, where none does,
/// that makes what stands where the element would move to.
OMPSCAN_INLINE ulong ompscan_move_reader(OMPSCAN_MOVE_PARAMETERS,
                                         const ulong ompscan_i) {
  const ulong ompscan_q =
      min((ulong)max(ompscan_move_place(OMPSCAN_MOVE_ARGUMENTS, ompscan_i), 0l),
          ompscan_m - 1);
  return (ompscan_mirrored ? ompscan_m - 1 - ompscan_q : ompscan_q) /
         OMPSCAN_TILE;
}

/// Work-items that look for the status of other tiles.
#define OMPSCAN_MOVE_WAITERS ((OMPSCAN_GROUP) < 32 ? (OMPSCAN_GROUP) : 32)

/// In place.
OMPSCAN_KERNEL void ompscan_move(OMPSCAN_MOVE_PARAMETERS,
                                 __global volatile ulong *ompscan_chain,
                                 const uint ompscan_first,
                                 const uint ompscan_epoch) {
  __local ompscan_move_room ompscan_room[OMPSCAN_MOVE_ROOM];
  __local ompscan_move_plan ompscan_shared;
  __local uint ompscan_ticket;
  if (get_local_id(0) == 0) {
    ompscan_ticket = ompscan_take_tile(ompscan_chain, ompscan_first);
    ompscan_shared = ompscan_plan_move(OMPSCAN_MOVE_ARGUMENTS, ompscan_ticket);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const ompscan_move_plan ompscan_p = ompscan_shared;
  const ulong ompscan_tile = ompscan_ticket;
  ompscan_move_load(OMPSCAN_MOVE_ARGUMENTS, &ompscan_p, ompscan_room);
  // Which tiles load what this one overwrites.
  ulong ompscan_t = 1, ompscan_end = 0;
  if (get_local_id(0) < OMPSCAN_MOVE_WAITERS && ompscan_p.begin < ompscan_n) {
    const ulong ompscan_a =
        ompscan_move_reader(OMPSCAN_MOVE_ARGUMENTS, ompscan_p.begin);
    const ulong ompscan_b = ompscan_move_reader(
        OMPSCAN_MOVE_ARGUMENTS,
        min(ompscan_p.begin + ompscan_p.count, ompscan_n) - 1);
    ompscan_t = min(ompscan_a, ompscan_b) + get_local_id(0);
    ompscan_end = min(max(ompscan_a, ompscan_b) + 1, ompscan_tile);
  }
  ompscan_move_await();
  if (get_local_id(0) == 0)
    ompscan_publish(ompscan_chain, ompscan_tile, ompscan_epoch,
                    OMPSCAN_AGGREGATE, 0);
  for (; ompscan_t < ompscan_end; ompscan_t += OMPSCAN_MOVE_WAITERS) {
    ompscan_T ompscan_value;
    ompscan_wait(ompscan_chain, ompscan_t, ompscan_epoch, &ompscan_value);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  ompscan_move_store(OMPSCAN_MOVE_ARGUMENTS, &ompscan_p, ompscan_room);
}

#else

/// From one array to another.
OMPSCAN_KERNEL void ompscan_move_apart(OMPSCAN_MOVE_PARAMETERS) {
  __local ompscan_move_room ompscan_room[OMPSCAN_MOVE_ROOM];
  __local ompscan_move_plan ompscan_shared;
  if (get_local_id(0) == 0)
    ompscan_shared = ompscan_plan_move(OMPSCAN_MOVE_ARGUMENTS, get_group_id(0));
  barrier(CLK_LOCAL_MEM_FENCE);
  const ompscan_move_plan ompscan_p = ompscan_shared;
  ompscan_move_load(OMPSCAN_MOVE_ARGUMENTS, &ompscan_p, ompscan_room);
  ompscan_move_await();
  ompscan_move_store(OMPSCAN_MOVE_ARGUMENTS, &ompscan_p, ompscan_room);
}

#endif // OMPSCAN_ALGORITHM
