//===- segment-part.cl - A warp's part of segments ----------*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How a warp of an NVIDIA device loads its part of a tile (see warp-tile.cl)
// where segments of numbers are scanned or reduced: values lie in local memory
// as they are, without a mark each. Beside them lies a byte for each, which is
// not 0 where a segment begins: a flag as it was loaded, or the comparison of
// two keys, which come by way of registers. Every lane makes a bit of each byte
// of its run, which has up to 64 elements.
//
// The text in front defines what a scan's does (runtime/src/primitives), and
//
//   OMPSCAN_VALUE(k), OMPSCAN_KEY(k)   elements k
//   OMPSCAN_IS_HEAD(k)    whether a segment begins at k
//   ompscan_mark          the type of a flag or a key
//   OMPSCAN_HAS_KEYS      whether it is a key: ompscan_same_key(x, y)
//   OMPSCAN_COUNTS        whether segments are counted
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_PTX

#define OMPSCAN_IS_LEADER (OMPSCAN_WARP == 0)

/// Vectors of a lane. A run has up to 64 elements.
#define OMPSCAN_RUN ((OMPSCAN_ITEMS) / (OMPSCAN_VECTOR))

typedef OMPSCAN_VECTOR_OF(ompscan_E) ompscan_vector;
typedef OMPSCAN_VECTOR_OF(uchar) ompscan_byte_vector;

OMPSCAN_SHUFFLE(ompscan_E, ompscan_value_up, ompscan_word_up)

/// `ompscan_x` and `ompscan_in` are the warp's part: values, then results, and
/// bytes. What is kept of the run in registers: its heads, what stands on its
/// left in the part (`ompscan_e`, not defined in lane 0), and, in reductions,
/// what is combined from its last head on (`ompscan_tail`).
#define OMPSCAN_TILE_VARIABLES                                                 \
  __local ompscan_E ompscan_parts[OMPSCAN_WARPS * OMPSCAN_PART]                \
      __attribute__((aligned(16)));                                            \
  __local ompscan_E *const ompscan_x =                                         \
      ompscan_parts + OMPSCAN_WARP * OMPSCAN_PART;                             \
  __local uchar ompscan_ins[OMPSCAN_WARPS * OMPSCAN_PART]                      \
      __attribute__((aligned(16)));                                            \
  __local uchar *const ompscan_in = ompscan_ins + OMPSCAN_WARP * OMPSCAN_PART; \
  __local ompscan_T ompscan_totals[OMPSCAN_WARPS];                             \
  ompscan_T ompscan_e;                                                         \
  ompscan_E ompscan_tail;                                                      \
  ulong ompscan_heads;
#define OMPSCAN_TILE_PARAMETERS                                                \
  __local ompscan_E *const ompscan_x, __local uchar *const ompscan_in,         \
      __local ompscan_T *const ompscan_totals, ompscan_T *const ompscan_e,     \
      ompscan_E *const ompscan_tail, ulong *const ompscan_heads
#define OMPSCAN_TILE_ARGUMENTS                                                 \
  ompscan_x, ompscan_in, ompscan_totals, &ompscan_e, &ompscan_tail,            \
      &ompscan_heads
#define OMPSCAN_SAME_ARGUMENTS                                                 \
  ompscan_x, ompscan_in, ompscan_totals, ompscan_e, ompscan_tail, ompscan_heads

#define OMPSCAN_PART_BEGIN(tile)                                               \
  ((ulong)(tile) * OMPSCAN_TILE + OMPSCAN_WARP * OMPSCAN_PART)
#define OMPSCAN_PART_IS_FULL(begin, n) ((begin) + OMPSCAN_PART <= (n))

#if OMPSCAN_HAS_KEYS && OMPSCAN_ALIGNED

typedef OMPSCAN_VECTOR_OF(ompscan_mark) ompscan_key_vector;

OMPSCAN_SHUFFLE(ompscan_mark, ompscan_key_up, ompscan_word_up)
OMPSCAN_SHUFFLE(ompscan_mark, ompscan_key_of, ompscan_word_of)

#define OMPSCAN_LOAD_AS(vector, from, piece, type)                             \
  _Pragma("unroll") for (uint ompscan_i = 0;                                   \
                         ompscan_i < sizeof(vector.b) / sizeof(type);          \
                         ++ompscan_i) vector.piece[ompscan_i] =                \
      ((__global const type *)(from))[ompscan_i]

/// Loads the keys of this warp's part, all at once.
OMPSCAN_INLINE void ompscan_load_keys(OMPSCAN_PARAMETERS,
                                      const ulong ompscan_begin,
                                      OMPSCAN_TILE_PARAMETERS) {
  __global const ompscan_mark *const ompscan_f = &OMPSCAN_KEY(ompscan_begin);
  ompscan_mark ompscan_left = ompscan_f[0];
  if (ompscan_begin)
    ompscan_left = ompscan_f[-1];
  ompscan_key_vector ompscan_all[OMPSCAN_RUN];
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_RUN; ++ompscan_j)
    OMPSCAN_IN_PIECES(OMPSCAN_LOAD_AS, ompscan_all[ompscan_j],
                      ompscan_f + (ompscan_j * OMPSCAN_LANES + OMPSCAN_LANE) *
                                      OMPSCAN_VECTOR);
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_RUN; ++ompscan_j) {
    const ompscan_key_vector ompscan_k = ompscan_all[ompscan_j];
    const ompscan_mark ompscan_last = ompscan_k.e[OMPSCAN_VECTOR - 1];
    ompscan_mark ompscan_before = ompscan_key_up(ompscan_last, 1);
    if (OMPSCAN_LANE == 0)
      ompscan_before = ompscan_left;
    ompscan_left = ompscan_key_of(ompscan_last, OMPSCAN_LANES - 1);
    ompscan_byte_vector ompscan_b;
#pragma unroll
    for (uint ompscan_i = 0; ompscan_i < OMPSCAN_VECTOR; ++ompscan_i) {
      ompscan_b.b[ompscan_i] =
          !ompscan_same_key(ompscan_before, ompscan_k.e[ompscan_i]);
      ompscan_before = ompscan_k.e[ompscan_i];
    }
    OMPSCAN_GIVE(ompscan_b, ompscan_in,
                 ompscan_j * OMPSCAN_LANES + OMPSCAN_LANE);
  }
}

#endif

/// Loads the part of this warp. Beyond the end of the loop the last element is
/// repeated.
OMPSCAN_INLINE void ompscan_load_part(OMPSCAN_PARAMETERS, const ulong ompscan_n,
                                      const ulong ompscan_begin,
                                      OMPSCAN_TILE_PARAMETERS) {
#if OMPSCAN_ALIGNED
  if (OMPSCAN_PART_IS_FULL(ompscan_begin, ompscan_n)) {
    ompscan_fetch_bytes(ompscan_x, &OMPSCAN_VALUE(ompscan_begin),
                        sizeof(ompscan_E) * OMPSCAN_PART);
#if OMPSCAN_HAS_KEYS
    ompscan_load_keys(OMPSCAN_ARGUMENTS, ompscan_begin, OMPSCAN_SAME_ARGUMENTS);
#else
    ompscan_fetch_bytes(ompscan_in, &OMPSCAN_KEY(ompscan_begin), OMPSCAN_PART);
#endif
    ompscan_await_fetches();
    // The lane that has copied it.
    if (ompscan_begin + OMPSCAN_LANE == 0)
      ompscan_in[0] = 1;
    ompscan_warp_barrier();
    return;
  }
#endif
  for (uint ompscan_s = 0; ompscan_s < OMPSCAN_PART;
       ompscan_s += OMPSCAN_RUN * OMPSCAN_LANES) {
    ompscan_E ompscan_v[OMPSCAN_RUN];
    uchar ompscan_b[OMPSCAN_RUN];
#pragma unroll
    for (uint ompscan_j = 0; ompscan_j < OMPSCAN_RUN; ++ompscan_j) {
      const ulong ompscan_k = min(ompscan_begin + ompscan_s +
                                      ompscan_j * OMPSCAN_LANES + OMPSCAN_LANE,
                                  ompscan_n - 1);
      ompscan_v[ompscan_j] = OMPSCAN_VALUE(ompscan_k);
      ompscan_b[ompscan_j] = OMPSCAN_IS_HEAD(ompscan_k);
    }
#pragma unroll
    for (uint ompscan_j = 0; ompscan_j < OMPSCAN_RUN; ++ompscan_j) {
      const uint ompscan_i =
          ompscan_s + ompscan_j * OMPSCAN_LANES + OMPSCAN_LANE;
      ompscan_x[ompscan_i] = ompscan_v[ompscan_j];
      ompscan_in[ompscan_i] = ompscan_b[ompscan_j];
    }
  }
  ompscan_warp_barrier();
}

/// A bit for each element of the run of this lane: whether a segment begins.
OMPSCAN_INLINE ulong ompscan_find_heads(OMPSCAN_TILE_PARAMETERS) {
  ulong ompscan_all = 0;
#pragma unroll 2
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_RUN; ++ompscan_j) {
    ompscan_byte_vector ompscan_v;
    OMPSCAN_TAKE(ompscan_v, ompscan_in, OMPSCAN_LANE * OMPSCAN_RUN + ompscan_j);
    uint ompscan_bits = 0;
#if OMPSCAN_VECTOR == 4
    // In each byte of a word; 0x7f + 1 is the bit that tells one. Then byte i's
    // goes to bit 24 + i.
    const uint ompscan_w = ompscan_v.w[0];
    ompscan_bits =
        ((((ompscan_w & 0x7f7f7f7fu) + 0x7f7f7f7fu | ompscan_w) >> 7 &
          0x01010101u) *
         0x01020408u) >>
            24 &
        15u;
#else
#pragma unroll
    for (uint ompscan_i = 0; ompscan_i < OMPSCAN_VECTOR; ++ompscan_i)
      ompscan_bits |= ompscan_v.b[ompscan_i] ? 1u << ompscan_i : 0u;
#endif
    ompscan_all |= (ulong)ompscan_bits << ompscan_j * OMPSCAN_VECTOR;
  }
  return ompscan_all;
}

/// The bits of vector \p ompscan_j.
OMPSCAN_INLINE uint ompscan_bits_of(const ulong ompscan_heads,
                                    const uint ompscan_j) {
  return (uint)(ompscan_heads >> ompscan_j * OMPSCAN_VECTOR) &
         ((1u << OMPSCAN_VECTOR) - 1);
}

/// Combines the runs of all lanes, of which \p ompscan_run is what each has
/// from its last head on. The first warp is told the total of the tile and, in
/// each lane but the first, the total of the warps before the lane's number
/// (\p ompscan_before).
OMPSCAN_INLINE ompscan_T ompscan_combine_runs(ompscan_E ompscan_run,
                                              const ulong ompscan_h,
                                              ompscan_T *ompscan_before,
                                              OMPSCAN_TILE_PARAMETERS) {
  // Lanes are combined back to the last one in which a segment begins.
  const uint ompscan_m =
      ompscan_ballot(ompscan_h != 0) & 0xffffffffu >> (31 - OMPSCAN_LANE);
  const uint ompscan_start = ompscan_m ? 31 - clz(ompscan_m) : 0;
#if OMPSCAN_COUNTS
  const uint ompscan_own =
      popcount((uint)ompscan_h) + popcount((uint)(ompscan_h >> 32));
  uint ompscan_count = ompscan_own;
#endif
#pragma unroll
  for (uint ompscan_d = 1; ompscan_d < OMPSCAN_LANES; ompscan_d *= 2) {
    const ompscan_E ompscan_l = ompscan_value_up(ompscan_run, ompscan_d);
    if (OMPSCAN_LANE >= ompscan_start + ompscan_d)
      ompscan_run = ompscan_operate(ompscan_l, ompscan_run);
#if OMPSCAN_COUNTS
    const uint ompscan_c = ompscan_word_up(ompscan_count, ompscan_d);
    ompscan_count += OMPSCAN_LANE >= ompscan_d ? ompscan_c : 0;
#endif
  }
#if OMPSCAN_COUNTS
  const uint ompscan_left = ompscan_count - ompscan_own;
#else
  const uint ompscan_left = (ompscan_m & ~(1u << OMPSCAN_LANE)) != 0;
  const uint ompscan_count = ompscan_m != 0;
#endif
  *ompscan_e = ompscan_pair(ompscan_value_up(ompscan_run, 1), ompscan_left);
  if (OMPSCAN_LANE == OMPSCAN_LANES - 1)
    ompscan_totals[OMPSCAN_WARP] = ompscan_pair(ompscan_run, ompscan_count);
  barrier(CLK_LOCAL_MEM_FENCE);
  ompscan_T ompscan_total = *ompscan_e;
  if (OMPSCAN_WARP == 0) {
    const ompscan_T ompscan_warps = ompscan_scan_lanes(
        ompscan_totals[min(OMPSCAN_LANE, OMPSCAN_WARPS - 1)], OMPSCAN_WARPS);
    *ompscan_before = ompscan_up(ompscan_warps, 1);
    ompscan_total = ompscan_of_lane(ompscan_warps, OMPSCAN_WARPS - 1);
  }
  return ompscan_total;
}

/// What stands on the left of the run of this lane, when \p ompscan_prefix
/// (known to the first warp) stands on the left of the tile.
OMPSCAN_INLINE ompscan_T ompscan_left_of_run(const ompscan_T ompscan_prefix,
                                             const ompscan_T ompscan_before,
                                             OMPSCAN_TILE_PARAMETERS) {
  if (get_local_id(0) < OMPSCAN_WARPS)
    ompscan_totals[OMPSCAN_LANE] =
        OMPSCAN_LANE ? ompscan_combine(ompscan_prefix, ompscan_before)
                     : ompscan_prefix;
  barrier(CLK_LOCAL_MEM_FENCE);
  const ompscan_T ompscan_left = ompscan_totals[OMPSCAN_WARP];
  return OMPSCAN_LANE ? ompscan_combine(ompscan_left, *ompscan_e)
                      : ompscan_left;
}

#endif // OMPSCAN_PTX
