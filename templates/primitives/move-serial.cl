//===- move-serial.cl - Regular sliding, serial ------------ -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How one work-item moves a tile (see move.cl).
//
// What a tile loads of its own part of the array needs no place in between:
// elements are moved within the part, in the order in which nothing is
// overwritten that is still to be moved. Only what lies in the parts of other
// tiles is loaded before the tile says so.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_GROUP == 1

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
                                      const ompscan_move_plan *ompscan_p,
                                      __local ompscan_E *ompscan_items) {
  const ulong ompscan_begin = ompscan_p->begin;
  const uint ompscan_count = ompscan_p->count;
  const ulong ompscan_border =
      ompscan_move_border(OMPSCAN_MOVE_ARGUMENTS, ompscan_begin, ompscan_count);
  const uint ompscan_end =
      ompscan_mirrored ? (uint)(ompscan_border - ompscan_begin) : ompscan_count;
  uint ompscan_i =
      ompscan_mirrored ? 0 : (uint)(ompscan_border - ompscan_begin);
  ompscan_piece ompscan_part =
      ompscan_piece_at(OMPSCAN_MOVE_ARGUMENTS, ompscan_begin + ompscan_i);
  while (ompscan_i < ompscan_end) {
    ompscan_next_piece(OMPSCAN_MOVE_ARGUMENTS, ompscan_begin + ompscan_i,
                       ompscan_begin + ompscan_end, &ompscan_part);
    const uint ompscan_next = ompscan_i + (uint)ompscan_part.length;
    if (ompscan_part.is_filled) {
      for (; ompscan_i < ompscan_next; ++ompscan_i)
        ompscan_items[ompscan_i] = ompscan_fill;
    } else {
      __global const ompscan_E *const ompscan_from_e =
          ompscan_x + ompscan_part.source - ompscan_i;
      for (; ompscan_i < ompscan_next; ++ompscan_i)
        ompscan_items[ompscan_i] = ompscan_from_e[ompscan_i];
    }
  }
}

OMPSCAN_INLINE void ompscan_move_await(void) {
  mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

OMPSCAN_INLINE void ompscan_move_store(OMPSCAN_MOVE_PARAMETERS,
                                       const ompscan_move_plan *ompscan_p,
                                       __local const ompscan_E *ompscan_items) {
  const ulong ompscan_begin = ompscan_p->begin;
  const uint ompscan_count = ompscan_p->count;
  const ulong ompscan_end = ompscan_begin + ompscan_count;
  const ulong ompscan_border =
      ompscan_move_border(OMPSCAN_MOVE_ARGUMENTS, ompscan_begin, ompscan_count);
  ulong ompscan_q = ompscan_mirrored ? ompscan_end : ompscan_begin;
  ompscan_piece ompscan_part =
      ompscan_piece_at(OMPSCAN_MOVE_ARGUMENTS, ompscan_q);
  while (ompscan_q != ompscan_border) {
    ulong ompscan_place = ompscan_q;
    if (ompscan_mirrored) {
      ompscan_last_piece(OMPSCAN_MOVE_ARGUMENTS, ompscan_q, ompscan_border,
                         &ompscan_part);
      ompscan_place = ompscan_q -= ompscan_part.length;
    } else {
      ompscan_next_piece(OMPSCAN_MOVE_ARGUMENTS, ompscan_q, ompscan_border,
                         &ompscan_part);
      ompscan_q += ompscan_part.length;
    }
    if (ompscan_part.is_filled)
      for (ulong ompscan_i = 0; ompscan_i < ompscan_part.length; ++ompscan_i)
        ompscan_out[ompscan_place + ompscan_i] = ompscan_fill;
    else
      ompscan_slide(ompscan_x + ompscan_part.source,
                    ompscan_out + ompscan_place, ompscan_part.length,
                    ompscan_mirrored);
  }
  const ulong ompscan_first = ompscan_mirrored ? ompscan_begin : ompscan_border;
  const ulong ompscan_last = ompscan_mirrored ? ompscan_border : ompscan_end;
  for (ulong ompscan_k = ompscan_first; ompscan_k < ompscan_last; ++ompscan_k)
    ompscan_out[ompscan_k] = ompscan_items[ompscan_k - ompscan_begin];
}

#endif // OMPSCAN_GROUP
