//===- word-tile.cl - A tile of small elements by a group -- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of a scan of elements of 1 or 2 bytes by local memory and barriers,
// with the interface of warp-tile.cl. The tile lies in local memory as in the
// arrays, and goes there and back by vectors. Every work-item has a run of
// neighbours, which it reads as words, once for their total and once more when
// the prefix is known. A run of an odd number of words avoids bank conflicts.
//
//===----------------------------------------------------------------------===//

#define OMPSCAN_RUN_BYTES ((OMPSCAN_ITEMS) * OMPSCAN_ITEM_SIZE)
#define OMPSCAN_TILE_BYTES ((OMPSCAN_GROUP) * OMPSCAN_RUN_BYTES)

#if !OMPSCAN_PTX && OMPSCAN_COPIES_SHIFTED
#if OMPSCAN_RUN_BYTES % 4 == 0 && OMPSCAN_TILE_BYTES % 16 == 0 &&              \
    OMPSCAN_TILE_BYTES >= 32
#define OMPSCAN_SCANS_WORDS 1
#endif
#endif
#ifndef OMPSCAN_SCANS_WORDS
#define OMPSCAN_SCANS_WORDS 0
#endif

#if OMPSCAN_SCANS_WORDS

/// Elements of a word, and words of a run.
#define OMPSCAN_WORD (4 / OMPSCAN_ITEM_SIZE)
#define OMPSCAN_RUN (OMPSCAN_RUN_BYTES / 4)

typedef union {
  uint w;
  ompscan_T e[OMPSCAN_WORD];
} ompscan_word;

#define OMPSCAN_TILE_VARIABLES                                                 \
  __local uint4 words[OMPSCAN_TILE_BYTES / 16];                                \
  __local ompscan_T totals[OMPSCAN_TOTALS];
#define OMPSCAN_TILE_PARAMETERS                                                \
  __local uint4 *const words, __local ompscan_T *const totals
#define OMPSCAN_TILE_ARGUMENTS words, totals

#define OMPSCAN_TILE_IS_FULL(tile, n)                                          \
  OMPSCAN_ENDS_BEFORE(((tile) + 1) * OMPSCAN_TILE, n)

/// Loads a tile. Beyond the end of the loop the last element is repeated.
OMPSCAN_INLINE void ompscan_load_tile(OMPSCAN_PARAMETERS, const ulong n,
                                      const ulong tile,
                                      OMPSCAN_TILE_PARAMETERS) {
  const uint lane = (uint)get_local_id(0);
  const ulong begin = tile * OMPSCAN_TILE;
#if OMPSCAN_IS_PLAIN
  if (OMPSCAN_TILE_IS_FULL(tile, n)) {
    ompscan_load_shifted(words, ompscan_input_address(OMPSCAN_ARGUMENTS, begin),
                         OMPSCAN_TILE_BYTES, lane, OMPSCAN_GROUP);
    return;
  }
#endif
  __local ompscan_T *const x = (__local ompscan_T *)words;
#pragma unroll 16
  for (uint j = 0; j < (OMPSCAN_ITEMS); ++j) {
    const uint i = j * (OMPSCAN_GROUP) + lane;
    x[i] = ompscan_input(OMPSCAN_ARGUMENTS, min(begin + i, n - 1));
  }
}

/// Loads a tile.
/// \returns the total. \p before receives the total of the runs in front of the
/// own one, except in the first work-item.
OMPSCAN_INLINE ompscan_T ompscan_tile_total(OMPSCAN_PARAMETERS, const ulong n,
                                            const ulong tile, ompscan_T *before,
                                            OMPSCAN_TILE_PARAMETERS) {
  ompscan_load_tile(OMPSCAN_ARGUMENTS, n, tile, OMPSCAN_TILE_ARGUMENTS);
  // Global memory, too: a loop may store the elements that it has loaded, and
  // the last element may have been loaded by many work-items.
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  __local const uint *const run =
      (__local const uint *)words + get_local_id(0) * OMPSCAN_RUN;
#if OMPSCAN_HAS_WIDE
  ompscan_wide wide = OMPSCAN_WIDE_IDENTITY;
#pragma unroll 4
  for (uint j = 0; j < OMPSCAN_RUN; ++j)
    ompscan_combine_word(&wide, run[j]);
  const ompscan_T total = ompscan_narrow(wide);
#else
  ompscan_T total;
#pragma unroll 4
  for (uint j = 0; j < OMPSCAN_RUN; ++j) {
    ompscan_word v;
    v.w = run[j];
    // A tree is shorter than a chain.
#pragma unroll
    for (uint d = 1; d < OMPSCAN_WORD; d *= 2)
#pragma unroll
      for (uint i = 0; i < OMPSCAN_WORD; i += 2 * d)
        v.e[i] = ompscan_combine(v.e[i], v.e[i + d]);
    total = j ? ompscan_combine(total, v.e[0]) : v.e[0];
  }
#endif
  return ompscan_scan_totals(total, before, totals);
}

/// Combines the value at \p prefix into the tile and stores it.
OMPSCAN_INLINE void ompscan_tile_finish(OMPSCAN_PARAMETERS, const ulong n,
                                        const ulong tile,
                                        const ompscan_T *const prefix,
                                        const ompscan_T *const before,
                                        OMPSCAN_TILE_PARAMETERS) {
  const uint lane = (uint)get_local_id(0);
  const ulong begin = tile * OMPSCAN_TILE;
  const bool has_prefix = OMPSCAN_HAS_LEFT(tile);
  const bool has_left = has_prefix || lane > 0;
  ompscan_T left = ompscan_left_of_run(has_prefix, prefix, before);
  __local uint *const run = (__local uint *)words + lane * OMPSCAN_RUN;
#if OMPSCAN_HAS_WIDE
  ompscan_wide wide = has_left ? ompscan_widen(left) : OMPSCAN_WIDE_IDENTITY;
#pragma unroll 4
  for (uint j = 0; j < OMPSCAN_RUN; ++j)
    run[j] = ompscan_scan_word(&wide, run[j]);
#else
#pragma unroll 2
  for (uint j = 0; j < OMPSCAN_RUN; ++j) {
    ompscan_word v;
    v.w = run[j];
#pragma unroll
    for (uint i = 0; i < OMPSCAN_WORD; ++i)
      v.e[i] = left =
          has_left || j || i ? ompscan_combine(left, v.e[i]) : v.e[i];
    run[j] = v.w;
  }
#endif
#if OMPSCAN_USES_BEFORE
  if (lane == 0) // In local memory: see group-tile.cl.
    totals[OMPSCAN_TOTALS - 1] = *prefix;
#endif
  barrier(CLK_LOCAL_MEM_FENCE);
#if !OMPSCAN_HAS_FILLS
  if (OMPSCAN_TILE_IS_FULL(tile, n)) {
    ompscan_store_shifted(ompscan_output_address(OMPSCAN_ARGUMENTS, begin),
                          words, OMPSCAN_TILE_BYTES, lane, OMPSCAN_GROUP);
    return;
  }
#endif
  __local const ompscan_T *const x = (__local const ompscan_T *)words;
#pragma unroll 4
  for (uint j = 0; j < (OMPSCAN_ITEMS); ++j) {
    const uint i = j * (OMPSCAN_GROUP) + lane;
    if (begin + i < n) {
#if OMPSCAN_USES_BEFORE
      __local const ompscan_T *const before =
          i ? &x[i - 1] : &totals[OMPSCAN_TOTALS - 1];
#else
      __local const ompscan_T *const before = &x[i];
#endif
      ompscan_output(OMPSCAN_ARGUMENTS, begin + i, *before, x[i]);
    }
  }
}

#endif // OMPSCAN_SCANS_WORDS
