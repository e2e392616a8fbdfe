//===- reduce.cl - Reduction ------------------------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every group combines the elements of `tiles` neighbouring tiles. The same
// kernel then combines the values of the groups, in one group. No identity is
// needed. The order of elements is kept, unless OMPSCAN_IS_COMMUTATIVE is 1:
// then a work-item takes every OMPSCAN_GROUP'th element.
//
// The text in front defines ompscan_E, OMPSCAN_IS_COMMUTATIVE and
// OMPSCAN_OPERATE(x, y).
//
//===----------------------------------------------------------------------===//

/// \param has_initial whether \p initial precedes all elements.
OMPSCAN_KERNEL void
ompscan_reduce(__global const ompscan_E *x, __global ompscan_E *out,
               const ulong n, const ulong tiles, const uint has_initial,
               const ompscan_E initial OMPSCAN_USER_PARAMETERS) {
  const uint id = (uint)get_local_id(0);
  const ulong begin = get_group_id(0) * tiles * OMPSCAN_TILE;
  const ulong end = min(begin + tiles * OMPSCAN_TILE, n);
  ompscan_E value = x[begin];
#if OMPSCAN_GROUP == 1
  for (ulong k = begin + 1; k < end; ++k)
    value = OMPSCAN_OPERATE(value, x[k]);
#elif OMPSCAN_IS_COMMUTATIVE
  __local ompscan_E values[OMPSCAN_GROUP];
  if (begin + id < end)
    value = x[begin + id];
  ulong k = begin + id + OMPSCAN_GROUP;
  // Several loads are in flight at a time.
  for (; k + (OMPSCAN_ITEMS - 1) * OMPSCAN_GROUP < end; k += OMPSCAN_TILE) {
    ompscan_E e[OMPSCAN_ITEMS];
#pragma unroll
    for (uint j = 0; j < OMPSCAN_ITEMS; ++j)
      e[j] = x[k + j * OMPSCAN_GROUP];
#pragma unroll
    for (uint j = 0; j < OMPSCAN_ITEMS; ++j)
      value = OMPSCAN_OPERATE(value, e[j]);
  }
  for (; k < end; k += OMPSCAN_GROUP)
    value = OMPSCAN_OPERATE(value, x[k]);
  value = ompscan_reduce_group(value, (uint)min(end - begin, OMPSCAN_TILE),
                               values OMPSCAN_USER_ARGUMENTS);
#else
  __local ompscan_E items[OMPSCAN_TILE];
  __local ompscan_E values[OMPSCAN_GROUP];
  for (ulong tile = begin; tile < end; tile += OMPSCAN_TILE) {
    const uint count = (uint)min(OMPSCAN_TILE, end - tile);
#pragma unroll
    for (uint j = 0; j < OMPSCAN_ITEMS; ++j) {
      const uint i = j * OMPSCAN_GROUP + id;
      if (i < count)
        items[i] = x[tile + i];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    // The run of this work-item.
    ompscan_E run = items[min(id * OMPSCAN_ITEMS, count - 1)];
#pragma unroll
    for (uint j = 1; j < OMPSCAN_ITEMS; ++j)
      if (id * OMPSCAN_ITEMS + j < count)
        run = OMPSCAN_OPERATE(run, items[id * OMPSCAN_ITEMS + j]);
    run = ompscan_reduce_group(run, (count - 1) / OMPSCAN_ITEMS + 1,
                               values OMPSCAN_USER_ARGUMENTS);
    value = tile == begin ? run : OMPSCAN_OPERATE(value, run);
  }
#endif
  if (id == 0)
    out[get_group_id(0)] =
        has_initial ? OMPSCAN_OPERATE(initial, value) : value;
}
