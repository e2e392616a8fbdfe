//===- head-flags.cl - Flags where segments begin ---------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes a byte for each of n elements: 1 where a segment begins, otherwise 0.
// A group writes a tile of bytes, a multiple of 16, in vectors.
//
//===----------------------------------------------------------------------===//

#define OMPSCAN_FLAGS ((ulong)(OMPSCAN_GROUP) * (OMPSCAN_ITEMS))

/// The bytes of the tile of this group: whole vectors, then the bytes from
/// `rest` to `end`.
#define OMPSCAN_FLAGS_OF_TILE                                                  \
  const ulong begin = get_group_id(0) * OMPSCAN_FLAGS;                         \
  const ulong end = min(begin + OMPSCAN_FLAGS, n);                             \
  const uint vectors = (uint)(end - begin) / 16;                               \
  __global uint4 *const to = (__global uint4 *)(flags + begin);                \
  const ulong rest = begin + vectors * 16

/// From the offsets of \p count segments, in ascending order with repetitions.
OMPSCAN_KERNEL void ompscan_flags_by_offsets(__global uchar *flags,
                                             const ulong n,
                                             __global const ulong *offsets,
                                             const ulong count) {
  OMPSCAN_FLAGS_OF_TILE;
  const uint4 zeros = (uint4)(0);
  for (uint i = (uint)get_local_id(0); i < vectors; i += OMPSCAN_GROUP)
    to[i] = zeros;
  for (ulong k = rest + get_local_id(0); k < end; k += OMPSCAN_GROUP)
    flags[k] = 0;
  // Find the first offset that does not lie in front of the tile.
  ulong low = 0;
  for (ulong high = count; low < high;) {
    const ulong middle = (low + high) / 2;
    if (offsets[middle] < begin)
      low = middle + 1;
    else
      high = middle;
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
  for (ulong i = low + get_local_id(0); i < count; i += OMPSCAN_GROUP) {
    const ulong k = offsets[i];
    if (k >= end)
      break;
    flags[k] = 1;
  }
}

/// From a bit for each element, the lowest bit first.
OMPSCAN_KERNEL void ompscan_flags_by_bits(__global uchar *flags, const ulong n,
                                          __global const ushort *bits) {
  OMPSCAN_FLAGS_OF_TILE;
  __global const ushort *const from = bits + begin / 16;
  const uint4 places = (uint4)(0, 4, 8, 12);
  for (uint i = (uint)get_local_id(0); i < vectors; i += OMPSCAN_GROUP) {
    // Four bits for each word, one for each byte of the word.
    const uint4 b = (uint4)(from[i]) >> places;
    to[i] = (b & 15u) * 0x00204081u & 0x01010101u;
  }
  for (ulong k = rest + get_local_id(0); k < end; k += OMPSCAN_GROUP)
    flags[k] = bits[k / 16] >> k % 16 & 1;
}
