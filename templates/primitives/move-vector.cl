//===- move-vector.cl - Regular sliding by vectors --------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How a work-group of several work-items moves a tile of elements of 1, 2, 4 or
// 8 bytes (see move.cl). What a tile loads lies between two elements of the
// array: all of it goes to local memory in vectors of 16 bytes that lie on
// borders of 16 bytes, and comes out in vectors that lie on such borders of the
// result. Only where a row ends are elements handled one by one. One work-item
// finds out where rows of the tile begin and end, so that others need not
// divide.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_MOVE_BY_VECTORS

/// Elements of a vector, and the vectors that there is room for. Where rows lie
/// further apart than they get to, what lies between them is loaded, too.
typedef uint4 ompscan_move_room;
#define OMPSCAN_MOVE_VECTOR (16 / OMPSCAN_ELEMENT_SIZE)
#define OMPSCAN_MOVE_ROOM                                                      \
  ((uint)(OMPSCAN_TILE / OMPSCAN_MOVE_VECTOR * 33 / 32) + 3)
/// More elements than a tile has.
#define OMPSCAN_MOVE_FAR (1 << 24)

/// What a tile does. Elements of the result are counted from its begin: those
/// from `first` to `end` and, behind `next`, where a row begins, to `next_end`
/// are moved, and lie `shift` further in local memory, behind `next`
/// `shift + step`; others are filled.
typedef struct {
  ulong begin, source; ///< of the result; of what is loaded
  uint count, loads;
  uint column; ///< of the begin
  int first, end, next, next_end, shift, step;
  bool has_rows;  ///< several of them may begin in the tile
  bool is_packed; ///< local memory gets the result as it is
} ompscan_move_plan;

/// 32-bit division is several times faster.
OMPSCAN_INLINE ulong ompscan_quotient(const ulong ompscan_a,
                                      const ulong ompscan_b) {
  return ompscan_a <= 0xfffffffful && ompscan_b <= 0xfffffffful
             ? (uint)ompscan_a / (uint)ompscan_b
             : ompscan_a / ompscan_b;
}

OMPSCAN_INLINE ompscan_move_plan ompscan_plan_move(OMPSCAN_MOVE_PARAMETERS,
                                                   const ulong ompscan_tile) {
  ompscan_move_plan ompscan_p;
  const ulong ompscan_begin =
      ompscan_move_begin(OMPSCAN_MOVE_ARGUMENTS, ompscan_tile);
  ompscan_p.begin = ompscan_begin;
  ompscan_p.count = ompscan_move_count(ompscan_m, ompscan_tile);
  const ulong ompscan_last = ompscan_begin + ompscan_p.count - 1;
  ulong ompscan_at, ompscan_s, ompscan_t;
  if (ompscan_to) {
    const ulong ompscan_r = ompscan_quotient(ompscan_begin, ompscan_to);
    const ulong ompscan_c = ompscan_begin - ompscan_r * ompscan_to;
    const ulong ompscan_q = ompscan_quotient(ompscan_last, ompscan_to);
    ompscan_at = ompscan_r * ompscan_from + ompscan_c;
    ompscan_s =
        ompscan_c < ompscan_width ? ompscan_at : (ompscan_r + 1) * ompscan_from;
    // To the end of the last element, not to that of its row's gap: the array
    // may end in front of that.
    ompscan_t = ompscan_q * ompscan_from +
                min(ompscan_last - ompscan_q * ompscan_to + 1, ompscan_width);
    ompscan_p.has_rows = ompscan_to < OMPSCAN_TILE;
    ompscan_p.column = (uint)ompscan_c;
    ompscan_p.first = 0;
    ompscan_p.next = (int)min(ompscan_to - ompscan_c, (ulong)OMPSCAN_MOVE_FAR);
    ompscan_p.end = (int)clamp((long)(ompscan_width - ompscan_c), 0l,
                               (long)OMPSCAN_MOVE_FAR);
    ompscan_p.next_end =
        ompscan_p.next + (int)min(ompscan_width, (ulong)OMPSCAN_MOVE_FAR);
    ompscan_p.step = (int)(ompscan_from - ompscan_to);
  } else {
    const long ompscan_d = (long)(ompscan_from - ompscan_begin);
    const long ompscan_count = (long)ompscan_p.count;
    ompscan_p.has_rows = false;
    ompscan_p.column = 0;
    ompscan_p.first = (int)clamp(ompscan_d, 0l, ompscan_count);
    ompscan_p.end = (int)clamp(ompscan_d + (long)ompscan_n,
                               (long)ompscan_p.first, ompscan_count);
    ompscan_p.next = ompscan_p.next_end = OMPSCAN_MOVE_FAR;
    ompscan_p.step = 0;
    ompscan_at = ompscan_begin - ompscan_from;
    ompscan_s = ompscan_at + (ulong)ompscan_p.first;
    ompscan_t = ompscan_at + (ulong)ompscan_p.end;
  }
  ompscan_p.source = ompscan_s & ~(ulong)(OMPSCAN_MOVE_VECTOR - 1);
  ompscan_p.shift = (int)(ompscan_at - ompscan_p.source);
  const ulong ompscan_loads =
      ompscan_t > ompscan_s ? ompscan_t - ompscan_p.source : 0;
  // A vector behind the last one is looked at, but not used.
  ompscan_p.is_packed =
      ompscan_loads > (OMPSCAN_MOVE_ROOM - 1) * OMPSCAN_MOVE_VECTOR;
  ompscan_p.loads = (uint)ompscan_loads;
  if (ompscan_p.is_packed) {
    ompscan_p.loads = 0;
    ompscan_p.has_rows = false;
    ompscan_p.first = ompscan_p.shift = 0;
    ompscan_p.end = ompscan_p.next = ompscan_p.next_end = OMPSCAN_MOVE_FAR;
  }
  return ompscan_p;
}

/// Where element \p ompscan_i of the tile and \p ompscan_more behind it lie in
/// local memory; or -1, if they are not all moved from a row.
OMPSCAN_INLINE int ompscan_move_find(const ompscan_move_plan *ompscan_p,
                                     const ulong ompscan_width,
                                     const ulong ompscan_to,
                                     const int ompscan_i,
                                     const int ompscan_more) {
  if (ompscan_p->has_rows) {
    const uint ompscan_c = ompscan_p->column + (uint)ompscan_i;
    const uint ompscan_r = ompscan_c / (uint)ompscan_to;
    return ompscan_c - ompscan_r * (uint)ompscan_to + (uint)ompscan_more <
                   ompscan_width
               ? ompscan_i + ompscan_p->shift + (int)ompscan_r * ompscan_p->step
               : -1;
  }
  const bool ompscan_is_next = ompscan_i >= ompscan_p->next;
  const int ompscan_end =
      ompscan_is_next ? ompscan_p->next_end : ompscan_p->end;
  return ompscan_i >= ompscan_p->first && ompscan_i + ompscan_more < ompscan_end
             ? ompscan_i + ompscan_p->shift +
                   (ompscan_is_next ? ompscan_p->step : 0)
             : -1;
}

/// Begins to load.
OMPSCAN_INLINE void ompscan_move_load(OMPSCAN_MOVE_PARAMETERS,
                                      const ompscan_move_plan *ompscan_p,
                                      __local uint4 *ompscan_room) {
  const uint ompscan_lane = (uint)get_local_id(0);
  __local ompscan_E *const ompscan_items = (__local ompscan_E *)ompscan_room;
  if (ompscan_p->is_packed) {
    for (uint ompscan_i = ompscan_lane; ompscan_i < ompscan_p->count;
         ompscan_i += OMPSCAN_GROUP) {
      const ulong ompscan_q = ompscan_p->begin + ompscan_i;
      const ulong ompscan_r = ompscan_quotient(ompscan_q, ompscan_to);
      const ulong ompscan_c = ompscan_q - ompscan_r * ompscan_to;
      ompscan_items[ompscan_i] =
          ompscan_c < ompscan_width
              ? ompscan_x[ompscan_r * ompscan_from + ompscan_c]
              : ompscan_fill;
    }
    return;
  }
  __global const uint4 *const ompscan_f =
      (__global const uint4 *)(ompscan_x + ompscan_p->source);
  uint ompscan_vectors =
      (ompscan_p->loads + OMPSCAN_MOVE_VECTOR - 1) / OMPSCAN_MOVE_VECTOR;
  if (ompscan_vectors * OMPSCAN_MOVE_VECTOR > ompscan_n - ompscan_p->source) {
    // The array ends in the last one.
    --ompscan_vectors;
    for (uint ompscan_i = ompscan_vectors * OMPSCAN_MOVE_VECTOR + ompscan_lane;
         ompscan_i < ompscan_p->loads; ompscan_i += OMPSCAN_GROUP)
      ompscan_items[ompscan_i] = ompscan_x[ompscan_p->source + ompscan_i];
  }
#define OMPSCAN_MOVE_LOADS                                                     \
  ((OMPSCAN_MOVE_ROOM + OMPSCAN_GROUP - 1) / OMPSCAN_GROUP)
#if OMPSCAN_PTX >= 80
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_MOVE_LOADS; ++ompscan_j) {
    const uint ompscan_v = ompscan_j * OMPSCAN_GROUP + ompscan_lane;
    if (ompscan_v < ompscan_vectors)
      OMPSCAN_COPY_ASYNC(ompscan_room + ompscan_v, ompscan_f + ompscan_v);
  }
#else
  uint4 ompscan_w[OMPSCAN_MOVE_LOADS];
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_MOVE_LOADS; ++ompscan_j) {
    const uint ompscan_v = ompscan_j * OMPSCAN_GROUP + ompscan_lane;
    if (ompscan_v < ompscan_vectors)
      ompscan_w[ompscan_j] = ompscan_f[ompscan_v];
  }
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_MOVE_LOADS; ++ompscan_j) {
    const uint ompscan_v = ompscan_j * OMPSCAN_GROUP + ompscan_lane;
    if (ompscan_v < ompscan_vectors)
      ompscan_room[ompscan_v] = ompscan_w[ompscan_j];
  }
#endif
}

/// What a tile has begun to load is in local memory, for all work-items.
OMPSCAN_INLINE void ompscan_move_await(void) {
#if OMPSCAN_PTX
  ompscan_await_fetches();
#endif
  barrier(CLK_LOCAL_MEM_FENCE);
}

/// The 16 bytes from element \p ompscan_place of local memory on.
OMPSCAN_INLINE uint4 ompscan_unaligned(__local const uint4 *ompscan_room,
                                       const int ompscan_place) {
  const uint ompscan_bytes = (uint)ompscan_place * OMPSCAN_ELEMENT_SIZE;
  const uint4 ompscan_a = ompscan_room[ompscan_bytes / 16];
  const uint4 ompscan_b = ompscan_room[ompscan_bytes / 16 + 1];
  const bool ompscan_by_two = ompscan_bytes & 8,
             ompscan_by_one = ompscan_bytes & 4;
  // Of eight words, those from word 0 or 2 on, then from word 0 or 1 on.
  const uint ompscan_w0 = ompscan_by_two ? ompscan_a.z : ompscan_a.x;
  const uint ompscan_w1 = ompscan_by_two ? ompscan_a.w : ompscan_a.y;
  const uint ompscan_w2 = ompscan_by_two ? ompscan_b.x : ompscan_a.z;
  const uint ompscan_w3 = ompscan_by_two ? ompscan_b.y : ompscan_a.w;
#if OMPSCAN_ELEMENT_SIZE == 8
  return (uint4)(ompscan_w0, ompscan_w1, ompscan_w2, ompscan_w3);
#else
  const uint ompscan_w4 = ompscan_by_two ? ompscan_b.z : ompscan_b.x;
  const uint4 ompscan_v =
      ompscan_by_one ? (uint4)(ompscan_w1, ompscan_w2, ompscan_w3, ompscan_w4)
                     : (uint4)(ompscan_w0, ompscan_w1, ompscan_w2, ompscan_w3);
#if OMPSCAN_ELEMENT_SIZE == 4
  return ompscan_v;
#else
  const uint ompscan_w5 = ompscan_by_two ? ompscan_b.w : ompscan_b.y;
  const uint ompscan_last = ompscan_by_one ? ompscan_w5 : ompscan_w4;
  const uint ompscan_s = ompscan_bytes % 4 * 8;
  // A shift by 32 would be one by 0.
  const uint4 ompscan_high = (uint4)(ompscan_v.yzw, ompscan_last)
                             << (31 - ompscan_s) << 1;
  return ompscan_v >> ompscan_s | ompscan_high;
#endif
#endif
}

// Oclgrind 21.10 stores a vector made of single words as one that is not
// defined, and then the words. Not so with vstore4(), of which the compiler of
// NVIDIA makes four stores.
#if OMPSCAN_PTX
#define OMPSCAN_MOVE_STORE(value, place, to) (to)[place] = value
#else
#define OMPSCAN_MOVE_STORE(value, place, to)                                   \
  vstore4(value, place, (__global uint *)(to))
#endif

OMPSCAN_INLINE void ompscan_move_put(OMPSCAN_MOVE_PARAMETERS,
                                     const ompscan_move_plan *ompscan_p,
                                     __local const uint4 *ompscan_room,
                                     const int ompscan_i) {
  const int ompscan_place =
      ompscan_move_find(ompscan_p, ompscan_width, ompscan_to, ompscan_i, 0);
  ompscan_out[ompscan_p->begin + ompscan_i] =
      ompscan_place < 0
          ? ompscan_fill
          : ((__local const ompscan_E *)ompscan_room)[ompscan_place];
}

OMPSCAN_INLINE void ompscan_move_store(OMPSCAN_MOVE_PARAMETERS,
                                       const ompscan_move_plan *ompscan_p,
                                       __local const uint4 *ompscan_room) {
  const uint ompscan_lane = (uint)get_local_id(0);
  // The first element on a border.
  const uint ompscan_begin = min(
      (uint)(0ul - ompscan_p->begin) % OMPSCAN_MOVE_VECTOR, ompscan_p->count);
  const uint ompscan_vectors =
      (ompscan_p->count - ompscan_begin) / OMPSCAN_MOVE_VECTOR;
  __global uint4 *const ompscan_t =
      (__global uint4 *)(ompscan_out + ompscan_p->begin + ompscan_begin);
#pragma unroll 4
  for (uint ompscan_v = ompscan_lane; ompscan_v < ompscan_vectors;
       ompscan_v += OMPSCAN_GROUP) {
    const int ompscan_i =
        (int)(ompscan_begin + ompscan_v * OMPSCAN_MOVE_VECTOR);
    const int ompscan_place =
        ompscan_move_find(ompscan_p, ompscan_width, ompscan_to, ompscan_i,
                          OMPSCAN_MOVE_VECTOR - 1);
    if (ompscan_place >= 0)
      OMPSCAN_MOVE_STORE(ompscan_unaligned(ompscan_room, ompscan_place),
                         ompscan_v, ompscan_t);
    else
      for (int ompscan_k = 0; ompscan_k < OMPSCAN_MOVE_VECTOR; ++ompscan_k)
        ompscan_move_put(OMPSCAN_MOVE_ARGUMENTS, ompscan_p, ompscan_room,
                         ompscan_i + ompscan_k);
  }
  for (uint ompscan_i = ompscan_lane; ompscan_i < ompscan_begin;
       ompscan_i += OMPSCAN_GROUP)
    ompscan_move_put(OMPSCAN_MOVE_ARGUMENTS, ompscan_p, ompscan_room,
                     (int)ompscan_i);
  for (uint ompscan_i =
           ompscan_begin + ompscan_vectors * OMPSCAN_MOVE_VECTOR + ompscan_lane;
       ompscan_i < ompscan_p->count; ompscan_i += OMPSCAN_GROUP)
    ompscan_move_put(OMPSCAN_MOVE_ARGUMENTS, ompscan_p, ompscan_room,
                     (int)ompscan_i);
}

#endif // OMPSCAN_MOVE_BY_VECTORS
