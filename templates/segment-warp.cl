//===- segment-warp.cl - Segments of numbers by warps ------ -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces warp-tile.cl where segments of numbers are scanned or reduced on an
// NVIDIA device. Values lie in local memory without a flag each. A byte per
// element beside them is nonzero where a segment begins: a flag as it was
// loaded, or the comparison of two keys, which pass through registers. Every
// lane turns the bytes of its run, at most 64, into bits.
//
// A scan stores its results into local memory in place of the values. A
// reduction reads a run once: at the head of a segment, the value combined in
// front of it replaces the element. When the prefix is known, the first of
// these values is completed, and all are stored.
//
// The text in front of the templates defines the hooks of a scan and
//
//   OMPSCAN_SEGMENTS_BY_WARP  1 selects this file
//   OMPSCAN_COUNTS            1: a reduction, 0: a scan
//   OMPSCAN_VALUE(k), OMPSCAN_KEY(k)   element k, its key or flag
//   OMPSCAN_IS_HEAD(k)        whether a segment begins at element k
//   ompscan_mark              the type of a key or a flag
//   OMPSCAN_HAS_KEYS          1: keys, compared by ompscan_same_key(x, y)
//   ompscan_operate(x, y), ompscan_pair(value, heads)
//
// and for a scan
//
//   OMPSCAN_RESULT(k)         element k of the result
//   ompscan_segment_result(OMPSCAN_PARAMETERS, is_head, before, after)
//                             the result, from the values combined before and
//                             with the element
//
// and for a reduction
//
//   ompscan_store_segment(OMPSCAN_PARAMETERS, number, value)
//                             stores the result of a segment
//   ompscan_begin_segment(OMPSCAN_PARAMETERS, number, k)
//                             stores the key of the segment that begins at k
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_PTX && OMPSCAN_SEGMENTS_BY_WARP

#define OMPSCAN_IS_LEADER (OMPSCAN_WARP == 0)

/// Vectors of a lane. A run has up to 64 elements.
#define OMPSCAN_RUN ((OMPSCAN_ITEMS) / (OMPSCAN_VECTOR))

typedef OMPSCAN_VECTOR_OF(ompscan_E) ompscan_vector;
typedef OMPSCAN_VECTOR_OF(uchar) ompscan_byte_vector;

OMPSCAN_SHUFFLE(ompscan_E, ompscan_value_up, ompscan_word_up)

/// `x` and `in` are the part of the warp: values, then results, and bytes. A
/// lane keeps the heads of its run in registers, the value combined in front of
/// the run within the part (`e`, undefined in lane 0) and, in reductions, the
/// value combined from the last head of the run on (`tail`).
#define OMPSCAN_TILE_VARIABLES                                                 \
  __local ompscan_E parts[OMPSCAN_WARPS * OMPSCAN_PART]                        \
      __attribute__((aligned(16)));                                            \
  __local ompscan_E *const x = parts + OMPSCAN_WARP * OMPSCAN_PART;            \
  __local uchar ins[OMPSCAN_WARPS * OMPSCAN_PART]                              \
      __attribute__((aligned(16)));                                            \
  __local uchar *const in = ins + OMPSCAN_WARP * OMPSCAN_PART;                 \
  __local ompscan_T totals[OMPSCAN_WARPS];                                     \
  ompscan_T e;                                                                 \
  ompscan_E tail;                                                              \
  ulong heads;
#define OMPSCAN_TILE_PARAMETERS                                                \
  __local ompscan_E *const x, __local uchar *const in,                         \
      __local ompscan_T *const totals, ompscan_T *const e,                     \
      ompscan_E *const tail, ulong *const heads
#define OMPSCAN_TILE_ARGUMENTS x, in, totals, &e, &tail, &heads
#define OMPSCAN_SAME_ARGUMENTS x, in, totals, e, tail, heads

#define OMPSCAN_PART_BEGIN(tile)                                               \
  ((ulong)(tile) * OMPSCAN_TILE + OMPSCAN_WARP * OMPSCAN_PART)
#define OMPSCAN_PART_IS_FULL(begin, n) ((begin) + OMPSCAN_PART <= (n))

#if OMPSCAN_HAS_KEYS && OMPSCAN_ALIGNED

typedef OMPSCAN_VECTOR_OF(ompscan_mark) ompscan_key_vector;

OMPSCAN_SHUFFLE(ompscan_mark, ompscan_key_up, ompscan_word_up)
OMPSCAN_SHUFFLE(ompscan_mark, ompscan_key_of, ompscan_word_of)

#define OMPSCAN_LOAD_AS(vector, from, words, type)                             \
  _Pragma("unroll") for (uint ompscan_i = 0;                                   \
                         ompscan_i < sizeof(vector.b) / sizeof(type);          \
                         ++ompscan_i) vector.words[ompscan_i] =                \
      ((__global const type *)(from))[ompscan_i]
#define OMPSCAN_LOAD_AS_ONE(vector, from)                                      \
  vector.q[0] = *(__global const uint4 *)(from)

/// Loads the keys of the part of this warp, all at once.
OMPSCAN_INLINE void ompscan_load_keys(OMPSCAN_PARAMETERS, const ulong begin,
                                      OMPSCAN_TILE_PARAMETERS) {
  __global const ompscan_mark *const f = &OMPSCAN_KEY(begin);
  ompscan_mark left = f[0];
  if (begin)
    left = f[-1];
  ompscan_key_vector overall[OMPSCAN_RUN];
#pragma unroll
  for (uint j = 0; j < OMPSCAN_RUN; ++j)
    OMPSCAN_BY_WORDS(OMPSCAN_LOAD_AS, overall[j],
                     f + (j * OMPSCAN_LANES + OMPSCAN_LANE) * OMPSCAN_VECTOR);
#pragma unroll
  for (uint j = 0; j < OMPSCAN_RUN; ++j) {
    const ompscan_key_vector k = overall[j];
    const ompscan_mark last = k.e[OMPSCAN_VECTOR - 1];
    ompscan_mark before = ompscan_key_up(last, 1);
    if (OMPSCAN_LANE == 0)
      before = left;
    left = ompscan_key_of(last, OMPSCAN_LANES - 1);
    ompscan_byte_vector b;
#pragma unroll
    for (uint i = 0; i < OMPSCAN_VECTOR; ++i) {
      b.b[i] = !ompscan_same_key(before, k.e[i]);
      before = k.e[i];
    }
    OMPSCAN_GIVE(b, in, j * OMPSCAN_LANES + OMPSCAN_LANE);
  }
}

#endif

/// Loads the part of this warp. Beyond the end of the loop the last element is
/// repeated.
OMPSCAN_INLINE void ompscan_load_part(OMPSCAN_PARAMETERS, const ulong n,
                                      const ulong begin,
                                      OMPSCAN_TILE_PARAMETERS) {
#if OMPSCAN_ALIGNED
  if (OMPSCAN_PART_IS_FULL(begin, n)) {
    ompscan_fetch_bytes(x, &OMPSCAN_VALUE(begin),
                        sizeof(ompscan_E) * OMPSCAN_PART, sizeof(ompscan_E));
#if OMPSCAN_HAS_KEYS
    ompscan_load_keys(OMPSCAN_ARGUMENTS, begin, OMPSCAN_SAME_ARGUMENTS);
#else
    ompscan_fetch_bytes(in, &OMPSCAN_KEY(begin), OMPSCAN_PART, 1);
#endif
    // This is the lane that has copied it.
    if (begin + OMPSCAN_LANE == 0)
      in[0] = 1;
    ompscan_warp_barrier();
    return;
  }
#endif
  for (uint s = 0; s < OMPSCAN_PART; s += OMPSCAN_RUN * OMPSCAN_LANES) {
    ompscan_E v[OMPSCAN_RUN];
    uchar b[OMPSCAN_RUN];
#pragma unroll
    for (uint j = 0; j < OMPSCAN_RUN; ++j) {
      const ulong k = min(begin + s + j * OMPSCAN_LANES + OMPSCAN_LANE, n - 1);
      v[j] = OMPSCAN_VALUE(k);
      b[j] = OMPSCAN_IS_HEAD(k);
    }
#pragma unroll
    for (uint j = 0; j < OMPSCAN_RUN; ++j) {
      const uint i = s + j * OMPSCAN_LANES + OMPSCAN_LANE;
      x[i] = v[j];
      in[i] = b[j];
    }
  }
  ompscan_warp_barrier();
}

/// \returns a bit for each element of the run of this lane: whether a segment
/// begins.
OMPSCAN_INLINE ulong ompscan_find_heads(OMPSCAN_TILE_PARAMETERS) {
  ulong overall = 0;
#pragma unroll 2
  for (uint j = 0; j < OMPSCAN_RUN; ++j) {
    ompscan_byte_vector v;
    OMPSCAN_TAKE(v, in, OMPSCAN_LANE * OMPSCAN_RUN + j);
    uint bits = 0;
#if OMPSCAN_VECTOR == 4
    // Adding 0x7f sets the top bit of a byte that is not 0. The multiplication
    // moves the bit of byte i to bit 24 + i.
    const uint w = v.w[0];
    bits = ((((w & 0x7f7f7f7fu) + 0x7f7f7f7fu | w) >> 7 & 0x01010101u) *
            0x01020408u) >>
               24 &
           15u;
#else
#pragma unroll
    for (uint i = 0; i < OMPSCAN_VECTOR; ++i)
      bits |= v.b[i] ? 1u << i : 0u;
#endif
    overall |= (ulong)bits << j * OMPSCAN_VECTOR;
  }
  return overall;
}

/// \returns the bits of vector \p j.
OMPSCAN_INLINE uint ompscan_bits_of(const ulong heads, const uint j) {
  return (uint)(heads >> j * OMPSCAN_VECTOR) & ((1u << OMPSCAN_VECTOR) - 1);
}

/// Combines the runs of all lanes. \p run is the value of a lane from its last
/// head on.
/// \returns the total of the tile as ompscan_scan_warps() does.
OMPSCAN_INLINE ompscan_T ompscan_combine_runs(ompscan_E run, const ulong h,
                                              ompscan_T *before,
                                              OMPSCAN_TILE_PARAMETERS) {
  // Combine lanes back to the last one in which a segment begins.
  const uint m = ompscan_ballot(h != 0) & 0xffffffffu >> (31 - OMPSCAN_LANE);
  const uint start = m ? 31 - clz(m) : 0;
#if OMPSCAN_COUNTS
  const uint own = popcount((uint)h) + popcount((uint)(h >> 32));
  uint count = own;
#endif
#pragma unroll
  for (uint d = 1; d < OMPSCAN_LANES; d *= 2) {
    const ompscan_E l = ompscan_value_up(run, d);
    if (OMPSCAN_LANE >= start + d)
      run = ompscan_operate(l, run);
#if OMPSCAN_COUNTS
    const uint c = ompscan_word_up(count, d);
    count += OMPSCAN_LANE >= d ? c : 0;
#endif
  }
#if OMPSCAN_COUNTS
  const uint left = count - own;
#else
  const uint left = (m & ~(1u << OMPSCAN_LANE)) != 0;
  const uint count = m != 0;
#endif
  *e = ompscan_pair(ompscan_value_up(run, 1), left);
  return ompscan_scan_warps(ompscan_pair(run, count), before, totals);
}

/// \returns the value in front of the run of this lane. At \p prefix, known to
/// the first warp, is the value in front of the tile.
OMPSCAN_INLINE ompscan_T ompscan_left_of_run(const ompscan_T *const prefix,
                                             const ompscan_T *const before,
                                             OMPSCAN_TILE_PARAMETERS) {
  if (get_local_id(0) < OMPSCAN_WARPS)
    totals[OMPSCAN_LANE] =
        OMPSCAN_LANE ? ompscan_combine(*prefix, *before) : *prefix;
  barrier(CLK_LOCAL_MEM_FENCE);
  const ompscan_T left = totals[OMPSCAN_WARP];
  return OMPSCAN_LANE ? ompscan_combine(left, *e) : left;
}

#if OMPSCAN_COUNTS

/// A lane stores the segments of its run one by one if no lane of the warp has
/// more. Otherwise the warp stores them in the order of local memory.
#define OMPSCAN_FEW_HEADS 4

/// \returns the place of the first head of \p h, which has one.
OMPSCAN_INLINE uint ompscan_first_of(const ulong h) {
  return (uint)popcount((h & (0ul - h)) - 1);
}

/// Combines the run of this lane, which is full. The values combined in front
/// of heads within the run replace the elements at heads.
/// \returns the value from the last head on.
OMPSCAN_INLINE ompscan_E ompscan_reduce_run(const ulong h,
                                            OMPSCAN_TILE_PARAMETERS) {
  ompscan_E run = x[OMPSCAN_LANE * (OMPSCAN_ITEMS)];
  // The first element of the run is combined with nothing.
  const ulong begins = h | 1;
#pragma unroll 2
  for (uint j = 0; j < OMPSCAN_RUN; ++j) {
    ompscan_vector v;
    OMPSCAN_TAKE(v, x, OMPSCAN_LANE * OMPSCAN_RUN + j);
    const uint b = ompscan_bits_of(begins, j);
#pragma unroll
    for (uint i = 0; i < OMPSCAN_VECTOR; ++i) {
      const ompscan_E value = v.e[i];
      v.e[i] = run;
      run = b & 1u << i ? value : ompscan_operate(run, value);
    }
    if (b)
      OMPSCAN_GIVE(v, x, OMPSCAN_LANE * OMPSCAN_RUN + j);
  }
  return run;
}

/// As ompscan_reduce_run(), in a part with \p count elements.
OMPSCAN_INLINE ompscan_E ompscan_reduce_rest(const ulong h, const uint count,
                                             OMPSCAN_TILE_PARAMETERS) {
  const uint begin = OMPSCAN_LANE * (OMPSCAN_ITEMS);
  ompscan_E run = x[begin];
#pragma unroll 1
  for (uint i = 1; i < OMPSCAN_ITEMS && begin + i < count; ++i) {
    const ompscan_E value = x[begin + i];
    x[begin + i] = run;
    run = h >> i & 1 ? value : ompscan_operate(run, value);
  }
  return run;
}

/// Clears the bytes after the \p count elements of a part.
OMPSCAN_INLINE void ompscan_end_part(const uint count,
                                     OMPSCAN_TILE_PARAMETERS) {
#pragma unroll 1
  for (uint i = count + OMPSCAN_LANE; i < OMPSCAN_PART; i += OMPSCAN_LANES)
    in[i] = 0;
  ompscan_warp_barrier();
}

/// Loads and reduces a tile.
/// \returns the total as ompscan_combine_runs() does.
OMPSCAN_INLINE ompscan_T ompscan_tile_total(OMPSCAN_PARAMETERS, const ulong n,
                                            const ulong tile, ompscan_T *before,
                                            OMPSCAN_TILE_PARAMETERS) {
  const ulong begin = OMPSCAN_PART_BEGIN(tile);
  ompscan_load_part(OMPSCAN_ARGUMENTS, n, begin, OMPSCAN_SAME_ARGUMENTS);
  const bool is_full = OMPSCAN_PART_IS_FULL(begin, n);
  const uint count = (uint)min(n - min(begin, n), (ulong)OMPSCAN_PART);
  if (!is_full)
    ompscan_end_part(count, OMPSCAN_SAME_ARGUMENTS);
  const ulong h = ompscan_find_heads(OMPSCAN_SAME_ARGUMENTS);
  *heads = h;
  *tail = is_full ? ompscan_reduce_run(h, OMPSCAN_SAME_ARGUMENTS)
                  : ompscan_reduce_rest(h, count, OMPSCAN_SAME_ARGUMENTS);
  return ompscan_combine_runs(*tail, h, before, OMPSCAN_SAME_ARGUMENTS);
}

/// Stores the segment that ends in front of element \p k, where segment \p
/// number begins.
OMPSCAN_INLINE void ompscan_store_head(OMPSCAN_PARAMETERS, const ulong number,
                                       const ulong k, const ompscan_E value) {
  if (number > 0)
    ompscan_store_segment(OMPSCAN_ARGUMENTS, number - 1, value);
  ompscan_begin_segment(OMPSCAN_ARGUMENTS, number, k);
}

/// Stores the segments that end in front of heads of the part of this warp. \p
/// first segments begin in front of the run of this lane.
OMPSCAN_INLINE void ompscan_store_heads(OMPSCAN_PARAMETERS, const ulong begin,
                                        ulong first, ulong h,
                                        OMPSCAN_TILE_PARAMETERS) {
  // The condition is the same in all lanes.
  if (ompscan_ballot(popcount(h) > OMPSCAN_FEW_HEADS) == 0) {
    for (; h; h &= h - 1) {
      const uint p = OMPSCAN_LANE * (OMPSCAN_ITEMS) + ompscan_first_of(h);
      ompscan_store_head(OMPSCAN_ARGUMENTS, first++, begin + p, x[p]);
    }
    return;
  }
  ompscan_warp_barrier();
  first = OMPSCAN_COUNT(totals[OMPSCAN_WARP]);
#pragma unroll 4
  for (uint i = OMPSCAN_LANE; i < OMPSCAN_PART; i += OMPSCAN_LANES) {
    const bool is_head = in[i] != 0;
    const uint votes = ompscan_ballot(is_head);
    if (is_head)
      ompscan_store_head(OMPSCAN_ARGUMENTS,
                         first + popcount(votes & ((1u << OMPSCAN_LANE) - 1)),
                         begin + i, x[i]);
    first += popcount(votes);
  }
}

/// Combines the value at \p prefix, known to the first warp, into the tile and
/// stores the segments that end in it.
OMPSCAN_INLINE void ompscan_tile_finish(OMPSCAN_PARAMETERS, const ulong n,
                                        const ulong tile,
                                        const ompscan_T *const prefix,
                                        const ompscan_T *const before,
                                        OMPSCAN_TILE_PARAMETERS) {
  const ompscan_T left =
      ompscan_left_of_run(prefix, before, OMPSCAN_SAME_ARGUMENTS);
  const ulong begin = OMPSCAN_PART_BEGIN(tile);
  const ulong h = *heads;
  const ulong k = begin + OMPSCAN_LANE * (OMPSCAN_ITEMS);
  if (k < F_trips && F_trips <= k + (OMPSCAN_ITEMS)) {
    const ompscan_T overall =
        ompscan_combine(left, ompscan_pair(*tail, popcount(h)));
    ompscan_store_segment(OMPSCAN_ARGUMENTS, OMPSCAN_COUNT(overall) - 1,
                          overall.value);
    F_values[0] = overall;
  }
  if (ompscan_ballot(h != 0) == 0)
    return;
  if (h) {
    const uint i = ompscan_first_of(h);
    const uint p = OMPSCAN_LANE * (OMPSCAN_ITEMS) + i;
    x[p] = i ? ompscan_operate(left.value, x[p]) : left.value;
  }
  ompscan_store_heads(OMPSCAN_ARGUMENTS, begin, OMPSCAN_COUNT(left), h,
                      OMPSCAN_SAME_ARGUMENTS);
}

#else // a scan

/// Loads a tile.
/// \returns the total as ompscan_combine_runs() does.
OMPSCAN_INLINE ompscan_T ompscan_tile_total(OMPSCAN_PARAMETERS, const ulong n,
                                            const ulong tile, ompscan_T *before,
                                            OMPSCAN_TILE_PARAMETERS) {
  const ulong begin = OMPSCAN_PART_BEGIN(tile);
  ompscan_load_part(OMPSCAN_ARGUMENTS, n, begin, OMPSCAN_SAME_ARGUMENTS);
  const ulong h = ompscan_find_heads(OMPSCAN_SAME_ARGUMENTS);
  *heads = h;
  ompscan_E run;
#pragma unroll 2
  for (uint j = 0; j < OMPSCAN_RUN; ++j) {
    ompscan_vector v;
    OMPSCAN_TAKE(v, x, OMPSCAN_LANE * OMPSCAN_RUN + j);
    const uint b = ompscan_bits_of(h, j);
    // A tree is shorter than a chain.
#pragma unroll
    for (uint d = 1; d < OMPSCAN_VECTOR; d *= 2)
#pragma unroll
      for (uint i = 0; i < OMPSCAN_VECTOR; i += 2 * d)
        v.e[i] = b & ((1u << d) - 1) << (i + d)
                     ? v.e[i + d]
                     : ompscan_operate(v.e[i], v.e[i + d]);
    run = j == 0 || b ? v.e[0] : ompscan_operate(run, v.e[0]);
  }
  return ompscan_combine_runs(run, h, before, OMPSCAN_SAME_ARGUMENTS);
}

/// Stores the part of this warp.
OMPSCAN_INLINE void ompscan_store_part(OMPSCAN_PARAMETERS, const ulong n,
                                       const ulong begin,
                                       OMPSCAN_TILE_PARAMETERS) {
#if OMPSCAN_ALIGNED
  if (OMPSCAN_PART_IS_FULL(begin, n)) {
    __global uint4 *const to = (__global uint4 *)&OMPSCAN_RESULT(begin);
    __local const uint4 *const from = (__local const uint4 *)x;
#pragma unroll
    for (uint j = OMPSCAN_LANE; j < OMPSCAN_PART * sizeof(ompscan_E) / 16;
         j += OMPSCAN_LANES)
      to[j] = from[j];
    return;
  }
#endif
#pragma unroll 4
  for (uint i = OMPSCAN_LANE; i < OMPSCAN_PART; i += OMPSCAN_LANES)
    if (begin + i < n)
      OMPSCAN_RESULT(begin + i) = x[i];
}

/// Combines the value at \p prefix, known to the first warp, into the tile and
/// stores it.
OMPSCAN_INLINE void ompscan_tile_finish(OMPSCAN_PARAMETERS, const ulong n,
                                        const ulong tile,
                                        const ompscan_T *const prefix,
                                        const ompscan_T *const before,
                                        OMPSCAN_TILE_PARAMETERS) {
  ompscan_E left =
      ompscan_left_of_run(prefix, before, OMPSCAN_SAME_ARGUMENTS).value;
  const ulong begin = OMPSCAN_PART_BEGIN(tile);
  const ulong h = *heads;
  // The last iteration lies in this part or after it.
  const bool is_last = begin + OMPSCAN_PART >= F_trips;
  const ulong k = begin + OMPSCAN_LANE * (OMPSCAN_ITEMS);
#pragma unroll 2
  for (uint j = 0; j < OMPSCAN_RUN; ++j) {
    ompscan_vector v;
    OMPSCAN_TAKE(v, x, OMPSCAN_LANE * OMPSCAN_RUN + j);
    const uint b = ompscan_bits_of(h, j);
#pragma unroll
    for (uint i = 0; i < OMPSCAN_VECTOR; ++i) {
      const ompscan_E first = left;
      const bool is_head = b & 1u << i;
      left = is_head ? v.e[i] : ompscan_operate(left, v.e[i]);
      if (is_last && k + j * OMPSCAN_VECTOR + i + 1 == F_trips)
        F_values[0] = ompscan_pair(left, 0);
      v.e[i] = ompscan_segment_result(OMPSCAN_ARGUMENTS, is_head, first, left);
    }
    OMPSCAN_GIVE(v, x, OMPSCAN_LANE * OMPSCAN_RUN + j);
  }
  ompscan_warp_barrier();
  ompscan_store_part(OMPSCAN_ARGUMENTS, n, begin, OMPSCAN_SAME_ARGUMENTS);
}

#endif // OMPSCAN_COUNTS

#endif // OMPSCAN_PTX && OMPSCAN_SEGMENTS_BY_WARP
