//===- selection.cl - Loops that keep some iterations ------ -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `if (p(x[i])) y[k++] = x[i];`: what the iterations that move k on store
// slides together. An iteration is run once (ompscan_pick), which reads all
// that it reads; what it stores waits in local memory, what is kept side by
// side, until it is known where it belongs (ompscan_put_0). So this is safe
// where y is x: a tile stores nowhere but where iterations up to its own have
// read, and its count is seen only when its loads are over. It looks back at
// counts as the primitives do (primitives/counts.cl).
//
// Where OMPSCAN_HAS_REST is 1, all others move another item on, and store, too
// (ompscan_put_1): what stands on the left of an iteration without being kept
// is the rest, which needs no count.
//
// How work-items share a tile is one subject a file (selection-serial.cl,
// selection-group.cl, selection-warp.cl):
//
//   OMPSCAN_SELECTION_VARIABLES, OMPSCAN_SELECTION_LOCALS
//   ompscan_selection_load()      runs a tile and answers how many are kept
//   ompscan_selection_compact()   brings it to local memory, what is kept first
//   OMPSCAN_REST_PLACE(i, kept, count)   where element i of the rest is there
//
// Where no look-back orders the tiles, OMPSCAN_IS_STAGED says that what is kept
// goes to memory of its own first.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_ALGORITHM == OMPSCAN_SINGLE_PASS
#define OMPSCAN_STAGES 0
#else
#define OMPSCAN_STAGES OMPSCAN_IS_STAGED
#endif

/// The words of a value, to make a count depend on it.
#define OMPSCAN_MOVED_WORDS ((sizeof(ompscan_moved) + 3) / 4)
typedef union {
  ompscan_moved value;
  uint words[OMPSCAN_MOVED_WORDS];
} ompscan_moved_bits;

/// Iterations of a tile.
OMPSCAN_INLINE uint ompscan_tile_count(const ulong ompscan_n,
                                       const ulong ompscan_tile) {
  return (uint)min(OMPSCAN_TILE, ompscan_n - ompscan_tile * OMPSCAN_TILE);
}

/// Runs iteration \p ompscan_k. \returns whether it is kept.
OMPSCAN_INLINE uint ompscan_keep(OMPSCAN_PARAMETERS, const ulong ompscan_k,
                                 ompscan_moved_bits *ompscan_to) {
#pragma unroll
  for (uint ompscan_i = 0; ompscan_i < OMPSCAN_MOVED_WORDS; ++ompscan_i)
    ompscan_to->words[ompscan_i] = 0;
  return ompscan_pick(OMPSCAN_ARGUMENTS, ompscan_k, &ompscan_to->value);
}

/// What depends on every word of \p ompscan_from.
OMPSCAN_INLINE uint ompscan_mix(const ompscan_moved_bits *ompscan_from) {
  uint ompscan_words = 0;
#pragma unroll
  for (uint ompscan_i = 0; ompscan_i < OMPSCAN_MOVED_WORDS; ++ompscan_i)
    ompscan_words ^= ompscan_from->words[ompscan_i];
  return ompscan_words;
}

#if OMPSCAN_GROUP > 1

/// Runs the iterations of a tile that stand at \p ompscan_place and at every \p
/// ompscan_pitch behind it. Bit j of the answer says whether row j is kept;
/// behind the end of a tile stands its last iteration once more, which is not.
OMPSCAN_INLINE uint ompscan_keep_rows(OMPSCAN_PARAMETERS,
                                      const ulong ompscan_begin,
                                      const uint ompscan_count,
                                      const uint ompscan_place,
                                      const uint ompscan_pitch,
                                      ompscan_moved_bits *ompscan_m) {
  uint ompscan_keeps = 0;
  // Without a condition for each row, so that all loads are under way at once.
  if (ompscan_count == OMPSCAN_TILE) {
#pragma unroll
    for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j)
      ompscan_keeps |= ompscan_keep(OMPSCAN_ARGUMENTS,
                                    ompscan_begin + ompscan_place +
                                        ompscan_j * ompscan_pitch,
                                    &ompscan_m[ompscan_j])
                       << ompscan_j;
  } else {
#pragma unroll
    for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j) {
      const uint ompscan_i = ompscan_place + ompscan_j * ompscan_pitch;
      const uint ompscan_keeps_this = ompscan_keep(
          OMPSCAN_ARGUMENTS, ompscan_begin + min(ompscan_i, ompscan_count - 1),
          &ompscan_m[ompscan_j]);
      if (ompscan_i < ompscan_count)
        ompscan_keeps |= ompscan_keeps_this << ompscan_j;
    }
  }
  return ompscan_keeps;
}

#endif // OMPSCAN_GROUP > 1
