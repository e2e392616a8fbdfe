//===- head-flags.cl - Flags where segments begin ---------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes a byte for each of ompscan_n elements: 1 where a segment begins, and 0
// elsewhere. A group does a tile of bytes, a multiple of 16, in vectors.
//
//===----------------------------------------------------------------------===//

#define OMPSCAN_FLAGS ((ulong)(OMPSCAN_GROUP) * (OMPSCAN_ITEMS))

/// The bytes of the tile of this group: vectors, and what is left of the last
/// tile.
#define OMPSCAN_FLAGS_OF_TILE                                                  \
  const ulong ompscan_begin = get_group_id(0) * OMPSCAN_FLAGS;                 \
  const ulong ompscan_end = min(ompscan_begin + OMPSCAN_FLAGS, ompscan_n);     \
  const uint ompscan_vectors = (uint)(ompscan_end - ompscan_begin) / 16;       \
  __global uint4 *const ompscan_to =                                           \
      (__global uint4 *)(ompscan_flags + ompscan_begin);                       \
  const ulong ompscan_rest = ompscan_begin + ompscan_vectors * 16

/// From the \p ompscan_count numbers of the elements, in ascending order, the
/// same number perhaps several times.
OMPSCAN_KERNEL void
ompscan_flags_by_offsets(__global uchar *ompscan_flags, const ulong ompscan_n,
                         __global const ulong *ompscan_offsets,
                         const ulong ompscan_count) {
  OMPSCAN_FLAGS_OF_TILE;
  const uint4 ompscan_zeros = (uint4)(0);
  for (uint ompscan_i = (uint)get_local_id(0); ompscan_i < ompscan_vectors;
       ompscan_i += OMPSCAN_GROUP)
    ompscan_to[ompscan_i] = ompscan_zeros;
  for (ulong ompscan_k = ompscan_rest + get_local_id(0);
       ompscan_k < ompscan_end; ompscan_k += OMPSCAN_GROUP)
    ompscan_flags[ompscan_k] = 0;
  // The first offset that is not in front of the tile.
  ulong ompscan_low = 0;
  for (ulong ompscan_high = ompscan_count; ompscan_low < ompscan_high;) {
    const ulong ompscan_middle = (ompscan_low + ompscan_high) / 2;
    if (ompscan_offsets[ompscan_middle] < ompscan_begin)
      ompscan_low = ompscan_middle + 1;
    else
      ompscan_high = ompscan_middle;
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
  for (ulong ompscan_i = ompscan_low + get_local_id(0);
       ompscan_i < ompscan_count; ompscan_i += OMPSCAN_GROUP) {
    const ulong ompscan_k = ompscan_offsets[ompscan_i];
    if (ompscan_k >= ompscan_end)
      break;
    ompscan_flags[ompscan_k] = 1;
  }
}

/// From a bit for each element, the lowest one first.
OMPSCAN_KERNEL void ompscan_flags_by_bits(__global uchar *ompscan_flags,
                                          const ulong ompscan_n,
                                          __global const ushort *ompscan_bits) {
  OMPSCAN_FLAGS_OF_TILE;
  __global const ushort *const ompscan_from = ompscan_bits + ompscan_begin / 16;
  const uint4 ompscan_places = (uint4)(0, 4, 8, 12);
  for (uint ompscan_i = (uint)get_local_id(0); ompscan_i < ompscan_vectors;
       ompscan_i += OMPSCAN_GROUP) {
    // Four bits for each word, and one for each byte of that.
    const uint4 ompscan_b = (uint4)(ompscan_from[ompscan_i]) >> ompscan_places;
    ompscan_to[ompscan_i] = (ompscan_b & 15u) * 0x00204081u & 0x01010101u;
  }
  for (ulong ompscan_k = ompscan_rest + get_local_id(0);
       ompscan_k < ompscan_end; ompscan_k += OMPSCAN_GROUP)
    ompscan_flags[ompscan_k] =
        ompscan_bits[ompscan_k / 16] >> ompscan_k % 16 & 1;
}
