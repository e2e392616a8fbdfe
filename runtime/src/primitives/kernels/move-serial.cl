//===- move-serial.cl - Regular sliding, serial ------------ -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of a move by one work-item (move.cl).
//
// Elements that a tile loads from its own part of the array move within the
// part directly, in an order that overwrites no element still to be moved. Only
// elements from the parts of other tiles are loaded to local memory first.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_GROUP == 1

/// A span of a row, or of a gap that is filled.
typedef struct {
  ulong row, column; ///< of the next span
  ulong source, length;
  bool is_filled;
} ompscan_span;

OMPSCAN_INLINE ompscan_span ompscan_span_at(OMPSCAN_MOVE_PARAMETERS,
                                            const ulong q) {
  ompscan_span p = {0, 0, 0, 0, false};
  if (to) {
    p.row = q / to;
    p.column = q - p.row * to;
  }
  return p;
}

/// Sets \p p to the span that begins at element \p q of the result and ends at
/// \p end at the latest.
OMPSCAN_INLINE void ompscan_next_span(OMPSCAN_MOVE_PARAMETERS, const ulong q,
                                      const ulong end, ompscan_span *p) {
  const ulong extent = end - q;
  if (to) {
    p->is_filled = p->column >= width;
    p->source = p->row * from + p->column;
    p->length = min(extent, (p->is_filled ? to : width) - p->column);
    p->column += p->length;
    if (p->column == to) {
      p->column = 0;
      ++p->row;
    }
    return;
  }
  p->source = q - from;
  p->is_filled = p->source >= n;
  // A source in front of the array has wrapped around.
  p->length =
      min(extent, p->is_filled ? max(0ul - p->source, 1ul) : n - p->source);
}

/// Sets \p p to the span that ends in front of element \p q of the result and
/// begins at \p begin at the earliest.
OMPSCAN_INLINE void ompscan_last_span(OMPSCAN_MOVE_PARAMETERS, const ulong q,
                                      const ulong begin, ompscan_span *p) {
  const ulong extent = q - begin;
  if (to) {
    if (p->column == 0) {
      p->column = to;
      --p->row;
    }
    p->is_filled = p->column > width;
    p->length = min(extent, p->column - (p->is_filled ? width : 0));
    p->column -= p->length;
    p->source = p->row * from + p->column;
    return;
  }
  const ulong last = q - 1 - from;
  p->is_filled = last >= n;
  p->length =
      q - 1 < from ? extent : min(extent, last + 1 - (p->is_filled ? n : 0));
  p->source = last + 1 - p->length;
}

/// An element consists of units, of type ompscan_U.
#define OMPSCAN_UNITS (sizeof(ompscan_E) / sizeof(ompscan_U))

/// Moves \p count elements, to the begin or to the end of the array.
OMPSCAN_INLINE void ompscan_slide(__global const ompscan_E *from_e,
                                  __global ompscan_E *to_e, const ulong count,
                                  const uint mirrored) {
  __global const ompscan_U *const p = (__global const ompscan_U *)from_e;
  __global ompscan_U *const q = (__global ompscan_U *)to_e;
  ulong i = 0, units = count * OMPSCAN_UNITS;
  if (mirrored) {
    for (; units >= 32; units -= 32) {
      const ompscan_U16 a = vload16(0, p + units - 16);
      const ompscan_U16 b = vload16(0, p + units - 32);
      vstore16(a, 0, q + units - 16);
      vstore16(b, 0, q + units - 32);
    }
    while (units-- > 0)
      q[units] = p[units];
    return;
  }
  for (; i + 32 <= units; i += 32) {
    const ompscan_U16 a = vload16(0, p + i);
    const ompscan_U16 b = vload16(0, p + i + 16);
    vstore16(a, 0, q + i);
    vstore16(b, 0, q + i + 16);
  }
  for (; i < units; ++i)
    q[i] = p[i];
}

/// \returns the border in the result between elements from other tiles and
/// elements of the own part. Elements from other tiles lie in front of it if
/// elements move to the end, otherwise behind it.
OMPSCAN_INLINE ulong ompscan_move_border(OMPSCAN_MOVE_PARAMETERS,
                                         const ulong begin, const uint count) {
  const ulong end = begin + count;
  return (ulong)clamp(
      ompscan_move_place(OMPSCAN_MOVE_ARGUMENTS, mirrored ? begin : end),
      (long)begin, (long)end);
}

OMPSCAN_INLINE void ompscan_move_load(OMPSCAN_MOVE_PARAMETERS,
                                      const ompscan_move_plan *p,
                                      __local ompscan_E *items) {
  const ulong begin = p->begin;
  const uint count = p->count;
  const ulong border =
      ompscan_move_border(OMPSCAN_MOVE_ARGUMENTS, begin, count);
  const uint end = mirrored ? (uint)(border - begin) : count;
  uint i = mirrored ? 0 : (uint)(border - begin);
  ompscan_span part = ompscan_span_at(OMPSCAN_MOVE_ARGUMENTS, begin + i);
  while (i < end) {
    ompscan_next_span(OMPSCAN_MOVE_ARGUMENTS, begin + i, begin + end, &part);
    const uint next = i + (uint)part.length;
    if (part.is_filled) {
      for (; i < next; ++i)
        items[i] = fill;
    } else {
      __global const ompscan_E *const from_e = x + part.source - i;
      for (; i < next; ++i)
        items[i] = from_e[i];
    }
  }
}

OMPSCAN_INLINE void ompscan_move_await(void) {
  mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

OMPSCAN_INLINE void ompscan_move_store(OMPSCAN_MOVE_PARAMETERS,
                                       const ompscan_move_plan *p,
                                       __local const ompscan_E *items) {
  const ulong begin = p->begin;
  const uint count = p->count;
  const ulong end = begin + count;
  const ulong border =
      ompscan_move_border(OMPSCAN_MOVE_ARGUMENTS, begin, count);
  ulong q = mirrored ? end : begin;
  ompscan_span part = ompscan_span_at(OMPSCAN_MOVE_ARGUMENTS, q);
  while (q != border) {
    ulong place = q;
    if (mirrored) {
      ompscan_last_span(OMPSCAN_MOVE_ARGUMENTS, q, border, &part);
      place = q -= part.length;
    } else {
      ompscan_next_span(OMPSCAN_MOVE_ARGUMENTS, q, border, &part);
      q += part.length;
    }
    if (part.is_filled)
      for (ulong i = 0; i < part.length; ++i)
        out[place + i] = fill;
    else
      ompscan_slide(x + part.source, out + place, part.length, mirrored);
  }
  const ulong first = mirrored ? begin : border;
  const ulong last = mirrored ? border : end;
  for (ulong k = first; k < last; ++k)
    out[k] = items[k - begin];
}

#endif // OMPSCAN_GROUP
