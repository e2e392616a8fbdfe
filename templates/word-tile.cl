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
  const uint id = (uint)get_local_id(0);
  const ulong begin = tile * OMPSCAN_TILE;
#if OMPSCAN_IS_PLAIN
  if (OMPSCAN_TILE_IS_FULL(tile, n)) {
    ompscan_load_shifted(words, ompscan_input_address(OMPSCAN_ARGUMENTS, begin),
                         OMPSCAN_TILE_BYTES, id, OMPSCAN_GROUP);
    return;
  }
#endif
  __local ompscan_T *const x = (__local ompscan_T *)words;
#pragma unroll 16
  for (uint j = 0; j < (OMPSCAN_ITEMS); ++j) {
    const uint i = j * (OMPSCAN_GROUP) + id;
    x[i] = ompscan_input(OMPSCAN_ARGUMENTS, min(begin + i, n - 1));
  }
}

OMPSCAN_INLINE __local uint *ompscan_run_of(__local uint4 *const words) {
  return (__local uint *)words + get_local_id(0) * OMPSCAN_RUN;
}

/// \returns the total of the work-item's run.
OMPSCAN_INLINE ompscan_T ompscan_run_total(OMPSCAN_TILE_PARAMETERS) {
  __local const uint *const run = ompscan_run_of(words);
#if OMPSCAN_HAS_WIDE
  ompscan_wide wide = OMPSCAN_WIDE_IDENTITY;
#pragma unroll 4
  for (uint j = 0; j < OMPSCAN_RUN; ++j)
    ompscan_combine_word(&wide, run[j]);
  return ompscan_narrow(wide);
#else
  ompscan_T total;
#pragma unroll 4
  for (uint j = 0; j < OMPSCAN_RUN; ++j) {
    ompscan_word v;
    v.w = run[j];
    const ompscan_T of_word = ompscan_combine_elements(v.e, OMPSCAN_WORD);
    total = j ? ompscan_combine(total, of_word) : of_word;
  }
  return total;
#endif
}

/// Puts the scan of the work-item's run into its place, after \p left if it \p
/// has_left.
OMPSCAN_INLINE void ompscan_scan_run(ompscan_T left, const bool has_left,
                                     OMPSCAN_TILE_PARAMETERS) {
  __local uint *const run = ompscan_run_of(words);
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
    left = ompscan_scan_elements(v.e, OMPSCAN_WORD, left, has_left || j);
    run[j] = v.w;
  }
#endif
}

/// Stores a tile. \p front is the value in front of it.
OMPSCAN_INLINE void ompscan_store_tile(OMPSCAN_PARAMETERS, const ulong n,
                                       const ulong tile,
                                       __local const ompscan_T *const front,
                                       OMPSCAN_TILE_PARAMETERS) {
  const uint id = (uint)get_local_id(0);
  const ulong begin = tile * OMPSCAN_TILE;
#if !OMPSCAN_HAS_FILLS
  if (OMPSCAN_TILE_IS_FULL(tile, n)) {
    ompscan_store_shifted(ompscan_output_address(OMPSCAN_ARGUMENTS, begin),
                          words, OMPSCAN_TILE_BYTES, id, OMPSCAN_GROUP);
    return;
  }
#endif
  __local const ompscan_T *const x = (__local const ompscan_T *)words;
#pragma unroll 4
  for (uint j = 0; j < (OMPSCAN_ITEMS); ++j) {
    const uint i = j * (OMPSCAN_GROUP) + id;
    if (begin + i < n) {
#if OMPSCAN_USES_BEFORE
      __local const ompscan_T *const before = i ? &x[i - 1] : front;
#else
      __local const ompscan_T *const before = &x[i];
#endif
      ompscan_output(OMPSCAN_ARGUMENTS, begin + i, *before, x[i]);
    }
  }
}

#endif // OMPSCAN_SCANS_WORDS
