//===- warp.cl - What the lanes of a warp tell each other -- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NVIDIA's shuffles and votes, by inline PTX. All lanes of a warp call each of
// these functions.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_PTX

#define OMPSCAN_WARPS ((OMPSCAN_GROUP) / OMPSCAN_LANES)

OMPSCAN_INLINE uint ompscan_word_up(const uint ompscan_w,
                                    const uint ompscan_d) {
  uint ompscan_r;
  __asm__ volatile("shfl.sync.up.b32 %0, %1, %2, 0, 0xffffffff;"
                   : "=r"(ompscan_r)
                   : "r"(ompscan_w), "r"(ompscan_d));
  return ompscan_r;
}

OMPSCAN_INLINE uint ompscan_word_down(const uint ompscan_w,
                                      const uint ompscan_d) {
  uint ompscan_r;
  __asm__ volatile("shfl.sync.down.b32 %0, %1, %2, 31, 0xffffffff;"
                   : "=r"(ompscan_r)
                   : "r"(ompscan_w), "r"(ompscan_d));
  return ompscan_r;
}

OMPSCAN_INLINE uint ompscan_word_of(const uint ompscan_w,
                                    const uint ompscan_lane) {
  uint ompscan_r;
  __asm__ volatile("shfl.sync.idx.b32 %0, %1, %2, 31, 0xffffffff;"
                   : "=r"(ompscan_r)
                   : "r"(ompscan_w), "r"(ompscan_lane));
  return ompscan_r;
}

/// Bit l says whether \p ompscan_condition holds in lane l.
OMPSCAN_INLINE uint ompscan_ballot(const bool ompscan_condition) {
  uint ompscan_r;
  __asm__ volatile("{.reg .pred p; setp.ne.s32 p, %1, 0; "
                   "vote.sync.ballot.b32 %0, p, 0xffffffff;}"
                   : "=r"(ompscan_r)
                   : "r"((int)ompscan_condition));
  return ompscan_r;
}

OMPSCAN_INLINE void ompscan_warp_barrier(void) {
  __asm__ volatile("bar.warp.sync 0xffffffff;" ::: "memory");
}

/// Defines a function: the value, of type \p E, of the lane \p d below (up),
/// above (down), or of lane \p d.
#define OMPSCAN_SHUFFLE(E, name, word)                                         \
  OMPSCAN_INLINE E name(const E ompscan_value, const uint ompscan_d) {         \
    union {                                                                    \
      E value;                                                                 \
      uint words[(sizeof(E) + 3) / 4];                                         \
    } ompscan_b;                                                               \
    ompscan_b.value = ompscan_value;                                           \
    _Pragma("unroll") for (uint ompscan_i = 0;                                 \
                           ompscan_i < (sizeof(E) + 3) / 4; ++ompscan_i)       \
        ompscan_b.words[ompscan_i] =                                           \
        word(ompscan_b.words[ompscan_i], ompscan_d);                           \
    return ompscan_b.value;                                                    \
  }
OMPSCAN_SHUFFLE(ompscan_T, ompscan_up, ompscan_word_up)
OMPSCAN_SHUFFLE(ompscan_T, ompscan_down, ompscan_word_down)
OMPSCAN_SHUFFLE(ompscan_T, ompscan_of_lane, ompscan_word_of)

/// The inclusive scan over the first \p ompscan_lanes lanes of the warp.
OMPSCAN_INLINE ompscan_T ompscan_scan_lanes(ompscan_T ompscan_value,
                                            const uint ompscan_lanes) {
#pragma unroll
  for (uint ompscan_d = 1; ompscan_d < ompscan_lanes; ompscan_d *= 2) {
    const ompscan_T ompscan_left = ompscan_up(ompscan_value, ompscan_d);
    if (OMPSCAN_LANE >= ompscan_d)
      ompscan_value = ompscan_combine(ompscan_left, ompscan_value);
  }
  return ompscan_value;
}

#endif // OMPSCAN_PTX
