//===- numbers.cl - The numbers of elements ---------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text in front defines ompscan_V, an unsigned integer.
//
//===----------------------------------------------------------------------===//

/// Stores the number of each of \p n elements.
OMPSCAN_KERNEL void ompscan_number(__global ompscan_V *out, const ulong n) {
  for (ulong tile = get_group_id(0) * OMPSCAN_TILE; tile < n;
       tile += get_num_groups(0) * OMPSCAN_TILE) {
    const uint count = (uint)min(OMPSCAN_TILE, n - tile);
#pragma unroll 8
    for (uint i = (uint)get_local_id(0); i < count; i += OMPSCAN_GROUP)
      out[tile + i] = (ompscan_V)(tile + i);
  }
}
