//===- radix.cl - Radix sort ------------------------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step of a stable sort, by a digit of up to 8 bits, from one array to
// another: every tile counts its digits, the counts are scanned in the order of
// digits and then tiles, and every tile is sorted in local memory and stored at
// the begins of its digits (Satish, Harris and Garland, "Designing Efficient
// Sorting Algorithms for Manycore GPUs", 2009). radix-warp.cl has the kernels
// for warps.
//
// The text in front defines
//
//   ompscan_E, ompscan_V     types of a key (key-order.cl) and a value
//   OMPSCAN_HAS_VALUES       1: there are values
//   OMPSCAN_KEY_BITS, OMPSCAN_IS_FLOATING
//                            see key-order.cl
//   OMPSCAN_DIGITS_ARE_BYTES 1: digits are the bytes of a key; 0: they begin at
//                            any bit
//   OMPSCAN_COUNTED          keys that a work-item counts at once in
//                            radix-warp.cl
//
//===----------------------------------------------------------------------===//

#define OMPSCAN_DIGITS 256

/// Whether radix-warp.cl has the kernels.
#define OMPSCAN_SWEEPS                                                         \
  (OMPSCAN_PTX && OMPSCAN_ALGORITHM == OMPSCAN_SINGLE_PASS &&                  \
   OMPSCAN_GROUP >= OMPSCAN_DIGITS)

/// \returns the digit of an integer that stands for a key, from bit \p shift
/// on.
/// \p mask is its largest value. (On an H100, sorts of whole keys by digits
/// that begin at any bit take 1.08 of the time for keys of 4 bytes, 1.24 of 2
/// and 1.02 of 8.)
OMPSCAN_INLINE uint ompscan_digit(const ompscan_E ordered, const uint shift,
                                  const uint mask) {
#if OMPSCAN_DIGITS_ARE_BYTES && OMPSCAN_PTX && OMPSCAN_KEY_BITS <= 32
  uint digit;
  __asm__("prmt.b32 %0, %1, 0, %2;"
          : "=r"(digit)
          : "r"((uint)ordered), "r"(0x4440u | shift / 8));
  return digit;
#elif OMPSCAN_KEY_BITS == 128
  const ulong word = shift < 64
                         ? ordered.x >> shift | ordered.y << 1 << (63 - shift)
                         : ordered.y >> (shift - 64);
  return (uint)word & mask;
#elif OMPSCAN_DIGITS_ARE_BYTES
  return (uint)(ordered >> shift) & 255u;
#else
  return (uint)(ordered >> shift) & mask;
#endif
}

#if !OMPSCAN_SWEEPS

#define OMPSCAN_RADIX_PARAMETERS                                               \
  __global const ompscan_E *x, __global ompscan_E *out,                        \
      __global const ompscan_V *y, __global ompscan_V *y_out, const ulong n,   \
      const uint shift, const uint mask, const ulong flip,                     \
      __global ompscan_T *sums

/// The digit of a key of the program in the step.
#define OMPSCAN_DIGIT(key)                                                     \
  ompscan_digit(ompscan_ordered(key, flip), shift, mask)

/// Stores the count of digit d in tile t in `sums[d * tiles + t]`.
OMPSCAN_KERNEL void ompscan_radix_count(OMPSCAN_RADIX_PARAMETERS) {
  __local uint counts[OMPSCAN_DIGITS];
  const ulong tile = get_group_id(0);
  const uint id = (uint)get_local_id(0);
  const ulong begin = tile * OMPSCAN_TILE;
  const uint count = (uint)min(OMPSCAN_TILE, n - begin);
  for (uint d = id; d < OMPSCAN_DIGITS; d += OMPSCAN_GROUP)
    counts[d] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = id; i < count; i += OMPSCAN_GROUP) {
    const uint d = OMPSCAN_DIGIT(x[begin + i]);
#if OMPSCAN_GROUP == 1
    ++counts[d];
#else
    atomic_inc(&counts[d]);
#endif
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint d = id; d < OMPSCAN_DIGITS; d += OMPSCAN_GROUP)
    sums[d * get_num_groups(0) + tile] = counts[d];
}

/// Replaces every sum by the sum of those in front of it. In a single pass
/// there is a group for each tile of sums, otherwise one group.
OMPSCAN_KERNEL void ompscan_radix_sums(__global ompscan_T *sums,
                                       const ulong count
#if OMPSCAN_ALGORITHM == OMPSCAN_SINGLE_PASS
                                       ,
                                       __global volatile ulong *chain,
                                       const uint first, const uint epoch
#endif
) {
#if OMPSCAN_GROUP > 1
  __local OMPSCAN_GROUP_NUMBERS(values);
#endif
#if OMPSCAN_ALGORITHM == OMPSCAN_SINGLE_PASS
  OMPSCAN_LEFT_VARIABLES
  const ulong begin = OMPSCAN_TAKE_TILE() * OMPSCAN_TILE;
  const ulong end = min(begin + OMPSCAN_TILE, count);
#else
  const ulong begin = 0, end = count;
#endif
  ompscan_T left = 0;
  for (ulong tile = begin; tile < end; tile += OMPSCAN_TILE) {
    const ulong run = tile + get_local_id(0) * (ulong)OMPSCAN_ITEMS;
    ompscan_T own = 0;
    for (uint j = 0; j < OMPSCAN_ITEMS; ++j)
      if (run + j < end)
        own += sums[run + j];
#if OMPSCAN_GROUP > 1
    ompscan_T total;
    ompscan_T value = ompscan_scan_group(own, values, &total);
#else
    ompscan_T value = 0;
    const ompscan_T total = own;
#endif
#if OMPSCAN_ALGORITHM == OMPSCAN_SINGLE_PASS
    OMPSCAN_PUBLISH_COUNT(tile / OMPSCAN_TILE, total);
    left = OMPSCAN_FIND_LEFT(tile / OMPSCAN_TILE, total);
#endif
    value += left;
    for (uint j = 0; j < OMPSCAN_ITEMS; ++j)
      if (run + j < end) {
        const ompscan_T sum = sums[run + j];
        sums[run + j] = value;
        value += sum;
      }
    left += total;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

#if OMPSCAN_GROUP == 1

/// Stores every tile at the places that the scanned sums tell.
OMPSCAN_KERNEL void ompscan_radix_place(OMPSCAN_RADIX_PARAMETERS) {
  __local ompscan_T places[OMPSCAN_DIGITS];
  const ulong tile = get_group_id(0);
  const ulong begin = tile * OMPSCAN_TILE;
  const ulong end = min(begin + OMPSCAN_TILE, n);
  for (uint d = 0; d < OMPSCAN_DIGITS; ++d)
    places[d] = sums[d * get_num_groups(0) + tile];
  for (ulong k = begin; k < end; ++k) {
    const ompscan_E key = x[k];
    const ompscan_T place = places[OMPSCAN_DIGIT(key)]++;
    out[place] = key;
#if OMPSCAN_HAS_VALUES
    y_out[place] = y[k];
#endif
  }
}

#else // OMPSCAN_GROUP > 1

/// Sorts the words of a tile by four of their bits. Each work-item counts the
/// digits of its own run in a column.
OMPSCAN_INLINE void ompscan_radix_round(const uint shift, __local uint *words,
                                        __local ushort *columns,
                                        __local ompscan_T *values) {
  const uint id = (uint)get_local_id(0);
  uint w[OMPSCAN_ITEMS], rank[OMPSCAN_ITEMS];
  for (uint d = 0; d < 16; ++d)
    columns[d * OMPSCAN_GROUP + id] = 0;
#pragma unroll
  for (uint j = 0; j < OMPSCAN_ITEMS; ++j) {
    w[j] = words[id * OMPSCAN_ITEMS + j];
    const uint c = (w[j] >> shift & 15u) * OMPSCAN_GROUP + id;
    rank[j] = columns[c];
    columns[c] = (ushort)(rank[j] + 1);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  // Columns in the order of digits: 16 counts per work-item.
  uint own = 0;
  for (uint j = 0; j < 16; ++j)
    own += columns[id * 16 + j];
  ompscan_T overall;
  uint value = (uint)ompscan_scan_group(own, values, &overall);
  for (uint j = 0; j < 16; ++j) {
    const uint c = columns[id * 16 + j];
    columns[id * 16 + j] = (ushort)value;
    value += c;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
  for (uint j = 0; j < OMPSCAN_ITEMS; ++j) {
    const uint c = (w[j] >> shift & 15u) * OMPSCAN_GROUP + id;
    words[columns[c] + rank[j]] = w[j];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
}

/// Stores every tile at the places that the scanned sums tell.
OMPSCAN_KERNEL void ompscan_radix_place(OMPSCAN_RADIX_PARAMETERS) {
  // A word holds a digit above the place of its key in the tile.
  __local uint words[OMPSCAN_TILE];
  __local ushort columns[16 * OMPSCAN_GROUP];
  __local OMPSCAN_GROUP_NUMBERS(values);
  __local ompscan_T places[OMPSCAN_DIGITS];
  const ulong tile = get_group_id(0);
  const uint id = (uint)get_local_id(0);
  const ulong begin = tile * OMPSCAN_TILE;
  const uint count = (uint)min(OMPSCAN_TILE, n - begin);
#pragma unroll
  for (uint j = 0; j < OMPSCAN_ITEMS; ++j) {
    const uint i = j * OMPSCAN_GROUP + id;
    // Places behind the end stay there.
    uint d = OMPSCAN_DIGITS - 1;
    if (i < count)
      d = OMPSCAN_DIGIT(x[begin + i]);
    words[i] = d << 16 | i;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  // PoCL 3.1 mixes up the locals of two copies of the function, so it is called
  // in a loop.
  for (uint bit = 16; bit < 24; bit += 4)
    ompscan_radix_round(bit, words, columns, values);
  // Place i of the sorted tile is place i + places[digit] of the result. The
  // difference may wrap around.
  for (uint i = id; i < count; i += OMPSCAN_GROUP) {
    const uint d = words[i] >> 16;
    if (i == 0 || words[i - 1] >> 16 != d)
      places[d] = sums[d * get_num_groups(0) + tile] - i;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = id; i < count; i += OMPSCAN_GROUP) {
    const uint word = words[i];
    const ulong from = begin + (word & 0xffffu);
    const ompscan_T to = places[word >> 16] + i;
    out[to] = x[from];
#if OMPSCAN_HAS_VALUES
    y_out[to] = y[from];
#endif
  }
}

#endif // OMPSCAN_GROUP

#endif // !OMPSCAN_SWEEPS
