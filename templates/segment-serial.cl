//===- segment-serial.cl - Segments by one work-item ------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces serial-tile.cl where a byte per element says whether a segment
// begins there. Only the last segment of a tile is read for the tile's total.
//
// A reduction handles one value per segment: the elements between two heads are
// combined by a loop of their own, which compilers vectorize. A scan combines
// values without a flag each, eight at once where no segment begins in them.
//
// The text in front of the templates sets OMPSCAN_SEGMENTS_BY_RUN to 1 to
// select this file, and defines the hooks that segment-warp.cl lists, except
// ompscan_begin_segment().
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_GROUP == 1 && OMPSCAN_SEGMENTS_BY_RUN

/// \returns the last head in elements \p begin to \p end, or \p begin.
OMPSCAN_INLINE ulong ompscan_last_head(OMPSCAN_PARAMETERS, const ulong begin,
                                       const ulong end) {
  ulong k = end;
  for (; k > begin && (ulong)&OMPSCAN_KEY(k) % 8 != 0; --k)
    if (OMPSCAN_KEY(k - 1) != 0)
      return k - 1;
  for (; k >= begin + 8; k -= 8) {
    const ulong w = *(__global const ulong *)&OMPSCAN_KEY(k - 8);
    if (w)
      return k - 1 - clz(w) / 8;
  }
  while (k > begin && OMPSCAN_KEY(k - 1) == 0)
    --k;
  return max(k, begin + 1) - 1;
}

/// \returns \p value combined with elements \p k to \p end.
OMPSCAN_INLINE ompscan_E ompscan_reduce_run(OMPSCAN_PARAMETERS, ulong k,
                                            const ulong end, ompscan_E value) {
  // Four chains in long runs hide the latency of the operator and use several
  // streams of loads.
  if (end >= k + 64) {
    const ulong extent = (end - k) / 4;
    const ulong b = k + extent;
    const ulong c = b + extent;
    const ulong d = c + extent;
    ompscan_E at_b = OMPSCAN_VALUE(b);
    ompscan_E at_c = OMPSCAN_VALUE(c);
    ompscan_E at_d = OMPSCAN_VALUE(d);
    value = ompscan_operate(value, OMPSCAN_VALUE(k));
    for (ulong j = 1; j < extent; ++j) {
      value = ompscan_operate(value, OMPSCAN_VALUE(k + j));
      at_b = ompscan_operate(at_b, OMPSCAN_VALUE(b + j));
      at_c = ompscan_operate(at_c, OMPSCAN_VALUE(c + j));
      at_d = ompscan_operate(at_d, OMPSCAN_VALUE(d + j));
    }
    value = ompscan_operate(ompscan_operate(value, at_b),
                            ompscan_operate(at_c, at_d));
    k = d + extent;
  }
  for (; k < end; ++k)
    value = ompscan_operate(value, OMPSCAN_VALUE(k));
  return value;
}

#if OMPSCAN_COUNTS

/// \returns the first head in elements \p k to \p end, or \p end.
OMPSCAN_INLINE ulong ompscan_next_head(OMPSCAN_PARAMETERS, ulong k,
                                       const ulong end) {
  if (k == 0)
    return 0;
  for (; k < end && (ulong)&OMPSCAN_KEY(k) % 8 != 0; ++k)
    if (OMPSCAN_KEY(k) != 0)
      return k;
  // Words, since PoCL splits vectors of bytes.
  for (; k + 32 <= end; k += 32) {
    __global const ulong *const p = (__global const ulong *)&OMPSCAN_KEY(k);
    if (p[0] | p[1] | p[2] | p[3])
      break;
  }
  for (; k + 8 <= end; k += 8) {
    const ulong w = *(__global const ulong *)&OMPSCAN_KEY(k);
    // OpenCL devices are little-endian.
    if (w)
      return k + popcount((w & (0ul - w)) - 1) / 8;
  }
  while (k < end && OMPSCAN_KEY(k) == 0)
    ++k;
  return k;
}

/// \returns the number of segments that begin in elements \p k to \p end.
OMPSCAN_INLINE uint ompscan_count_heads(OMPSCAN_PARAMETERS, ulong k,
                                        const ulong end) {
  // Adding 0x7f sets the top bit of a byte that is not 0.
  const ulong ones = 0x0101010101010101ul;
  const ulong low = 0x7f * ones;
  uint heads = 0;
  for (; k < end && (ulong)&OMPSCAN_KEY(k) % 8 != 0; ++k)
    heads += OMPSCAN_KEY(k) != 0;
  while (k + 8 <= end) {
    __global const ulong *const p = (__global const ulong *)&OMPSCAN_KEY(k);
    // A byte counts up to 255 words.
    const uint words = (uint)min((end - k) / 8, 128ul);
    ulong sums = 0;
    for (uint i = 0; i < words; ++i) {
      const ulong w = p[i];
      sums += ((w & low) + low | w) >> 7 & ones;
    }
    const ulong even = 0x00ff00ff00ff00fful;
    sums = (sums & even) + (sums >> 8 & even);
    heads += (uint)(sums * 0x0001000100010001ul >> 48);
    k += 8 * words;
  }
  for (; k < end; ++k)
    heads += OMPSCAN_KEY(k) != 0;
  return heads;
}

/// Stores the segments that end in \p count elements or in front of them. \p
/// left is the value in front of the elements.
/// \returns the value after the elements, if \p sums.
OMPSCAN_INLINE ompscan_T ompscan_store_run(OMPSCAN_PARAMETERS, ulong begin,
                                           const ulong count,
                                           const ompscan_T left,
                                           const bool sums) {
  const ulong end = begin + count;
  ompscan_T overall = left;
  for (;;) {
    const ulong head = ompscan_next_head(OMPSCAN_ARGUMENTS, begin, end);
    if (head == end && end != F_trips && !sums)
      break;
    overall.value =
        ompscan_reduce_run(OMPSCAN_ARGUMENTS, begin, head, overall.value);
    if (head == end)
      break;
    if (head != 0)
      ompscan_store_segment(OMPSCAN_ARGUMENTS, OMPSCAN_COUNT(overall) - 1,
                            overall.value);
    overall = ompscan_combine(overall, ompscan_pair(OMPSCAN_VALUE(head), 1));
    begin = head + 1;
  }
  if (end == F_trips) {
    ompscan_store_segment(OMPSCAN_ARGUMENTS, OMPSCAN_COUNT(overall) - 1,
                          overall.value);
    F_values[0] = overall;
  }
  return overall;
}

/// As ompscan_store_run(). In a single pass the elements may not have been
/// summed before.
OMPSCAN_INLINE ompscan_T ompscan_scan_run(OMPSCAN_PARAMETERS, const ulong begin,
                                          const ulong count,
                                          const ompscan_T left) {
  return ompscan_store_run(OMPSCAN_ARGUMENTS, begin, count, left,
                           OMPSCAN_ALGORITHM == OMPSCAN_SINGLE_PASS);
}

/// \returns the total of a tile.
OMPSCAN_INLINE ompscan_T ompscan_tile_total(OMPSCAN_PARAMETERS, const ulong n,
                                            const ulong tile, ompscan_T *runs) {
  const ulong begin = tile * OMPSCAN_TILE;
  const ulong end = begin + OMPSCAN_TILE_LENGTH(n, tile);
  const uint heads = (begin == 0 && OMPSCAN_KEY(0) == 0) +
                     ompscan_count_heads(OMPSCAN_ARGUMENTS, begin, end);
  const ulong last = ompscan_last_head(OMPSCAN_ARGUMENTS, begin, end);
  ompscan_T overall = ompscan_pair(OMPSCAN_VALUE(last), heads);
  overall.value =
      ompscan_reduce_run(OMPSCAN_ARGUMENTS, last + 1, end, overall.value);
  return overall;
}

/// Stores a tile after \p prefix.
OMPSCAN_INLINE void ompscan_tile_finish(OMPSCAN_PARAMETERS, const ulong n,
                                        const ulong tile,
                                        const ompscan_T prefix,
                                        const ompscan_T *runs) {
  ompscan_store_run(OMPSCAN_ARGUMENTS, tile * OMPSCAN_TILE,
                    OMPSCAN_TILE_LENGTH(n, tile), prefix, /*sums=*/false);
}

#else // a scan

/// Stores the result of element \p k after \p before.
/// \returns the value after the element.
OMPSCAN_INLINE ompscan_E ompscan_scan_one(OMPSCAN_PARAMETERS, const ulong k,
                                          const bool is_head,
                                          const ompscan_E before) {
  const ompscan_E x = OMPSCAN_VALUE(k);
  const ompscan_E after = is_head ? x : ompscan_operate(before, x);
  OMPSCAN_RESULT(k) =
      ompscan_segment_result(OMPSCAN_ARGUMENTS, is_head, before, after);
  return after;
}

/// Stores the scan of \p count elements after \p left.
/// \returns the value after the elements.
OMPSCAN_INLINE ompscan_T ompscan_scan_run(OMPSCAN_PARAMETERS, const ulong begin,
                                          const ulong count,
                                          const ompscan_T left) {
  const ulong end = begin + count;
  ompscan_E value = left.value;
  ulong k = begin;
  for (; k < end && (k == 0 || (ulong)&OMPSCAN_KEY(k) % 8 != 0); ++k)
    value = ompscan_scan_one(OMPSCAN_ARGUMENTS, k, OMPSCAN_IS_HEAD(k), value);
  for (; k + 8 <= end; k += 8) {
    const ulong w = *(__global const ulong *)&OMPSCAN_KEY(k);
    if (w == 0)
#pragma unroll
      for (uint i = 0; i < 8; ++i)
        value = ompscan_scan_one(OMPSCAN_ARGUMENTS, k + i,
                                 /*is_head=*/false, value);
    else
#pragma unroll
      for (uint i = 0; i < 8; ++i)
        value = ompscan_scan_one(OMPSCAN_ARGUMENTS, k + i,
                                 (w >> 8 * i & 255) != 0, value);
  }
  for (; k < end; ++k)
    value = ompscan_scan_one(OMPSCAN_ARGUMENTS, k, OMPSCAN_KEY(k) != 0, value);
  // The first element of the array begins a segment.
  const ompscan_T overall = ompscan_pair(value, 1);
  if (end == F_trips)
    F_values[0] = overall;
  return overall;
}

/// \returns the total of a tile.
OMPSCAN_INLINE ompscan_T ompscan_tile_total(OMPSCAN_PARAMETERS, const ulong n,
                                            const ulong tile, ompscan_T *runs) {
  const ulong begin = tile * OMPSCAN_TILE;
  const ulong end = begin + OMPSCAN_TILE_LENGTH(n, tile);
  const ulong last = ompscan_last_head(OMPSCAN_ARGUMENTS, begin, end);
  return ompscan_pair(
      ompscan_reduce_run(OMPSCAN_ARGUMENTS, last + 1, end, OMPSCAN_VALUE(last)),
      OMPSCAN_IS_HEAD(last));
}

/// Stores a tile after \p prefix.
OMPSCAN_INLINE void ompscan_tile_finish(OMPSCAN_PARAMETERS, const ulong n,
                                        const ulong tile,
                                        const ompscan_T prefix,
                                        const ompscan_T *runs) {
  ompscan_scan_run(OMPSCAN_ARGUMENTS, tile * OMPSCAN_TILE,
                   OMPSCAN_TILE_LENGTH(n, tile), prefix);
}

#endif // OMPSCAN_COUNTS

#endif // OMPSCAN_GROUP == 1 && OMPSCAN_SEGMENTS_BY_RUN
