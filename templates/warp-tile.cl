//===- warp-tile.cl - A tile by warps ------------------------- -*- OpenCL
//-*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How a work-group of several warps scans a tile on NVIDIA's devices, for the
// algorithms that know what stands on the left of a tile before they store:
//
//   OMPSCAN_TILE_VARIABLES, OMPSCAN_TILE_ARGUMENTS
//   ompscan_tile_total()   loads a tile and answers its total
//   ompscan_tile_finish()  stores it, combined with what stands on its left
//
// Every warp has a part of the tile, and every lane OMPSCAN_ROWS runs of
// OMPSCAN_RUN neighbours. Where the slots move vectors, a run is one vector:
// loads are coalesced as they are, and a row of runs takes five shuffles. Else
// the lane has one long run, and the elements pass through local memory.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_ALGORITHM != OMPSCAN_THREE_KERNEL && OMPSCAN_PTX

#define OMPSCAN_LANES 32u
#define OMPSCAN_WARPS ((OMPSCAN_GROUP) / OMPSCAN_LANES)
#define OMPSCAN_PART (OMPSCAN_LANES * (OMPSCAN_ITEMS))
#define OMPSCAN_LANE ((uint)get_local_id(0) % OMPSCAN_LANES)
#define OMPSCAN_WARP ((uint)get_local_id(0) / OMPSCAN_LANES)

/// The work-items that know a tile's total and need its prefix.
#define OMPSCAN_IS_LEADER (OMPSCAN_WARP == 0)

#if OMPSCAN_USES_VECTORS && OMPSCAN_VECTOR > 1
#define OMPSCAN_RUN (OMPSCAN_VECTOR)
#define OMPSCAN_ROWS ((OMPSCAN_ITEMS) / (OMPSCAN_VECTOR))
#define OMPSCAN_TRANSPOSES 0
#else
#define OMPSCAN_RUN (OMPSCAN_ITEMS)
#define OMPSCAN_ROWS 1
#define OMPSCAN_TRANSPOSES 1
#endif

static uint ompscan_word_up(const uint ompscan_w, const uint ompscan_d) {
  uint ompscan_r;
  __asm__ volatile("shfl.sync.up.b32 %0, %1, %2, 0, 0xffffffff;"
                   : "=r"(ompscan_r)
                   : "r"(ompscan_w), "r"(ompscan_d));
  return ompscan_r;
}

static uint ompscan_word_down(const uint ompscan_w, const uint ompscan_d) {
  uint ompscan_r;
  __asm__ volatile("shfl.sync.down.b32 %0, %1, %2, 31, 0xffffffff;"
                   : "=r"(ompscan_r)
                   : "r"(ompscan_w), "r"(ompscan_d));
  return ompscan_r;
}

static uint ompscan_word_of(const uint ompscan_w, const uint ompscan_lane) {
  uint ompscan_r;
  __asm__ volatile("shfl.sync.idx.b32 %0, %1, %2, 31, 0xffffffff;"
                   : "=r"(ompscan_r)
                   : "r"(ompscan_w), "r"(ompscan_lane));
  return ompscan_r;
}

/// Bit l says whether \p ompscan_condition holds in lane l.
static uint ompscan_ballot(const bool ompscan_condition) {
  uint ompscan_r;
  __asm__ volatile("{.reg .pred p; setp.ne.s32 p, %1, 0; "
                   "vote.sync.ballot.b32 %0, p, 0xffffffff;}"
                   : "=r"(ompscan_r)
                   : "r"((int)ompscan_condition));
  return ompscan_r;
}

static void ompscan_warp_barrier(void) {
  __asm__ volatile("bar.warp.sync 0xffffffff;" ::: "memory");
}

/// The value of the lane \p d below (up), above (down), or of lane \p d.
#define OMPSCAN_SHUFFLE(name, word)                                            \
  static ompscan_T name(const ompscan_T ompscan_value, const uint ompscan_d) { \
    ompscan_bits ompscan_b;                                                    \
    ompscan_b.value = ompscan_value;                                           \
    _Pragma("unroll") for (uint ompscan_i = 0; ompscan_i < OMPSCAN_WORDS;      \
                           ++ompscan_i) ompscan_b.words[ompscan_i] =           \
        word(ompscan_b.words[ompscan_i], ompscan_d);                           \
    return ompscan_b.value;                                                    \
  }
OMPSCAN_SHUFFLE(ompscan_up, ompscan_word_up)
OMPSCAN_SHUFFLE(ompscan_down, ompscan_word_down)
OMPSCAN_SHUFFLE(ompscan_of_lane, ompscan_word_of)
#undef OMPSCAN_SHUFFLE

/// The inclusive scan over the first \p ompscan_lanes lanes of the warp.
static ompscan_T ompscan_scan_lanes(ompscan_T ompscan_value,
                                    const uint ompscan_lanes) {
#pragma unroll
  for (uint ompscan_d = 1; ompscan_d < ompscan_lanes; ompscan_d *= 2) {
    const ompscan_T ompscan_left = ompscan_up(ompscan_value, ompscan_d);
    if (OMPSCAN_LANE >= ompscan_d)
      ompscan_value = ompscan_combine(ompscan_left, ompscan_value);
  }
  return ompscan_value;
}

#if OMPSCAN_TRANSPOSES

/// Structures go through local memory in pieces as large as they can.
#if OMPSCAN_ITEM_SIZE % 16 == 0
typedef uint4 ompscan_piece;
#elif OMPSCAN_ITEM_SIZE % 8 == 0
typedef uint2 ompscan_piece;
#elif OMPSCAN_ITEM_SIZE % 4 == 0
typedef uint ompscan_piece;
#elif OMPSCAN_ITEM_SIZE % 2 == 0
typedef ushort ompscan_piece;
#else
typedef uchar ompscan_piece;
#endif
#define OMPSCAN_PIECES (OMPSCAN_ITEM_SIZE / sizeof(ompscan_piece))
typedef union {
  ompscan_T value;
  ompscan_piece pieces[OMPSCAN_PIECES];
} ompscan_pieces;

static void ompscan_set_staged(__local ompscan_piece *ompscan_stage,
                               const uint ompscan_i,
                               const ompscan_T ompscan_value) {
  ompscan_pieces ompscan_p;
  ompscan_p.value = ompscan_value;
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_PIECES; ++ompscan_j)
    ompscan_stage[ompscan_i * OMPSCAN_PIECES + ompscan_j] =
        ompscan_p.pieces[ompscan_j];
}

static ompscan_T ompscan_staged(__local const ompscan_piece *ompscan_stage,
                                const uint ompscan_i) {
  ompscan_pieces ompscan_p;
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_PIECES; ++ompscan_j)
    ompscan_p.pieces[ompscan_j] =
        ompscan_stage[ompscan_i * OMPSCAN_PIECES + ompscan_j];
  return ompscan_p.value;
}

#define OMPSCAN_STAGE_SIZE (OMPSCAN_WARPS * OMPSCAN_PART * OMPSCAN_PIECES)
#define OMPSCAN_STAGE_OF_WARP                                                  \
  (ompscan_stage + OMPSCAN_WARP * OMPSCAN_PART * OMPSCAN_PIECES)

#else

typedef uchar ompscan_piece;
#define OMPSCAN_STAGE_SIZE 1

#endif // OMPSCAN_TRANSPOSES

/// In row r, `ompscan_x[r]` is the scan of the run, `ompscan_e[r]` what stands
/// on its left in the warp's part, except in row 0 of lane 0.
#define OMPSCAN_TILE_VARIABLES                                                 \
  ompscan_T ompscan_x[OMPSCAN_ROWS][OMPSCAN_RUN];                              \
  ompscan_T ompscan_e[OMPSCAN_ROWS];                                           \
  __local ompscan_piece ompscan_stage[OMPSCAN_STAGE_SIZE];                     \
  __local ompscan_T ompscan_totals[OMPSCAN_WARPS];
#define OMPSCAN_TILE_PARAMETERS                                                \
  ompscan_T(*ompscan_x)[OMPSCAN_RUN], ompscan_T *ompscan_e,                    \
      __local ompscan_piece *ompscan_stage, __local ompscan_T *ompscan_totals
#define OMPSCAN_TILE_ARGUMENTS                                                 \
  ompscan_x, ompscan_e, ompscan_stage, ompscan_totals

#define OMPSCAN_PART_BEGIN(tile)                                               \
  ((ulong)(tile) * OMPSCAN_TILE + OMPSCAN_WARP * OMPSCAN_PART)

/// Loads the runs of this lane. Beyond the end of the loop the last element is
/// repeated.
static void ompscan_load_runs(OMPSCAN_PARAMETERS, const ulong ompscan_n,
                              const ulong ompscan_tile,
                              OMPSCAN_TILE_PARAMETERS) {
  const ulong ompscan_begin = OMPSCAN_PART_BEGIN(ompscan_tile);
  const bool ompscan_full = ompscan_begin + OMPSCAN_PART <= ompscan_n;
#if OMPSCAN_TRANSPOSES
  __local ompscan_piece *const ompscan_mine = OMPSCAN_STAGE_OF_WARP;
  if (ompscan_full) {
#pragma unroll
    for (uint ompscan_j = 0; ompscan_j < OMPSCAN_RUN; ++ompscan_j) {
      const ulong ompscan_k =
          ompscan_begin + ompscan_j * OMPSCAN_LANES + OMPSCAN_LANE;
#if OMPSCAN_USES_VECTORS
      ompscan_inputs(OMPSCAN_ARGUMENTS, ompscan_k, &ompscan_x[0][ompscan_j]);
#else
      ompscan_x[0][ompscan_j] = ompscan_input(OMPSCAN_ARGUMENTS, ompscan_k);
#endif
    }
  } else {
#pragma unroll
    for (uint ompscan_j = 0; ompscan_j < OMPSCAN_RUN; ++ompscan_j)
      ompscan_x[0][ompscan_j] = ompscan_input(
          OMPSCAN_ARGUMENTS,
          min(ompscan_begin + ompscan_j * OMPSCAN_LANES + OMPSCAN_LANE,
              ompscan_n - 1));
  }
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_RUN; ++ompscan_j)
    ompscan_set_staged(ompscan_mine, ompscan_j * OMPSCAN_LANES + OMPSCAN_LANE,
                       ompscan_x[0][ompscan_j]);
  ompscan_warp_barrier();
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_RUN; ++ompscan_j)
    ompscan_x[0][ompscan_j] =
        ompscan_staged(ompscan_mine, OMPSCAN_LANE * OMPSCAN_RUN + ompscan_j);
#else
  if (ompscan_full) {
#pragma unroll
    for (uint ompscan_r = 0; ompscan_r < OMPSCAN_ROWS; ++ompscan_r)
      ompscan_inputs(OMPSCAN_ARGUMENTS,
                     ompscan_begin +
                         (ompscan_r * OMPSCAN_LANES + OMPSCAN_LANE) *
                             OMPSCAN_RUN,
                     ompscan_x[ompscan_r]);
  } else {
#pragma unroll
    for (uint ompscan_r = 0; ompscan_r < OMPSCAN_ROWS; ++ompscan_r)
#pragma unroll
      for (uint ompscan_j = 0; ompscan_j < OMPSCAN_RUN; ++ompscan_j)
        ompscan_x[ompscan_r][ompscan_j] = ompscan_input(
            OMPSCAN_ARGUMENTS,
            min(ompscan_begin +
                    (ompscan_r * OMPSCAN_LANES + OMPSCAN_LANE) * OMPSCAN_RUN +
                    ompscan_j,
                ompscan_n - 1));
  }
#endif
}

/// Loads and scans the parts of a tile. The first warp is told the total of the
/// tile and, in each lane but the first, the total of the warps before the
/// lane's number (\p ompscan_before).
static ompscan_T ompscan_tile_total(OMPSCAN_PARAMETERS, const ulong ompscan_n,
                                    const ulong ompscan_tile,
                                    ompscan_T *ompscan_before,
                                    OMPSCAN_TILE_PARAMETERS) {
  ompscan_load_runs(OMPSCAN_ARGUMENTS, ompscan_n, ompscan_tile,
                    OMPSCAN_TILE_ARGUMENTS);
  ompscan_T ompscan_total;
#pragma unroll
  for (uint ompscan_r = 0; ompscan_r < OMPSCAN_ROWS; ++ompscan_r) {
#pragma unroll
    for (uint ompscan_j = 1; ompscan_j < OMPSCAN_RUN; ++ompscan_j)
      ompscan_x[ompscan_r][ompscan_j] = ompscan_combine(
          ompscan_x[ompscan_r][ompscan_j - 1], ompscan_x[ompscan_r][ompscan_j]);
    const ompscan_T ompscan_row =
        ompscan_scan_lanes(ompscan_x[ompscan_r][OMPSCAN_RUN - 1], 32);
    const ompscan_T ompscan_left = ompscan_up(ompscan_row, 1);
    const ompscan_T ompscan_row_total = ompscan_of_lane(ompscan_row, 31);
    if (ompscan_r == 0) {
      ompscan_e[0] = ompscan_left;
      ompscan_total = ompscan_row_total;
    } else {
      ompscan_e[ompscan_r] = OMPSCAN_LANE
                                 ? ompscan_combine(ompscan_total, ompscan_left)
                                 : ompscan_total;
      ompscan_total = ompscan_combine(ompscan_total, ompscan_row_total);
    }
  }
  if (OMPSCAN_LANE == 0)
    ompscan_totals[OMPSCAN_WARP] = ompscan_total;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (OMPSCAN_WARP == 0) {
    const ompscan_T ompscan_scan = ompscan_scan_lanes(
        ompscan_totals[min(OMPSCAN_LANE, OMPSCAN_WARPS - 1)], OMPSCAN_WARPS);
    *ompscan_before = ompscan_up(ompscan_scan, 1);
    ompscan_total = ompscan_of_lane(ompscan_scan, OMPSCAN_WARPS - 1);
  }
  return ompscan_total;
}

/// Combines \p ompscan_prefix (known to the first warp) into the tile and
/// stores it.
static void ompscan_tile_finish(OMPSCAN_PARAMETERS, const ulong ompscan_n,
                                const ulong ompscan_tile,
                                const ompscan_T ompscan_prefix,
                                const ompscan_T ompscan_before,
                                OMPSCAN_TILE_PARAMETERS) {
  if (get_local_id(0) < OMPSCAN_WARPS)
    ompscan_totals[OMPSCAN_LANE] =
        OMPSCAN_LANE ? ompscan_combine(ompscan_prefix, ompscan_before)
                     : ompscan_prefix;
  barrier(CLK_LOCAL_MEM_FENCE);
  const ompscan_T ompscan_left = ompscan_totals[OMPSCAN_WARP];
  const ulong ompscan_begin = OMPSCAN_PART_BEGIN(ompscan_tile);
  const bool ompscan_full = ompscan_begin + OMPSCAN_PART <= ompscan_n;
#pragma unroll
  for (uint ompscan_r = 0; ompscan_r < OMPSCAN_ROWS; ++ompscan_r) {
    const ompscan_T ompscan_run_left =
        ompscan_r || OMPSCAN_LANE
            ? ompscan_combine(ompscan_left, ompscan_e[ompscan_r])
            : ompscan_left;
#pragma unroll
    for (uint ompscan_j = 0; ompscan_j < OMPSCAN_RUN; ++ompscan_j)
      ompscan_x[ompscan_r][ompscan_j] =
          ompscan_combine(ompscan_run_left, ompscan_x[ompscan_r][ompscan_j]);
#if !OMPSCAN_TRANSPOSES
    const ulong ompscan_k =
        ompscan_begin +
        (ompscan_r * OMPSCAN_LANES + OMPSCAN_LANE) * OMPSCAN_RUN;
    if (ompscan_full) {
      ompscan_outputs(OMPSCAN_ARGUMENTS, ompscan_k, ompscan_x[ompscan_r]);
    } else {
#pragma unroll
      for (uint ompscan_j = 0; ompscan_j < OMPSCAN_RUN; ++ompscan_j)
        if (ompscan_k + ompscan_j < ompscan_n)
          ompscan_output(OMPSCAN_ARGUMENTS, ompscan_k + ompscan_j,
                         ompscan_x[ompscan_r][ompscan_j],
                         ompscan_x[ompscan_r][ompscan_j]);
    }
#endif
  }
#if OMPSCAN_TRANSPOSES
  __local ompscan_piece *const ompscan_mine = OMPSCAN_STAGE_OF_WARP;
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_RUN; ++ompscan_j)
    ompscan_set_staged(ompscan_mine, OMPSCAN_LANE * OMPSCAN_RUN + ompscan_j,
                       ompscan_x[0][ompscan_j]);
  ompscan_warp_barrier();
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_RUN; ++ompscan_j) {
    const uint ompscan_i = ompscan_j * OMPSCAN_LANES + OMPSCAN_LANE;
    const ulong ompscan_k = ompscan_begin + ompscan_i;
    if (ompscan_full || ompscan_k < ompscan_n) {
      ompscan_T ompscan_after = ompscan_staged(ompscan_mine, ompscan_i);
#if OMPSCAN_USES_VECTORS
      ompscan_outputs(OMPSCAN_ARGUMENTS, ompscan_k, &ompscan_after);
#elif OMPSCAN_USES_BEFORE
      ompscan_output(OMPSCAN_ARGUMENTS, ompscan_k,
                     ompscan_i ? ompscan_staged(ompscan_mine, ompscan_i - 1)
                               : ompscan_left,
                     ompscan_after);
#else
      ompscan_output(OMPSCAN_ARGUMENTS, ompscan_k, ompscan_after,
                     ompscan_after);
#endif
    }
  }
#endif
}

#endif // OMPSCAN_ALGORITHM && OMPSCAN_PTX
