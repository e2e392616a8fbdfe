//===- segment-tile.cl - Segments of a tile by one work-item  -*- OpenCL -*-==//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How one work-item reduces the segments of a tile, where a byte for each
// element tells whether a segment begins there. It takes the place of
// serial-tile.cl in the program of such a reduction: only one value is scanned
// for each segment, and what lies between two begins is combined in a loop of
// its own, of which compilers make vectors. Of a tile that is summed only the
// last segment is read, and how many there are; of one that is stored behind
// that, all but this segment.
//
// The text in front defines what segment-runs.cl says, and
//
//   void ompscan_store_segment(OMPSCAN_PARAMETERS, number, value)
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_GROUP == 1

/// The first begin of a segment in elements \p ompscan_k to \p ompscan_end, or
/// that.
OMPSCAN_INLINE ulong ompscan_next_head(OMPSCAN_PARAMETERS, ulong ompscan_k,
                                       const ulong ompscan_end) {
  if (ompscan_k == 0)
    return 0;
  for (; ompscan_k < ompscan_end && (ulong)&OMPSCAN_KEY(ompscan_k) % 8 != 0;
       ++ompscan_k)
    if (OMPSCAN_KEY(ompscan_k) != 0)
      return ompscan_k;
  // Several bytes at once: PoCL takes vectors of bytes apart.
  for (; ompscan_k + 32 <= ompscan_end; ompscan_k += 32) {
    __global const ulong *const ompscan_p =
        (__global const ulong *)&OMPSCAN_KEY(ompscan_k);
    if (ompscan_p[0] | ompscan_p[1] | ompscan_p[2] | ompscan_p[3])
      break;
  }
  for (; ompscan_k + 8 <= ompscan_end; ompscan_k += 8) {
    const ulong ompscan_w = *(__global const ulong *)&OMPSCAN_KEY(ompscan_k);
    // Little-endian, as OpenCL's devices are.
    if (ompscan_w)
      return ompscan_k + popcount((ompscan_w & (0ul - ompscan_w)) - 1) / 8;
  }
  while (ompscan_k < ompscan_end && OMPSCAN_KEY(ompscan_k) == 0)
    ++ompscan_k;
  return ompscan_k;
}

/// How many segments begin in elements \p ompscan_k to \p ompscan_end.
OMPSCAN_INLINE uint ompscan_count_heads(OMPSCAN_PARAMETERS, ulong ompscan_k,
                                        const ulong ompscan_end) {
  // In each byte of a word; 0x7f + 1 is the bit that tells one.
  const ulong ompscan_ones = 0x0101010101010101ul;
  const ulong ompscan_low = 0x7f * ompscan_ones;
  uint ompscan_heads = 0;
  for (; ompscan_k < ompscan_end && (ulong)&OMPSCAN_KEY(ompscan_k) % 8 != 0;
       ++ompscan_k)
    ompscan_heads += OMPSCAN_KEY(ompscan_k) != 0;
  while (ompscan_k + 8 <= ompscan_end) {
    __global const ulong *const ompscan_p =
        (__global const ulong *)&OMPSCAN_KEY(ompscan_k);
    // A byte has room for as many.
    const uint ompscan_words = (uint)min((ompscan_end - ompscan_k) / 8, 128ul);
    ulong ompscan_sums = 0;
    for (uint ompscan_i = 0; ompscan_i < ompscan_words; ++ompscan_i) {
      const ulong ompscan_w = ompscan_p[ompscan_i];
      ompscan_sums +=
          ((ompscan_w & ompscan_low) + ompscan_low | ompscan_w) >> 7 &
          ompscan_ones;
    }
    const ulong ompscan_even = 0x00ff00ff00ff00fful;
    ompscan_sums =
        (ompscan_sums & ompscan_even) + (ompscan_sums >> 8 & ompscan_even);
    ompscan_heads += (uint)(ompscan_sums * 0x0001000100010001ul >> 48);
    ompscan_k += 8 * ompscan_words;
  }
  for (; ompscan_k < ompscan_end; ++ompscan_k)
    ompscan_heads += OMPSCAN_KEY(ompscan_k) != 0;
  return ompscan_heads;
}

/// Stores the segments that end in \p ompscan_count elements or in front of
/// them, \p ompscan_left being what stands on their left.
/// \returns what stands on the left of the next one, if it \p ompscan_sums all.
OMPSCAN_INLINE ompscan_T ompscan_store_run(OMPSCAN_PARAMETERS,
                                           ulong ompscan_begin,
                                           const ulong ompscan_count,
                                           const ompscan_T ompscan_left,
                                           const bool ompscan_sums) {
  const ulong ompscan_end = ompscan_begin + ompscan_count;
  ompscan_T ompscan_all = ompscan_left;
  for (;;) {
    const ulong ompscan_head =
        ompscan_next_head(OMPSCAN_ARGUMENTS, ompscan_begin, ompscan_end);
    if (ompscan_head == ompscan_end && ompscan_end != F_trips && !ompscan_sums)
      break;
    ompscan_all.value = ompscan_reduce_run(OMPSCAN_ARGUMENTS, ompscan_begin,
                                           ompscan_head, ompscan_all.value);
    if (ompscan_head == ompscan_end)
      break;
    if (ompscan_head != 0)
      ompscan_store_segment(OMPSCAN_ARGUMENTS, OMPSCAN_COUNT(ompscan_all) - 1,
                            ompscan_all.value);
    ompscan_all = ompscan_combine(ompscan_all,
                                  ompscan_pair(OMPSCAN_VALUE(ompscan_head), 1));
    ompscan_begin = ompscan_head + 1;
  }
  if (ompscan_end == F_trips) {
    ompscan_store_segment(OMPSCAN_ARGUMENTS, OMPSCAN_COUNT(ompscan_all) - 1,
                          ompscan_all.value);
    F_values[0] = ompscan_all;
  }
  return ompscan_all;
}

/// The same. In a single pass the elements may not have been summed before.
OMPSCAN_INLINE ompscan_T ompscan_scan_run(OMPSCAN_PARAMETERS,
                                          const ulong ompscan_begin,
                                          const ulong ompscan_count,
                                          const ompscan_T ompscan_left) {
  return ompscan_store_run(OMPSCAN_ARGUMENTS, ompscan_begin, ompscan_count,
                           ompscan_left,
                           OMPSCAN_ALGORITHM == OMPSCAN_SINGLE_PASS);
}

/// Answers the total of a tile.
OMPSCAN_INLINE ompscan_T ompscan_tile_total(OMPSCAN_PARAMETERS,
                                            const ulong ompscan_n,
                                            const ulong ompscan_tile,
                                            ompscan_T *ompscan_runs) {
  const ulong ompscan_begin = ompscan_tile * OMPSCAN_TILE;
  const ulong ompscan_end =
      ompscan_begin + OMPSCAN_TILE_LENGTH(ompscan_n, ompscan_tile);
  const uint ompscan_heads =
      (ompscan_begin == 0 && OMPSCAN_KEY(0) == 0) +
      ompscan_count_heads(OMPSCAN_ARGUMENTS, ompscan_begin, ompscan_end);
  const ulong ompscan_last =
      ompscan_last_head(OMPSCAN_ARGUMENTS, ompscan_begin, ompscan_end);
  ompscan_T ompscan_all =
      ompscan_pair(OMPSCAN_VALUE(ompscan_last), ompscan_heads);
  ompscan_all.value = ompscan_reduce_run(OMPSCAN_ARGUMENTS, ompscan_last + 1,
                                         ompscan_end, ompscan_all.value);
  return ompscan_all;
}

/// Stores a tile behind \p ompscan_prefix.
OMPSCAN_INLINE void ompscan_tile_finish(OMPSCAN_PARAMETERS,
                                        const ulong ompscan_n,
                                        const ulong ompscan_tile,
                                        const ompscan_T ompscan_prefix,
                                        const ompscan_T *ompscan_runs) {
  ompscan_store_run(OMPSCAN_ARGUMENTS, ompscan_tile * OMPSCAN_TILE,
                    OMPSCAN_TILE_LENGTH(ompscan_n, ompscan_tile),
                    ompscan_prefix, /*ompscan_sums=*/false);
}

#endif // OMPSCAN_GROUP
