//===- select-warp.cl - A tile of a selection by warps ---- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On NVIDIA's devices: see select.cl. A warp has a part of the tile, which it
// loads in rows: every lane takes OMPSCAN_VECTOR neighbours of a row, in one
// access of up to 16 bytes where the arrays lie on such borders. Elements stay
// in registers, and one bit of each says whether it is kept.
//
// A condition need not look at all of an element, so the count of a tile is
// made to depend on every word that has been loaded.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_GROUP > 1 && OMPSCAN_PTX

/// Rows of a warp's part.
#define OMPSCAN_ROWS ((OMPSCAN_ITEMS) / (OMPSCAN_VECTOR))

typedef OMPSCAN_VECTOR_OF(ompscan_E) ompscan_e_vector;
typedef OMPSCAN_VECTOR_OF(ompscan_C) ompscan_c_vector;

#define OMPSCAN_IS_MIRRORED (OMPSCAN_HAS_REST && ompscan_mirrored)

/// What a lane has of its warp's part; bit j of `keeps` says whether element j
/// is kept, and `left` counts what the warps in front keep. Where elements
/// belong is voted for when they go to local memory: ranks of rows would take a
/// register each.
typedef struct {
  ompscan_e_vector e[OMPSCAN_ROWS];
#if OMPSCAN_HAS_COMPANION
  ompscan_c_vector c[OMPSCAN_ROWS];
#endif
  uint keeps, left;
} ompscan_select_run;

#define OMPSCAN_SELECT_VARIABLES                                               \
  __local ompscan_E ompscan_items[OMPSCAN_TILE];                               \
  __local ompscan_C ompscan_companions[OMPSCAN_COMPANIONS];                    \
  __local uint ompscan_totals[OMPSCAN_WARPS];                                  \
  ompscan_select_run ompscan_run;
#define OMPSCAN_SELECT_LOCALS                                                  \
  ompscan_items, ompscan_companions, ompscan_totals, &ompscan_run

/// The rest lies behind what is kept.
#define OMPSCAN_REST_PLACE(i, kept, count) ((kept) + (i))

/// The place in the tile of the first element that a lane has of a row.
#define OMPSCAN_ROW_PLACE(row)                                                 \
  (OMPSCAN_WARP * OMPSCAN_PART +                                               \
   ((row) * OMPSCAN_LANES + OMPSCAN_LANE) * OMPSCAN_VECTOR)

#define OMPSCAN_LOAD_AS(vector, from, piece, type)                             \
  _Pragma("unroll") for (uint ompscan_i = 0;                                   \
                         ompscan_i < sizeof(vector.b) / sizeof(type);          \
                         ++ompscan_i) vector.piece[ompscan_i] =                \
      ((__global const type *)(from))[ompscan_i]

/// Loads what a lane has of a tile of \p ompscan_count elements, the first one
/// of which is element \p ompscan_begin of the selection; behind the last one
/// stands that one once more. \p ompscan_is_whole: the tile is full, and rows
/// lie on borders of vectors.
#define OMPSCAN_LOADER(name, E, vector)                                        \
  OMPSCAN_INLINE void name(                                                    \
      __global const E *ompscan_array, const ulong ompscan_begin,              \
      const uint ompscan_count, const bool ompscan_is_whole,                   \
      const uint ompscan_mirrored, const ulong ompscan_n,                      \
      vector *ompscan_rows) {                                                  \
    if (!ompscan_is_whole) {                                                   \
      _Pragma("unroll") for (uint ompscan_r = 0; ompscan_r < OMPSCAN_ROWS;     \
                             ++ompscan_r) {                                    \
        ompscan_rows[ompscan_r].w[sizeof(vector) / 4 - 1] = 0;                 \
        _Pragma("unroll") for (uint ompscan_j = 0; ompscan_j < OMPSCAN_VECTOR; \
                               ++ompscan_j) ompscan_rows[ompscan_r]            \
            .e[ompscan_j] = ompscan_array[OMPSCAN_AT(                          \
            ompscan_begin + min(OMPSCAN_ROW_PLACE(ompscan_r) + ompscan_j,      \
                                ompscan_count - 1))];                          \
      }                                                                        \
    } else if (OMPSCAN_IS_MIRRORED) {                                          \
      __global const E *const ompscan_p =                                      \
          ompscan_array + (ompscan_n - OMPSCAN_VECTOR - ompscan_begin);        \
      _Pragma("unroll") for (uint ompscan_r = 0; ompscan_r < OMPSCAN_ROWS;     \
                             ++ompscan_r) {                                    \
        vector ompscan_v;                                                      \
        OMPSCAN_IN_PIECES(OMPSCAN_LOAD_AS, ompscan_v,                          \
                          ompscan_p - (long)OMPSCAN_ROW_PLACE(ompscan_r));     \
        ompscan_rows[ompscan_r].w[sizeof(vector) / 4 - 1] = 0;                 \
        _Pragma("unroll") for (uint ompscan_j = 0; ompscan_j < OMPSCAN_VECTOR; \
                               ++ompscan_j) ompscan_rows[ompscan_r]            \
            .e[ompscan_j] = ompscan_v.e[OMPSCAN_VECTOR - 1 - ompscan_j];       \
      }                                                                        \
    } else {                                                                   \
      __global const E *const ompscan_p =                                      \
          ompscan_array + ompscan_begin + OMPSCAN_ROW_PLACE(0);                \
      _Pragma("unroll") for (uint ompscan_r = 0; ompscan_r < OMPSCAN_ROWS;     \
                             ++ompscan_r) {                                    \
        ompscan_rows[ompscan_r].w[sizeof(vector) / 4 - 1] = 0;                 \
        OMPSCAN_IN_PIECES(OMPSCAN_LOAD_AS, ompscan_rows[ompscan_r],            \
                          ompscan_p +                                          \
                              ompscan_r * OMPSCAN_LANES * OMPSCAN_VECTOR);     \
      }                                                                        \
    }                                                                          \
  }
OMPSCAN_LOADER(ompscan_load_e, ompscan_E, ompscan_e_vector)
#if OMPSCAN_HAS_COMPANION
OMPSCAN_LOADER(ompscan_load_c, ompscan_C, ompscan_c_vector)
#endif
#undef OMPSCAN_LOADER

#if OMPSCAN_HAS_PREVIOUS
/// What lane \p ompscan_lane has.
OMPSCAN_INLINE ompscan_E ompscan_e_of(const ompscan_E ompscan_e,
                                      const uint ompscan_lane) {
  union {
    ompscan_E value;
    uint words[(sizeof(ompscan_E) + 3) / 4];
  } ompscan_b;
  ompscan_b.words[(sizeof(ompscan_E) + 3) / 4 - 1] = 0;
  ompscan_b.value = ompscan_e;
#pragma unroll
  for (uint ompscan_i = 0; ompscan_i < (sizeof(ompscan_E) + 3) / 4; ++ompscan_i)
    ompscan_b.words[ompscan_i] =
        ompscan_word_of(ompscan_b.words[ompscan_i], ompscan_lane);
  return ompscan_b.value;
}
#endif

/// The elements that a lane has of a tile with \p ompscan_count of them.
OMPSCAN_INLINE uint ompscan_select_has(const uint ompscan_count) {
  uint ompscan_has = 0;
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ROWS; ++ompscan_j)
#pragma unroll
    for (uint ompscan_i = 0; ompscan_i < OMPSCAN_VECTOR; ++ompscan_i)
      if (OMPSCAN_ROW_PLACE(ompscan_j) + ompscan_i < ompscan_count)
        ompscan_has |= 1u << (ompscan_j * OMPSCAN_VECTOR + ompscan_i);
  return ompscan_has;
}

/// Loads what a lane has of a tile and answers which of it is kept. \p
/// ompscan_words gets what depends on every word.
OMPSCAN_INLINE uint ompscan_select_rows(OMPSCAN_SELECT_PARAMETERS,
                                        const ulong ompscan_begin,
                                        const uint ompscan_count,
                                        const bool ompscan_is_whole,
                                        ompscan_select_run *ompscan_run,
                                        uint *ompscan_words) {
  ompscan_load_e(ompscan_x, ompscan_begin, ompscan_count, ompscan_is_whole,
                 ompscan_mirrored, ompscan_n, ompscan_run->e);
#if OMPSCAN_HAS_COMPANION
  ompscan_load_c(ompscan_y, ompscan_begin, ompscan_count, ompscan_is_whole,
                 ompscan_mirrored, ompscan_n, ompscan_run->c);
#endif
#if OMPSCAN_HAS_PREVIOUS
  ompscan_E ompscan_previous_end = ompscan_run->e[0].e[0];
  if (OMPSCAN_LANE == 0)
    ompscan_previous_end =
        ompscan_x[max(ompscan_begin +
                          min(OMPSCAN_ROW_PLACE(0), ompscan_count - 1),
                      1ul) -
                  1];
#endif
  uint ompscan_keeps = 0;
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ROWS; ++ompscan_j) {
    const uint ompscan_place = OMPSCAN_ROW_PLACE(ompscan_j);
#if OMPSCAN_HAS_PREVIOUS
    // Lane 0 follows the last lane's end of the row before.
    const ompscan_E ompscan_end =
        ompscan_run->e[ompscan_j].e[OMPSCAN_VECTOR - 1];
    ompscan_E ompscan_previous = ompscan_previous_end;
    if (ompscan_j == 0 || OMPSCAN_LANE < OMPSCAN_LANES - 1)
      ompscan_previous = ompscan_end;
    ompscan_previous = ompscan_e_of(
        ompscan_previous, (OMPSCAN_LANE + OMPSCAN_LANES - 1) % OMPSCAN_LANES);
    if (ompscan_j == 0 && OMPSCAN_LANE == 0)
      ompscan_previous = ompscan_previous_end;
    ompscan_previous_end = ompscan_end;
#endif
#pragma unroll
    for (uint ompscan_i = 0; ompscan_i < OMPSCAN_VECTOR; ++ompscan_i) {
      const ompscan_E ompscan_e = ompscan_run->e[ompscan_j].e[ompscan_i];
#if !OMPSCAN_HAS_PREVIOUS
      const ompscan_E ompscan_previous = ompscan_e;
#endif
      const uint ompscan_p = min(ompscan_place + ompscan_i, ompscan_count - 1);
      const uint ompscan_keep_this = OMPSCAN_KEEPS(
          ompscan_e, ompscan_previous, OMPSCAN_AT(ompscan_begin + ompscan_p));
      ompscan_keeps |= ompscan_keep_this
                       << (ompscan_j * OMPSCAN_VECTOR + ompscan_i);
#if OMPSCAN_HAS_PREVIOUS
      ompscan_previous = ompscan_e;
#endif
    }
#pragma unroll
    for (uint ompscan_i = 0; ompscan_i < sizeof(ompscan_e_vector) / 4;
         ++ompscan_i)
      *ompscan_words ^= ompscan_run->e[ompscan_j].w[ompscan_i];
#if OMPSCAN_HAS_COMPANION
#pragma unroll
    for (uint ompscan_i = 0; ompscan_i < sizeof(ompscan_c_vector) / 4;
         ++ompscan_i)
      *ompscan_words ^= ompscan_run->c[ompscan_j].w[ompscan_i];
#endif
  }
  return ompscan_keeps;
}

/// \p ompscan_none is 0, which the compiler does not know.
OMPSCAN_INLINE uint ompscan_select_load(OMPSCAN_SELECT_PARAMETERS,
                                        const ulong ompscan_tile,
                                        const uint ompscan_none,
                                        __local ompscan_E *ompscan_items,
                                        __local ompscan_C *ompscan_companions,
                                        __local uint *ompscan_totals,
                                        ompscan_select_run *ompscan_run) {
  const ulong ompscan_begin = ompscan_tile * OMPSCAN_TILE;
  const uint ompscan_count = ompscan_tile_count(ompscan_n, ompscan_tile);
  uint ompscan_keeps, ompscan_words = 0;
  // Each path with its conditions, so that all loads of a whole tile are under
  // way at once.
  if (ompscan_count == OMPSCAN_TILE &&
      (OMPSCAN_VECTOR == 1 ||
       ((((ulong)ompscan_x | (ulong)ompscan_y) % 16) == 0 &&
        !(OMPSCAN_IS_MIRRORED && ompscan_n % OMPSCAN_VECTOR))))
    ompscan_keeps =
        ompscan_select_rows(OMPSCAN_SELECT_ARGUMENTS, ompscan_begin,
                            OMPSCAN_TILE, true, ompscan_run, &ompscan_words);
  else
    ompscan_keeps =
        ompscan_select_rows(OMPSCAN_SELECT_ARGUMENTS, ompscan_begin,
                            ompscan_count, false, ompscan_run, &ompscan_words) &
        ompscan_select_has(ompscan_count);
  ompscan_run->keeps = ompscan_keeps;
  return ompscan_count_votes(ompscan_keeps, ompscan_words & ompscan_none,
                             ompscan_totals, &ompscan_run->left);
}

OMPSCAN_INLINE void ompscan_select_compact(
    OMPSCAN_SELECT_PARAMETERS, const ulong ompscan_tile,
    const uint ompscan_kept, __local ompscan_E *ompscan_items,
    __local ompscan_C *ompscan_companions, __local uint *ompscan_totals,
    ompscan_select_run *ompscan_run) {
  const uint ompscan_count = ompscan_tile_count(ompscan_n, ompscan_tile);
  uint ompscan_left = ompscan_run->left;
#pragma unroll
  for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ROWS; ++ompscan_j) {
    uint ompscan_rank = ompscan_left;
#pragma unroll
    for (uint ompscan_i = 0; ompscan_i < OMPSCAN_VECTOR; ++ompscan_i)
      ompscan_rank +=
          ompscan_vote(ompscan_run->keeps,
                       ompscan_j * OMPSCAN_VECTOR + ompscan_i, &ompscan_left);
#pragma unroll
    for (uint ompscan_i = 0; ompscan_i < OMPSCAN_VECTOR; ++ompscan_i) {
      const uint ompscan_bit = ompscan_j * OMPSCAN_VECTOR + ompscan_i;
      const uint ompscan_keeps = ompscan_run->keeps >> ompscan_bit & 1u;
      const uint ompscan_own = OMPSCAN_ROW_PLACE(ompscan_j) + ompscan_i;
      if (OMPSCAN_HAS_REST ? ompscan_own < ompscan_count : ompscan_keeps) {
        const uint ompscan_place =
            ompscan_keeps ? ompscan_rank
                          : ompscan_kept + ompscan_own - ompscan_rank;
        ompscan_items[ompscan_place] = ompscan_run->e[ompscan_j].e[ompscan_i];
#if OMPSCAN_HAS_COMPANION
        ompscan_companions[ompscan_place] =
            ompscan_run->c[ompscan_j].e[ompscan_i];
#elif OMPSCAN_HAS_LENGTHS
        ompscan_companions[ompscan_place] = (ompscan_C)ompscan_own;
#endif
      }
      ompscan_rank += ompscan_keeps;
    }
  }
}

#endif // OMPSCAN_GROUP && OMPSCAN_PTX
