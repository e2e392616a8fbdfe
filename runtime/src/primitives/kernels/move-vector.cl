//===- move-vector.cl - Regular sliding by vectors --------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of a move by a work-group of several work-items, for elements of 1, 2,
// 4 or 8 bytes (move.cl). The elements that a tile loads lie between two
// elements of the array. All elements in between go to local memory in aligned
// vectors of 16 bytes, and are stored in vectors that are aligned in the
// result. Elements at the end of a row are stored one by one. One work-item
// computes the rows of the tile, so that the others need not divide.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_MOVE_BY_VECTORS

/// Elements of a vector, and the number of vectors in local memory. Elements
/// between rows that are far apart are loaded, too.
typedef uint4 ompscan_move_room;
#define OMPSCAN_MOVE_VECTOR (16 / OMPSCAN_ELEMENT_SIZE)
#define OMPSCAN_MOVE_ROOM                                                      \
  ((uint)(OMPSCAN_TILE / OMPSCAN_MOVE_VECTOR * 33 / 32) + 3)
/// More elements than a tile has.
#define OMPSCAN_MOVE_FAR (1 << 24)

/// The plan of a tile. Elements of the result are counted from its begin:
/// elements from `first` to `end` and, behind `next`, where a row begins, to
/// `next_end` are moved. They lie `shift` further in local memory, behind
/// `next` `shift + step`. Other elements are filled.
typedef struct {
  ulong begin, source; ///< of the result; of what is loaded
  uint count, loads;
  uint column; ///< of the begin
  int first, end, next, next_end, shift, step;
  bool has_rows;  ///< several of them may begin in the tile
  bool is_packed; ///< local memory gets the result as it is
} ompscan_move_plan;

/// Divides by 32 bits where possible, which is several times faster.
OMPSCAN_INLINE ulong ompscan_quotient(const ulong a, const ulong b) {
  return a <= 0xfffffffful && b <= 0xfffffffful ? (uint)a / (uint)b : a / b;
}

OMPSCAN_INLINE ompscan_move_plan ompscan_plan_move(OMPSCAN_MOVE_PARAMETERS,
                                                   const ulong tile) {
  ompscan_move_plan p;
  const ulong begin = ompscan_move_begin(OMPSCAN_MOVE_ARGUMENTS, tile);
  p.begin = begin;
  p.count = ompscan_move_count(m, tile);
  const ulong last = begin + p.count - 1;
  ulong at, s, t;
  if (to) {
    const ulong r = ompscan_quotient(begin, to);
    const ulong c = begin - r * to;
    const ulong q = ompscan_quotient(last, to);
    at = r * from + c;
    s = c < width ? at : (r + 1) * from;
    // Up to the last element, not to the end of the gap of its row: the array
    // may end in front of it.
    t = q * from + min(last - q * to + 1, width);
    p.has_rows = to < OMPSCAN_TILE;
    p.column = (uint)c;
    p.first = 0;
    p.next = (int)min(to - c, (ulong)OMPSCAN_MOVE_FAR);
    p.end = (int)clamp((long)(width - c), 0l, (long)OMPSCAN_MOVE_FAR);
    p.next_end = p.next + (int)min(width, (ulong)OMPSCAN_MOVE_FAR);
    p.step = (int)(from - to);
  } else {
    const long d = (long)(from - begin);
    const long count = (long)p.count;
    p.has_rows = false;
    p.column = 0;
    p.first = (int)clamp(d, 0l, count);
    p.end = (int)clamp(d + (long)n, (long)p.first, count);
    p.next = p.next_end = OMPSCAN_MOVE_FAR;
    p.step = 0;
    at = begin - from;
    s = at + (ulong)p.first;
    t = at + (ulong)p.end;
  }
  p.source = s & ~(ulong)(OMPSCAN_MOVE_VECTOR - 1);
  p.shift = (int)(at - p.source);
  const ulong loads = t > s ? t - p.source : 0;
  // A vector behind the last one is read, but not used.
  p.is_packed = loads > (OMPSCAN_MOVE_ROOM - 1) * OMPSCAN_MOVE_VECTOR;
  p.loads = (uint)loads;
  if (p.is_packed) {
    p.loads = 0;
    p.has_rows = false;
    p.first = p.shift = 0;
    p.end = p.next = p.next_end = OMPSCAN_MOVE_FAR;
  }
  return p;
}

/// \returns the place in local memory of element \p i of the tile, or -1 if it
/// and the \p more elements behind it are not all moved from one row.
OMPSCAN_INLINE int ompscan_move_find(const ompscan_move_plan *p,
                                     const ulong width, const ulong to,
                                     const int i, const int more) {
  if (p->has_rows) {
    const uint c = p->column + (uint)i;
    const uint r = c / (uint)to;
    return c - r * (uint)to + (uint)more < width
               ? i + p->shift + (int)r * p->step
               : -1;
  }
  const bool is_next = i >= p->next;
  const int end = is_next ? p->next_end : p->end;
  return i >= p->first && i + more < end
             ? i + p->shift + (is_next ? p->step : 0)
             : -1;
}

/// Elements of 8 bytes go to local memory by asynchronous copies. A shift of
/// 2^26 of them through registers takes 4.2 % longer, and padding 2.1 to 3.5 %
/// (H200, spreads of 1.3 to 2.1 %). Times of 4 bytes do not differ by more than
/// the spread, and for 1 and 2 bytes such copies make padding slower.
#define OMPSCAN_MOVE_ASYNC (OMPSCAN_PTX >= 80 && OMPSCAN_ELEMENT_SIZE == 8)

/// Loads a tile, or starts to.
OMPSCAN_INLINE void ompscan_move_load(OMPSCAN_MOVE_PARAMETERS,
                                      const ompscan_move_plan *p,
                                      __local uint4 *room) {
  const uint id = (uint)get_local_id(0);
  __local ompscan_E *const items = (__local ompscan_E *)room;
  if (p->is_packed) {
    for (uint i = id; i < p->count; i += OMPSCAN_GROUP) {
      const ulong q = p->begin + i;
      const ulong r = ompscan_quotient(q, to);
      const ulong c = q - r * to;
      items[i] = c < width ? x[r * from + c] : fill;
    }
    return;
  }
  __global const uint4 *const f = (__global const uint4 *)(x + p->source);
  uint vectors = (p->loads + OMPSCAN_MOVE_VECTOR - 1) / OMPSCAN_MOVE_VECTOR;
  if (vectors * OMPSCAN_MOVE_VECTOR > n - p->source) {
    // The array ends in the last vector.
    --vectors;
    for (uint i = vectors * OMPSCAN_MOVE_VECTOR + id; i < p->loads;
         i += OMPSCAN_GROUP)
      items[i] = x[p->source + i];
  }
#define OMPSCAN_MOVE_LOADS                                                     \
  ((OMPSCAN_MOVE_ROOM + OMPSCAN_GROUP - 1) / OMPSCAN_GROUP)
#if OMPSCAN_MOVE_ASYNC
#pragma unroll
  for (uint j = 0; j < OMPSCAN_MOVE_LOADS; ++j) {
    const uint v = j * OMPSCAN_GROUP + id;
    if (v < vectors)
      __asm__ volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(
                           (uint)(ulong)(room + v)),
                       "l"(f + v)
                       : "memory");
  }
#else
  uint4 w[OMPSCAN_MOVE_LOADS];
#pragma unroll
  for (uint j = 0; j < OMPSCAN_MOVE_LOADS; ++j) {
    const uint v = j * OMPSCAN_GROUP + id;
    if (v < vectors)
      w[j] = f[v];
  }
#pragma unroll
  for (uint j = 0; j < OMPSCAN_MOVE_LOADS; ++j) {
    const uint v = j * OMPSCAN_GROUP + id;
    if (v < vectors)
      room[v] = w[j];
  }
#endif
}

/// Waits for the loads of all work-items.
OMPSCAN_INLINE void ompscan_move_await(void) {
#if OMPSCAN_MOVE_ASYNC
  __asm__ volatile("cp.async.wait_all;" ::: "memory");
#endif
  barrier(CLK_LOCAL_MEM_FENCE);
}

/// \returns the 16 bytes from element \p place of local memory on.
OMPSCAN_INLINE uint4 ompscan_unaligned(__local const uint4 *room,
                                       const int place) {
  const uint bytes = (uint)place * OMPSCAN_ELEMENT_SIZE;
  const uint4 a = room[bytes / 16];
  const uint4 b = room[bytes / 16 + 1];
  const bool by_two = bytes & 8, by_one = bytes & 4;
  // Of eight words, select those from word 0 or 2 on, then from word 0 or 1 on.
  const uint w0 = by_two ? a.z : a.x;
  const uint w1 = by_two ? a.w : a.y;
  const uint w2 = by_two ? b.x : a.z;
  const uint w3 = by_two ? b.y : a.w;
#if OMPSCAN_ELEMENT_SIZE == 8
  return (uint4)(w0, w1, w2, w3);
#else
  const uint w4 = by_two ? b.z : b.x;
  const uint4 v = by_one ? (uint4)(w1, w2, w3, w4) : (uint4)(w0, w1, w2, w3);
#if OMPSCAN_ELEMENT_SIZE == 4
  return v;
#else
  const uint w5 = by_two ? b.w : b.y;
  const uint last = by_one ? w5 : w4;
  const uint s = bytes % 4 * 8;
  // A shift by 32 would be a shift by 0.
  const uint4 high = (uint4)(v.yzw, last) << (31 - s) << 1;
  return v >> s | high;
#endif
#endif
}

// Oclgrind 21.10 marks a stored vector made of single words as undefined,
// unless vstore4() stores it, which NVIDIA's compiler splits into four stores.
#if OMPSCAN_PTX
#define OMPSCAN_MOVE_STORE(value, place, to) (to)[place] = value
#else
#define OMPSCAN_MOVE_STORE(value, place, to)                                   \
  vstore4(value, place, (__global uint *)(to))
#endif

OMPSCAN_INLINE void ompscan_move_put(OMPSCAN_MOVE_PARAMETERS,
                                     const ompscan_move_plan *p,
                                     __local const uint4 *room, const int i) {
  const int place = ompscan_move_find(p, width, to, i, 0);
  out[p->begin + i] =
      place < 0 ? fill : ((__local const ompscan_E *)room)[place];
}

OMPSCAN_INLINE void ompscan_move_store(OMPSCAN_MOVE_PARAMETERS,
                                       const ompscan_move_plan *p,
                                       __local const uint4 *room) {
  const uint id = (uint)get_local_id(0);
  // The first element on a border of 16 bytes.
  const uint begin =
      min((uint)(0ul - p->begin) % OMPSCAN_MOVE_VECTOR, p->count);
  const uint vectors = (p->count - begin) / OMPSCAN_MOVE_VECTOR;
  __global uint4 *const t = (__global uint4 *)(out + p->begin + begin);
#pragma unroll 4
  for (uint v = id; v < vectors; v += OMPSCAN_GROUP) {
    const int i = (int)(begin + v * OMPSCAN_MOVE_VECTOR);
    const int place =
        ompscan_move_find(p, width, to, i, OMPSCAN_MOVE_VECTOR - 1);
    if (place >= 0)
      OMPSCAN_MOVE_STORE(ompscan_unaligned(room, place), v, t);
    else
      for (int k = 0; k < OMPSCAN_MOVE_VECTOR; ++k)
        ompscan_move_put(OMPSCAN_MOVE_ARGUMENTS, p, room, i + k);
  }
  for (uint i = id; i < begin; i += OMPSCAN_GROUP)
    ompscan_move_put(OMPSCAN_MOVE_ARGUMENTS, p, room, (int)i);
  for (uint i = begin + vectors * OMPSCAN_MOVE_VECTOR + id; i < p->count;
       i += OMPSCAN_GROUP)
    ompscan_move_put(OMPSCAN_MOVE_ARGUMENTS, p, room, (int)i);
}

#endif // OMPSCAN_MOVE_BY_VECTORS
