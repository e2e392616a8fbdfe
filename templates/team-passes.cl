//===- team-passes.cl - Scans in passes by teams ----------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows team.cl. A scan inside of rows whose items depend on other items has
// several passes. A team runs a piece by all of them before the next piece.
// Each pass but the last one keeps the values that its items have before an
// iteration in registers of the work-item that has this iteration, which is the
// same one in all passes.
//
//===----------------------------------------------------------------------===//

/// Defines a pass: name_load() loads the inputs of \p length iterations from
/// number \p begin on to \p values, and name() scans them from the value \p
/// total, which becomes the value after them. A work-item has
/// OMPSCAN_TEAM_ABREAST_OF(\p bytes) of these iterations, where no pass of the
/// loop scans larger values than \p bytes. \p turn is 0 and 1 alternately.
/// OMPSCAN_KEPT_AT(u) has the pointers to kept values point to those of the
/// work-item's iteration u.
#define OMPSCAN_DEFINE_TEAM_PASS(name, bytes)                                  \
  OMPSCAN_DEFINE_TEAM_EXCHANGE(name, OMPSCAN_TEAM_ABREAST_OF(bytes))           \
  OMPSCAN_DEFINE_TEAM_LEFT(name)                                               \
  OMPSCAN_DEFINE_TEAM_PIECE(name, OMPSCAN_TEAM_ABREAST_OF(bytes))              \
  OMPSCAN_INLINE ompscan_T name##_input(OMPSCAN_PARAMETERS, const ulong k,     \
                                        const uint u) {                        \
    OMPSCAN_KEPT_AT(u);                                                        \
    return ompscan_input(OMPSCAN_ARGUMENTS, k);                                \
  }                                                                            \
  OMPSCAN_INLINE void name##_output(OMPSCAN_PARAMETERS, const ulong k,         \
                                    const uint u, const ompscan_T before,      \
                                    const ompscan_T after) {                   \
    OMPSCAN_KEPT_AT(u);                                                        \
    ompscan_output(OMPSCAN_ARGUMENTS, k, before, after);                       \
  }                                                                            \
  OMPSCAN_INLINE void name##_load(OMPSCAN_PARAMETERS, ompscan_T *const values, \
                                  const ulong begin,                           \
                                  const uint length OMPSCAN_TEAM_PARAMETER) {  \
    enum { count = OMPSCAN_TEAM_ABREAST_OF(bytes) };                           \
    const uint first = OMPSCAN_TEAM_FIRST(count) + OMPSCAN_TEAM_LANE;          \
    _Pragma("unroll") for (uint u = 0; u < count; ++u) values[u] =             \
        name##_input(OMPSCAN_ARGUMENTS,                                        \
                     begin + min(first + u * OMPSCAN_TEAM_LANES, length - 1),  \
                     u);                                                       \
  }                                                                            \
  OMPSCAN_INLINE void name(OMPSCAN_PARAMETERS, ompscan_T *const values,        \
                           ompscan_T *const total, const ulong begin,          \
                           const uint length,                                  \
                           const uint turn OMPSCAN_TEAM_PARAMETER) {           \
    enum { count = OMPSCAN_TEAM_ABREAST_OF(bytes) };                           \
    const uint first = OMPSCAN_TEAM_FIRST(count) + OMPSCAN_TEAM_LANE;          \
    ompscan_T before[count];                                                   \
    /* Neighbouring passes exchange sums of different sizes. */                \
    ompscan_team_t in_turn = ompscan_team;                                     \
    if (OMPSCAN_TEAM_WARPS > 1)                                                \
      in_turn.room =                                                           \
          (__local uchar *)ompscan_team.room +                                 \
          turn * ompscan_team.stride * OMPSCAN_TEAM_WARPS * (bytes);           \
    name##_piece(values, before, total, length, /*turn=*/0, in_turn);          \
    _Pragma("unroll") for (uint u = 0; u < count; ++u) {                       \
      const uint i = first + u * OMPSCAN_TEAM_LANES;                           \
      if (i < length && ompscan_team.has_row)                                  \
        name##_output(OMPSCAN_ARGUMENTS, begin + i, u, before[u], values[u]);  \
    }                                                                          \
  }

/// Runs the passes of a loop with \p trips iterations, at least one, piece by
/// piece; no pass scans larger values than \p bytes. The inputs of the first
/// pass, of type \p T, are loaded a piece ahead, by OMPSCAN_LOAD_AHEAD(to,
/// begin, length). OMPSCAN_RUN_PASSES(values, begin, length, turn) runs all
/// passes of a piece with these inputs, and changes turn after each.
#define OMPSCAN_TEAM_PASSES(T, bytes, trips)                                   \
  enum { ompscan_count = OMPSCAN_TEAM_ABREAST_OF(bytes) };                     \
  const uint ompscan_piece = ompscan_count * ompscan_team.width;               \
  uint ompscan_length = (uint)min(trips, (ulong)ompscan_piece);                \
  uint ompscan_turn = 0;                                                       \
  T ompscan_next[ompscan_count];                                               \
  OMPSCAN_LOAD_AHEAD(ompscan_next, 0, ompscan_length);                         \
  for (ulong ompscan_begin = 0; ompscan_length > 0;                            \
       ompscan_begin += ompscan_piece) {                                       \
    const uint ompscan_following = (uint)min(                                  \
        trips - ompscan_begin - ompscan_length, (ulong)ompscan_piece);         \
    T ompscan_values[ompscan_count];                                           \
    _Pragma("unroll") for (uint u = 0; u < ompscan_count; ++u)                 \
        ompscan_values[u] = ompscan_next[u];                                   \
    if (ompscan_following > 0)                                                 \
      OMPSCAN_LOAD_AHEAD(ompscan_next, ompscan_begin + ompscan_piece,          \
                         ompscan_following);                                   \
    /* Whole pieces need no conditions. */                                     \
    if (OMPSCAN_TEAM_SHUFFLES && ompscan_length == ompscan_piece) {            \
      OMPSCAN_RUN_PASSES(ompscan_values, ompscan_begin, ompscan_piece,         \
                         ompscan_turn);                                        \
    } else {                                                                   \
      OMPSCAN_RUN_PASSES(ompscan_values, ompscan_begin, ompscan_length,        \
                         ompscan_turn);                                        \
    }                                                                          \
    ompscan_length = ompscan_following;                                        \
  }
