//===- warp.cl - Shuffles and votes of a warp -------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shuffles and votes of NVIDIA devices, by inline PTX. All lanes of a warp call
// these functions.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_PTX

#define OMPSCAN_WARPS ((OMPSCAN_GROUP) / OMPSCAN_LANES)

OMPSCAN_INLINE uint ompscan_word_up(const uint w, const uint d) {
  uint r;
  __asm__ volatile("shfl.sync.up.b32 %0, %1, %2, 0, 0xffffffff;"
                   : "=r"(r)
                   : "r"(w), "r"(d));
  return r;
}

OMPSCAN_INLINE uint ompscan_word_down(const uint w, const uint d) {
  uint r;
  __asm__ volatile("shfl.sync.down.b32 %0, %1, %2, 31, 0xffffffff;"
                   : "=r"(r)
                   : "r"(w), "r"(d));
  return r;
}

OMPSCAN_INLINE uint ompscan_word_of(const uint w, const uint lane) {
  uint r;
  __asm__ volatile("shfl.sync.idx.b32 %0, %1, %2, 31, 0xffffffff;"
                   : "=r"(r)
                   : "r"(w), "r"(lane));
  return r;
}

/// \returns a word whose bit l says whether \p condition holds in lane l.
OMPSCAN_INLINE uint ompscan_ballot(const bool condition) {
  uint r;
  __asm__ volatile("{.reg .pred p; setp.ne.s32 p, %1, 0; "
                   "vote.sync.ballot.b32 %0, p, 0xffffffff;}"
                   : "=r"(r)
                   : "r"((int)condition));
  return r;
}

OMPSCAN_INLINE void ompscan_warp_barrier(void) {
  __asm__ volatile("bar.warp.sync 0xffffffff;" ::: "memory");
}

/// Defines a function that returns the value, of type \p E, of the lane \p d
/// below (up), \p d above (down), or of lane \p d. For a value of at most two
/// words there is no loop, which would take long to unroll at each call.
#define OMPSCAN_SHUFFLE(E, name, word)                                         \
  OMPSCAN_INLINE E name(const E value, const uint d) {                         \
    union {                                                                    \
      E value;                                                                 \
      uint words[(sizeof(E) + 3) / 4];                                         \
    } b;                                                                       \
    b.value = value;                                                           \
    b.words[0] = word(b.words[0], d);                                          \
    if (sizeof(E) > 4)                                                         \
      b.words[1] = word(b.words[1], d);                                        \
    if (sizeof(E) > 8) {                                                       \
      _Pragma("unroll") for (uint i = 2; i < (sizeof(E) + 3) / 4; ++i)         \
          b.words[i] = word(b.words[i], d);                                    \
    }                                                                          \
    return b.value;                                                            \
  }
OMPSCAN_SHUFFLE(ompscan_T, ompscan_up, ompscan_word_up)
OMPSCAN_SHUFFLE(ompscan_T, ompscan_down, ompscan_word_down)
OMPSCAN_SHUFFLE(ompscan_T, ompscan_of_lane, ompscan_word_of)

/// \returns the inclusive scan over the first \p lanes lanes of the warp.
OMPSCAN_INLINE ompscan_T ompscan_scan_lanes(ompscan_T value, const uint lanes) {
#pragma unroll
  for (uint d = 1; d < lanes; d *= 2) {
    const ompscan_T left = ompscan_up(value, d);
    if (OMPSCAN_LANE >= d)
      value = ompscan_combine(left, value);
  }
  return value;
}

/// Scans the totals of the warps of a group. \p total is that of the own warp
/// in its last lane; \p totals has room for one of each warp.
/// \returns the total of the group, in the first warp, and a value of no
/// meaning in others. In the lanes of the first warp but the first, \p before
/// receives the total of the warps before the number of the lane.
OMPSCAN_INLINE ompscan_T ompscan_scan_warps(ompscan_T total, ompscan_T *before,
                                            __local ompscan_T *const totals) {
  if (OMPSCAN_LANE == OMPSCAN_LANES - 1)
    totals[OMPSCAN_WARP] = total;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (OMPSCAN_WARP == 0) {
    const ompscan_T warps = ompscan_scan_lanes(
        totals[min(OMPSCAN_LANE, OMPSCAN_WARPS - 1)], OMPSCAN_WARPS);
    *before = ompscan_up(warps, 1);
    total = ompscan_of_lane(warps, OMPSCAN_WARPS - 1);
  }
  return total;
}

#endif // OMPSCAN_PTX
