//===- reduce.cl - Reduction ------------------------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every group combines the elements of ompscan_tiles neighbouring tiles; the
// same kernel then combines what the groups have found, in one group. No
// identity is needed. The order of the elements is kept, unless the operator is
// known to be commutative: then a work-item takes every OMPSCAN_GROUP'th one.
//
// The text in front defines the type ompscan_E, OMPSCAN_IS_COMMUTATIVE, and
//
//   ompscan_E ompscan_operate(x, y OMPSCAN_USER_ARGUMENTS)
//
//===----------------------------------------------------------------------===//

#define OMPSCAN_OPERATE(x, y) ompscan_operate(x, y OMPSCAN_USER_ARGUMENTS)

/// Combines the first \p ompscan_count >= 1 values of the work-items, in their
/// order. The result is known to the first one.
OMPSCAN_INLINE ompscan_E ompscan_reduce_group(
    ompscan_E ompscan_value, const uint ompscan_count,
    __local ompscan_E *ompscan_values OMPSCAN_USER_PARAMETERS) {
  const uint ompscan_lane = (uint)get_local_id(0);
  ompscan_values[ompscan_lane] = ompscan_value;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint ompscan_d = 1; ompscan_d < OMPSCAN_GROUP; ompscan_d *= 2) {
    if (ompscan_lane % (2 * ompscan_d) == 0 &&
        ompscan_lane + ompscan_d < ompscan_count) {
      ompscan_value = OMPSCAN_OPERATE(ompscan_value,
                                      ompscan_values[ompscan_lane + ompscan_d]);
      ompscan_values[ompscan_lane] = ompscan_value;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return ompscan_value;
}

/// \p ompscan_has_initial: \p ompscan_initial stands on the left of all.
OMPSCAN_KERNEL void
ompscan_reduce(__global const ompscan_E *ompscan_x,
               __global ompscan_E *ompscan_out, const ulong ompscan_n,
               const ulong ompscan_tiles, const uint ompscan_has_initial,
               const ompscan_E ompscan_initial OMPSCAN_USER_PARAMETERS) {
  const uint ompscan_lane = (uint)get_local_id(0);
  const ulong ompscan_begin = get_group_id(0) * ompscan_tiles * OMPSCAN_TILE;
  const ulong ompscan_end =
      min(ompscan_begin + ompscan_tiles * OMPSCAN_TILE, ompscan_n);
  ompscan_E ompscan_value = ompscan_x[ompscan_begin];
#if OMPSCAN_GROUP == 1
  for (ulong ompscan_k = ompscan_begin + 1; ompscan_k < ompscan_end;
       ++ompscan_k)
    ompscan_value = OMPSCAN_OPERATE(ompscan_value, ompscan_x[ompscan_k]);
#elif OMPSCAN_IS_COMMUTATIVE
  __local ompscan_E ompscan_values[OMPSCAN_GROUP];
  if (ompscan_begin + ompscan_lane < ompscan_end)
    ompscan_value = ompscan_x[ompscan_begin + ompscan_lane];
  ulong ompscan_k = ompscan_begin + ompscan_lane + OMPSCAN_GROUP;
  // Several loads are under way at a time.
  for (; ompscan_k + (OMPSCAN_ITEMS - 1) * OMPSCAN_GROUP < ompscan_end;
       ompscan_k += OMPSCAN_TILE) {
    ompscan_E ompscan_e[OMPSCAN_ITEMS];
#pragma unroll
    for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j)
      ompscan_e[ompscan_j] = ompscan_x[ompscan_k + ompscan_j * OMPSCAN_GROUP];
#pragma unroll
    for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j)
      ompscan_value = OMPSCAN_OPERATE(ompscan_value, ompscan_e[ompscan_j]);
  }
  for (; ompscan_k < ompscan_end; ompscan_k += OMPSCAN_GROUP)
    ompscan_value = OMPSCAN_OPERATE(ompscan_value, ompscan_x[ompscan_k]);
  ompscan_value = ompscan_reduce_group(
      ompscan_value, (uint)min(ompscan_end - ompscan_begin, OMPSCAN_TILE),
      ompscan_values OMPSCAN_USER_ARGUMENTS);
#else
  __local ompscan_E ompscan_items[OMPSCAN_TILE];
  __local ompscan_E ompscan_values[OMPSCAN_GROUP];
  for (ulong ompscan_tile = ompscan_begin; ompscan_tile < ompscan_end;
       ompscan_tile += OMPSCAN_TILE) {
    const uint ompscan_count =
        (uint)min(OMPSCAN_TILE, ompscan_end - ompscan_tile);
#pragma unroll
    for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j) {
      const uint ompscan_i = ompscan_j * OMPSCAN_GROUP + ompscan_lane;
      if (ompscan_i < ompscan_count)
        ompscan_items[ompscan_i] = ompscan_x[ompscan_tile + ompscan_i];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    // The run of this work-item.
    ompscan_E ompscan_run =
        ompscan_items[min(ompscan_lane * OMPSCAN_ITEMS, ompscan_count - 1)];
#pragma unroll
    for (uint ompscan_j = 1; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j)
      if (ompscan_lane * OMPSCAN_ITEMS + ompscan_j < ompscan_count)
        ompscan_run = OMPSCAN_OPERATE(
            ompscan_run,
            ompscan_items[ompscan_lane * OMPSCAN_ITEMS + ompscan_j]);
    ompscan_run = ompscan_reduce_group(ompscan_run,
                                       (ompscan_count - 1) / OMPSCAN_ITEMS + 1,
                                       ompscan_values OMPSCAN_USER_ARGUMENTS);
    ompscan_value = ompscan_tile == ompscan_begin
                        ? ompscan_run
                        : OMPSCAN_OPERATE(ompscan_value, ompscan_run);
  }
#endif
  if (ompscan_lane == 0)
    ompscan_out[get_group_id(0)] =
        ompscan_has_initial ? OMPSCAN_OPERATE(ompscan_initial, ompscan_value)
                            : ompscan_value;
}
