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
