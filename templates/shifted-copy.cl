//===- shifted-copy.cl - Copies off borders of vectors ----- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies between arrays, wherever their elements lie, and local memory, by
// vectors of 16 bytes. Every access to a vector is aligned: what lies between
// two borders in one memory is combined from two neighbours in the other.
// Bytes in front of the first whole vector of the array and after the last one
// go singly, so that nothing but the elements is read or stored.
//
// All `lanes` work-items that share a copy call these functions, each with the
// number `lane` of its own; a barrier follows loads, and precedes stores.
//
//===----------------------------------------------------------------------===//

/// Whether tiles are copied so: the hooks provide for it, elements one by one
/// would be slow, and the bytes of a word have the order that ompscan_shifted()
/// expects. It gains 2 % for 4 bytes on an NVIDIA H100, and nothing for 8.
#if OMPSCAN_HAS_VECTORS && OMPSCAN_ITEM_SIZE <= 2 && OMPSCAN_GROUP > 1 &&      \
    !OMPSCAN_USES_VECTORS && defined(__ENDIAN_LITTLE__)
#define OMPSCAN_COPIES_SHIFTED 1

/// \returns the 16 bytes after the first \p bytes, less than 16, of two
/// neighbours.
OMPSCAN_INLINE uint4 ompscan_shifted(const uint4 low, const uint4 high,
                                     const uint bytes) {
  uint w[8] = {low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w};
  if (bytes & 8) {
#pragma unroll
    for (uint i = 0; i < 6; ++i)
      w[i] = w[i + 2];
  }
  if (bytes & 4) {
#pragma unroll
    for (uint i = 0; i < 5; ++i)
      w[i] = w[i + 1];
  }
  const uint bits = bytes % 4 * 8;
#pragma unroll
  for (uint i = 0; i < 4; ++i)
    w[i] = w[i] >> bits | w[i + 1] << 1 << (31 - bits);
  return (uint4)(w[0], w[1], w[2], w[3]);
}

/// Loads \p bytes, a multiple of 16 and at least 32, to a border of vectors.
OMPSCAN_INLINE void ompscan_load_shifted(__local void *const to,
                                         __global const void *const from,
                                         const uint bytes, const uint lane,
                                         const uint lanes) {
  const uint shift = (uint)(size_t)from % 16;
  const uint count = bytes / 16;
  __local uint4 *const vectors = (__local uint4 *)to;
  __global const uint4 *const aligned =
      (__global const uint4 *)((__global const uchar *)from - shift);
  if (shift == 0) {
#pragma unroll
    for (uint i = lane; i < count; i += lanes)
      vectors[i] = aligned[i];
    return;
  }
#pragma unroll
  for (uint i = lane + 1; i < count - 1; i += lanes)
    vectors[i] = ompscan_shifted(aligned[i], aligned[i + 1], shift);
  // The first and the last vector.
  for (uint i = lane; i < 32; i += lanes) {
    const uint place = i < 16 ? i : bytes - 32 + i;
    ((__local uchar *)to)[place] = ((__global const uchar *)from)[place];
  }
}

/// Stores \p bytes, a multiple of 16, from a border of vectors.
OMPSCAN_INLINE void ompscan_store_shifted(__global void *const to,
                                          __local const void *const from,
                                          const uint bytes, const uint lane,
                                          const uint lanes) {
  /// Bytes in front of the first border.
  const uint front = (0 - (uint)(size_t)to) % 16;
  __local const uint4 *const vectors = (__local const uint4 *)from;
  __global uint4 *const aligned =
      (__global uint4 *)((__global uchar *)to + front);
  if (front == 0) {
#pragma unroll
    for (uint i = lane; i < bytes / 16; i += lanes)
      aligned[i] = vectors[i];
    return;
  }
#pragma unroll
  for (uint i = lane; i < bytes / 16 - 1; i += lanes)
    aligned[i] = ompscan_shifted(vectors[i], vectors[i + 1], front);
  for (uint i = lane; i < 16; i += lanes) {
    const uint place = i < front ? i : bytes - 16 + i;
    ((__global uchar *)to)[place] = ((__local const uchar *)from)[place];
  }
}

#else
#define OMPSCAN_COPIES_SHIFTED 0
#endif
