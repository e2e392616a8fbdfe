//===- move.cl - Regular sliding --------------------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements move by a formula, all towards one end of the array: rows of
// ompscan_width elements that lie ompscan_from apart get to lie ompscan_to
// apart, or (ompscan_to = 0) all elements move by ompscan_from, which wraps
// around where it is negative. What no element moves to is filled.
//
// Tiles are cut from the result and numbered from the end that elements move
// to. In place, a tile loads, says so, and waits for those tiles only that have
// to load what it overwrites. Their numbers are smaller than its own.
//
// The text in front defines the type ompscan_E.
//
//===----------------------------------------------------------------------===//

/// ompscan_n elements become ompscan_m. Mirrored: elements move to the end.
#define OMPSCAN_MOVE_PARAMETERS                                                \
  __global const ompscan_E *ompscan_x, __global ompscan_E *ompscan_out,        \
      const ulong ompscan_n, const ulong ompscan_m, const ulong ompscan_width, \
      const ulong ompscan_from, const ulong ompscan_to,                        \
      const uint ompscan_mirrored, const ompscan_E ompscan_fill
#define OMPSCAN_MOVE_ARGUMENTS                                                 \
  ompscan_x, ompscan_out, ompscan_n, ompscan_m, ompscan_width, ompscan_from,   \
      ompscan_to, ompscan_mirrored, ompscan_fill

/// The first element of the result that a tile makes, and how many.
OMPSCAN_INLINE ulong ompscan_move_begin(OMPSCAN_MOVE_PARAMETERS,
                                        const ulong ompscan_tile) {
  const ulong ompscan_k = ompscan_tile * OMPSCAN_TILE;
  if (!ompscan_mirrored)
    return ompscan_k;
  // The last tile need not be full.
  return (ulong)max((long)(ompscan_m - ompscan_k - OMPSCAN_TILE), 0l);
}
OMPSCAN_INLINE uint ompscan_move_count(const ulong ompscan_m,
                                       const ulong ompscan_tile) {
  return (uint)min(OMPSCAN_TILE, ompscan_m - ompscan_tile * OMPSCAN_TILE);
}

#if OMPSCAN_GROUP == 1

OMPSCAN_INLINE void ompscan_move_load(OMPSCAN_MOVE_PARAMETERS,
                                      const ulong ompscan_tile,
                                      __local ompscan_E *ompscan_items) {
  const ulong ompscan_begin =
      ompscan_move_begin(OMPSCAN_MOVE_ARGUMENTS, ompscan_tile);
  const uint ompscan_count = ompscan_move_count(ompscan_m, ompscan_tile);
  ulong ompscan_row = 0, ompscan_column = 0;
  if (ompscan_to) {
    ompscan_row = ompscan_begin / ompscan_to;
    ompscan_column = ompscan_begin - ompscan_row * ompscan_to;
  }
  // Piece by piece: of a row, or of what is filled.
  for (uint ompscan_i = 0; ompscan_i < ompscan_count;) {
    ulong ompscan_source, ompscan_length = ompscan_count - ompscan_i;
    bool ompscan_is_filled;
    if (ompscan_to) {
      ompscan_is_filled = ompscan_column >= ompscan_width;
      ompscan_source = ompscan_row * ompscan_from + ompscan_column;
      ompscan_length =
          min(ompscan_length, (ompscan_is_filled ? ompscan_to : ompscan_width) -
                                  ompscan_column);
      ompscan_column += ompscan_length;
      if (ompscan_column == ompscan_to) {
        ompscan_column = 0;
        ++ompscan_row;
      }
    } else {
      ompscan_source = ompscan_begin + ompscan_i - ompscan_from;
      ompscan_is_filled = ompscan_source >= ompscan_n;
      // A source in front of the array has wrapped around.
      ompscan_length =
          min(ompscan_length, ompscan_is_filled ? max(0ul - ompscan_source, 1ul)
                                                : ompscan_n - ompscan_source);
    }
    const uint ompscan_end = ompscan_i + (uint)ompscan_length;
    if (ompscan_is_filled) {
      for (; ompscan_i < ompscan_end; ++ompscan_i)
        ompscan_items[ompscan_i] = ompscan_fill;
    } else {
      __global const ompscan_E *const ompscan_p =
          ompscan_x + ompscan_source - ompscan_i;
      for (; ompscan_i < ompscan_end; ++ompscan_i)
        ompscan_items[ompscan_i] = ompscan_p[ompscan_i];
    }
  }
  // The loads are over before the tile's status is stored.
  mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

#else // OMPSCAN_GROUP > 1

OMPSCAN_INLINE void ompscan_move_load(OMPSCAN_MOVE_PARAMETERS,
                                      const ulong ompscan_tile,
                                      __local ompscan_E *ompscan_items) {
  const ulong ompscan_begin =
      ompscan_move_begin(OMPSCAN_MOVE_ARGUMENTS, ompscan_tile);
  const uint ompscan_count = ompscan_move_count(ompscan_m, ompscan_tile);
  ulong ompscan_row = 0, ompscan_column = 0;
  if (ompscan_to) {
    ompscan_row = ompscan_begin / ompscan_to;
    ompscan_column = ompscan_begin - ompscan_row * ompscan_to;
  }
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS; ++ompscan_j) {
    const uint ompscan_i = ompscan_j * OMPSCAN_GROUP + (uint)get_local_id(0);
    if (ompscan_i < ompscan_count) {
      ulong ompscan_source = ompscan_begin + ompscan_i - ompscan_from;
      bool ompscan_is_filled = ompscan_source >= ompscan_n;
      if (ompscan_to) {
        ulong ompscan_c = ompscan_column + ompscan_i, ompscan_r;
        // 32-bit division is several times faster.
        if (ompscan_to <= 0x7ffffffful)
          ompscan_r = (uint)ompscan_c / (uint)ompscan_to;
        else
          ompscan_r = ompscan_c / ompscan_to;
        ompscan_c -= ompscan_r * ompscan_to;
        ompscan_source = (ompscan_row + ompscan_r) * ompscan_from + ompscan_c;
        ompscan_is_filled = ompscan_c >= ompscan_width;
      }
      ompscan_items[ompscan_i] =
          ompscan_is_filled ? ompscan_fill : ompscan_x[ompscan_source];
    }
  }
  // What is in local memory has been loaded.
  barrier(CLK_LOCAL_MEM_FENCE);
}

#endif // OMPSCAN_GROUP

OMPSCAN_INLINE void ompscan_move_store(OMPSCAN_MOVE_PARAMETERS,
                                       const ulong ompscan_tile,
                                       __local const ompscan_E *ompscan_items) {
  const ulong ompscan_begin =
      ompscan_move_begin(OMPSCAN_MOVE_ARGUMENTS, ompscan_tile);
  const uint ompscan_count = ompscan_move_count(ompscan_m, ompscan_tile);
  for (uint ompscan_i = (uint)get_local_id(0); ompscan_i < ompscan_count;
       ompscan_i += OMPSCAN_GROUP)
    ompscan_out[ompscan_begin + ompscan_i] = ompscan_items[ompscan_i];
}

#if OMPSCAN_ALGORITHM == OMPSCAN_SINGLE_PASS

/// The tile that loads element \p ompscan_i of the array or, where none does,
/// that makes what stands where the element would move to.
OMPSCAN_INLINE ulong ompscan_move_reader(OMPSCAN_MOVE_PARAMETERS,
                                         const ulong ompscan_i) {
  ulong ompscan_q;
  if (ompscan_to) {
    const ulong ompscan_row = ompscan_i / ompscan_from;
    ompscan_q = ompscan_row * ompscan_to +
                min(ompscan_i - ompscan_row * ompscan_from, ompscan_width);
  } else
    ompscan_q = (ulong)max((long)(ompscan_i + ompscan_from), 0l);
  ompscan_q = min(ompscan_q, ompscan_m - 1);
  return (ompscan_mirrored ? ompscan_m - 1 - ompscan_q : ompscan_q) /
         OMPSCAN_TILE;
}

/// In place.
OMPSCAN_KERNEL void ompscan_move(OMPSCAN_MOVE_PARAMETERS,
                                 __global volatile ulong *ompscan_chain,
                                 const uint ompscan_first,
                                 const uint ompscan_epoch) {
  __local ompscan_E ompscan_items[OMPSCAN_TILE];
  __local uint ompscan_ticket;
  if (get_local_id(0) == 0)
    ompscan_ticket = ompscan_take_tile(ompscan_chain, ompscan_first);
  barrier(CLK_LOCAL_MEM_FENCE);
  const ulong ompscan_tile = ompscan_ticket;
  ompscan_move_load(OMPSCAN_MOVE_ARGUMENTS, ompscan_tile, ompscan_items);
  if (get_local_id(0) == 0)
    ompscan_publish(ompscan_chain, ompscan_tile, ompscan_epoch,
                    OMPSCAN_AGGREGATE, 0);
  const ulong ompscan_begin =
      ompscan_move_begin(OMPSCAN_MOVE_ARGUMENTS, ompscan_tile);
  if (ompscan_begin < ompscan_n) {
    const ulong ompscan_last =
        min(ompscan_begin + ompscan_move_count(ompscan_m, ompscan_tile),
            ompscan_n) -
        1;
    const ulong ompscan_a =
        ompscan_move_reader(OMPSCAN_MOVE_ARGUMENTS, ompscan_begin);
    const ulong ompscan_b =
        ompscan_move_reader(OMPSCAN_MOVE_ARGUMENTS, ompscan_last);
    for (ulong ompscan_t = min(ompscan_a, ompscan_b) + get_local_id(0);
         ompscan_t <= max(ompscan_a, ompscan_b); ompscan_t += OMPSCAN_GROUP)
      if (ompscan_t < ompscan_tile) {
        ompscan_T ompscan_value;
        ompscan_wait(ompscan_chain, ompscan_t, ompscan_epoch, &ompscan_value);
      }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  ompscan_move_store(OMPSCAN_MOVE_ARGUMENTS, ompscan_tile, ompscan_items);
}

#else

/// From one array to another.
OMPSCAN_KERNEL void ompscan_move_apart(OMPSCAN_MOVE_PARAMETERS) {
  __local ompscan_E ompscan_items[OMPSCAN_TILE];
  ompscan_move_load(OMPSCAN_MOVE_ARGUMENTS, get_group_id(0), ompscan_items);
  ompscan_move_store(OMPSCAN_MOVE_ARGUMENTS, get_group_id(0), ompscan_items);
}

#endif // OMPSCAN_ALGORITHM
