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
// The text in front defines the type ompscan_E, and ompscan_U and ompscan_U16,
// a number that an element consists of and a vector of these.
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

/// Where element \p ompscan_i of the array moves to or, if it goes nowhere, the
/// next one that goes somewhere; it may lie outside of the result.
OMPSCAN_INLINE long ompscan_move_place(OMPSCAN_MOVE_PARAMETERS,
                                       const ulong ompscan_i) {
  if (!ompscan_to)
    return (long)(ompscan_i + ompscan_from);
  const ulong ompscan_row = ompscan_i / ompscan_from;
  return (long)(ompscan_row * ompscan_to +
                min(ompscan_i - ompscan_row * ompscan_from, ompscan_width));
}

#if OMPSCAN_GROUP == 1

// What a tile loads of its own part of the array needs no place in between:
// elements are moved within the part, in the order in which nothing is
// overwritten that is still to be moved. Only what lies in the parts of other
// tiles is loaded before the tile says so.

/// A piece of a row, or of what is filled.
typedef struct {
  ulong row, column; ///< of the next piece
  ulong source, length;
  bool is_filled;
} ompscan_piece;

OMPSCAN_INLINE ompscan_piece ompscan_piece_at(OMPSCAN_MOVE_PARAMETERS,
                                              const ulong ompscan_q) {
  ompscan_piece ompscan_p = {0, 0, 0, 0, false};
  if (ompscan_to) {
    ompscan_p.row = ompscan_q / ompscan_to;
    ompscan_p.column = ompscan_q - ompscan_p.row * ompscan_to;
  }
  return ompscan_p;
}

/// The piece that begins at element \p ompscan_q of the result, and ends at
/// \p ompscan_end at most.
OMPSCAN_INLINE void ompscan_next_piece(OMPSCAN_MOVE_PARAMETERS,
                                       const ulong ompscan_q,
                                       const ulong ompscan_end,
                                       ompscan_piece *ompscan_p) {
  const ulong ompscan_length = ompscan_end - ompscan_q;
  if (ompscan_to) {
    ompscan_p->is_filled = ompscan_p->column >= ompscan_width;
    ompscan_p->source = ompscan_p->row * ompscan_from + ompscan_p->column;
    ompscan_p->length = min(
        ompscan_length, (ompscan_p->is_filled ? ompscan_to : ompscan_width) -
                            ompscan_p->column);
    ompscan_p->column += ompscan_p->length;
    if (ompscan_p->column == ompscan_to) {
      ompscan_p->column = 0;
      ++ompscan_p->row;
    }
    return;
  }
  ompscan_p->source = ompscan_q - ompscan_from;
  ompscan_p->is_filled = ompscan_p->source >= ompscan_n;
  // A source in front of the array has wrapped around.
  ompscan_p->length = min(
      ompscan_length, ompscan_p->is_filled ? max(0ul - ompscan_p->source, 1ul)
                                           : ompscan_n - ompscan_p->source);
}

/// The piece that ends in front of element \p ompscan_q of the result, and
/// begins at \p ompscan_begin at least.
OMPSCAN_INLINE void ompscan_last_piece(OMPSCAN_MOVE_PARAMETERS,
                                       const ulong ompscan_q,
                                       const ulong ompscan_begin,
                                       ompscan_piece *ompscan_p) {
  const ulong ompscan_length = ompscan_q - ompscan_begin;
  if (ompscan_to) {
    if (ompscan_p->column == 0) {
      ompscan_p->column = ompscan_to;
      --ompscan_p->row;
    }
    ompscan_p->is_filled = ompscan_p->column > ompscan_width;
    ompscan_p->length =
        min(ompscan_length,
            ompscan_p->column - (ompscan_p->is_filled ? ompscan_width : 0));
    ompscan_p->column -= ompscan_p->length;
    ompscan_p->source = ompscan_p->row * ompscan_from + ompscan_p->column;
    return;
  }
  const ulong ompscan_last = ompscan_q - 1 - ompscan_from;
  ompscan_p->is_filled = ompscan_last >= ompscan_n;
  ompscan_p->length =
      ompscan_q - 1 < ompscan_from
          ? ompscan_length
          : min(ompscan_length,
                ompscan_last + 1 - (ompscan_p->is_filled ? ompscan_n : 0));
  ompscan_p->source = ompscan_last + 1 - ompscan_p->length;
}

/// What an element is made of: ompscan_U.
#define OMPSCAN_UNITS (sizeof(ompscan_E) / sizeof(ompscan_U))

/// Moves \p ompscan_count elements, to the begin or to the end of the array.
OMPSCAN_INLINE void ompscan_slide(__global const ompscan_E *ompscan_from_e,
                                  __global ompscan_E *ompscan_to_e,
                                  const ulong ompscan_count,
                                  const uint ompscan_mirrored) {
  __global const ompscan_U *const ompscan_p =
      (__global const ompscan_U *)ompscan_from_e;
  __global ompscan_U *const ompscan_q = (__global ompscan_U *)ompscan_to_e;
  ulong ompscan_i = 0, ompscan_units = ompscan_count * OMPSCAN_UNITS;
  if (ompscan_mirrored) {
    for (; ompscan_units >= 32; ompscan_units -= 32) {
      const ompscan_U16 ompscan_a = vload16(0, ompscan_p + ompscan_units - 16);
      const ompscan_U16 ompscan_b = vload16(0, ompscan_p + ompscan_units - 32);
      vstore16(ompscan_a, 0, ompscan_q + ompscan_units - 16);
      vstore16(ompscan_b, 0, ompscan_q + ompscan_units - 32);
    }
    while (ompscan_units-- > 0)
      ompscan_q[ompscan_units] = ompscan_p[ompscan_units];
    return;
  }
  for (; ompscan_i + 32 <= ompscan_units; ompscan_i += 32) {
    const ompscan_U16 ompscan_a = vload16(0, ompscan_p + ompscan_i);
    const ompscan_U16 ompscan_b = vload16(0, ompscan_p + ompscan_i + 16);
    vstore16(ompscan_a, 0, ompscan_q + ompscan_i);
    vstore16(ompscan_b, 0, ompscan_q + ompscan_i + 16);
  }
  for (; ompscan_i < ompscan_units; ++ompscan_i)
    ompscan_q[ompscan_i] = ompscan_p[ompscan_i];
}

/// Where the elements of the result that come from other tiles' parts end, if
/// elements move to the end, or begin.
OMPSCAN_INLINE ulong ompscan_move_border(OMPSCAN_MOVE_PARAMETERS,
                                         const ulong ompscan_begin,
                                         const uint ompscan_count) {
  const ulong ompscan_end = ompscan_begin + ompscan_count;
  return (ulong)clamp(
      ompscan_move_place(OMPSCAN_MOVE_ARGUMENTS,
                         ompscan_mirrored ? ompscan_begin : ompscan_end),
      (long)ompscan_begin, (long)ompscan_end);
}

OMPSCAN_INLINE void ompscan_move_load(OMPSCAN_MOVE_PARAMETERS,
                                      const ulong ompscan_tile,
                                      __local ompscan_E *ompscan_items) {
  const ulong ompscan_begin =
      ompscan_move_begin(OMPSCAN_MOVE_ARGUMENTS, ompscan_tile);
  const uint ompscan_count = ompscan_move_count(ompscan_m, ompscan_tile);
  const ulong ompscan_border =
      ompscan_move_border(OMPSCAN_MOVE_ARGUMENTS, ompscan_begin, ompscan_count);
  const uint ompscan_end =
      ompscan_mirrored ? (uint)(ompscan_border - ompscan_begin) : ompscan_count;
  uint ompscan_i =
      ompscan_mirrored ? 0 : (uint)(ompscan_border - ompscan_begin);
  ompscan_piece ompscan_p =
      ompscan_piece_at(OMPSCAN_MOVE_ARGUMENTS, ompscan_begin + ompscan_i);
  while (ompscan_i < ompscan_end) {
    ompscan_next_piece(OMPSCAN_MOVE_ARGUMENTS, ompscan_begin + ompscan_i,
                       ompscan_begin + ompscan_end, &ompscan_p);
    const uint ompscan_next = ompscan_i + (uint)ompscan_p.length;
    if (ompscan_p.is_filled) {
      for (; ompscan_i < ompscan_next; ++ompscan_i)
        ompscan_items[ompscan_i] = ompscan_fill;
    } else {
      __global const ompscan_E *const ompscan_from_e =
          ompscan_x + ompscan_p.source - ompscan_i;
      for (; ompscan_i < ompscan_next; ++ompscan_i)
        ompscan_items[ompscan_i] = ompscan_from_e[ompscan_i];
    }
  }
  // The loads are over before the tile's status is stored.
  mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

OMPSCAN_INLINE void ompscan_move_store(OMPSCAN_MOVE_PARAMETERS,
                                       const ulong ompscan_tile,
                                       __local const ompscan_E *ompscan_items) {
  const ulong ompscan_begin =
      ompscan_move_begin(OMPSCAN_MOVE_ARGUMENTS, ompscan_tile);
  const uint ompscan_count = ompscan_move_count(ompscan_m, ompscan_tile);
  const ulong ompscan_end = ompscan_begin + ompscan_count;
  const ulong ompscan_border =
      ompscan_move_border(OMPSCAN_MOVE_ARGUMENTS, ompscan_begin, ompscan_count);
  ulong ompscan_q = ompscan_mirrored ? ompscan_end : ompscan_begin;
  ompscan_piece ompscan_p = ompscan_piece_at(OMPSCAN_MOVE_ARGUMENTS, ompscan_q);
  while (ompscan_q != ompscan_border) {
    ulong ompscan_place = ompscan_q;
    if (ompscan_mirrored) {
      ompscan_last_piece(OMPSCAN_MOVE_ARGUMENTS, ompscan_q, ompscan_border,
                         &ompscan_p);
      ompscan_place = ompscan_q -= ompscan_p.length;
    } else {
      ompscan_next_piece(OMPSCAN_MOVE_ARGUMENTS, ompscan_q, ompscan_border,
                         &ompscan_p);
      ompscan_q += ompscan_p.length;
    }
    if (ompscan_p.is_filled)
      for (ulong ompscan_i = 0; ompscan_i < ompscan_p.length; ++ompscan_i)
        ompscan_out[ompscan_place + ompscan_i] = ompscan_fill;
    else
      ompscan_slide(ompscan_x + ompscan_p.source, ompscan_out + ompscan_place,
                    ompscan_p.length, ompscan_mirrored);
  }
  const ulong ompscan_first = ompscan_mirrored ? ompscan_begin : ompscan_border;
  const ulong ompscan_last = ompscan_mirrored ? ompscan_border : ompscan_end;
  for (ulong ompscan_k = ompscan_first; ompscan_k < ompscan_last; ++ompscan_k)
    ompscan_out[ompscan_k] = ompscan_items[ompscan_k - ompscan_begin];
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

#endif // OMPSCAN_GROUP

#if OMPSCAN_ALGORITHM == OMPSCAN_SINGLE_PASS

/// The tile that loads element \p ompscan_i of the array or, where none does,
/// that makes what stands where the element would move to.
OMPSCAN_INLINE ulong ompscan_move_reader(OMPSCAN_MOVE_PARAMETERS,
                                         const ulong ompscan_i) {
  const ulong ompscan_q =
      min((ulong)max(ompscan_move_place(OMPSCAN_MOVE_ARGUMENTS, ompscan_i), 0l),
          ompscan_m - 1);
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
