//===- team.cl - Loops that a team runs -------------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Precedes the hooks of a loop whose iterations are rows (OMPSCAN_HAS_TEAM). A
// team of work-items runs a row: ompscan_row() of the hooks, which calls the
// loops inside of the row. Their hooks come first; one of the macros
// OMPSCAN_DEFINE_TEAM_SCAN, OMPSCAN_DEFINE_TEAM_PASS (team-passes.cl),
// OMPSCAN_DEFINE_TEAM_REDUCE and OMPSCAN_DEFINE_TEAM_LOOP makes a function of
// them (docs/kernel-contract.md).
//
// A scan proceeds by pieces. Neighbouring work-items take neighbouring
// iterations, each of them several, a unit of the team's width apart, whose
// inputs are in flight together; if values are large, runs of several
// iterations. The inputs of the next piece are loaded before a piece is
// scanned. The value after a piece stays in registers.
//
// On NVIDIA devices the lanes of a warp exchange values by shuffles. Warps of a
// team, if there are several, exchange their totals through local memory. Teams
// of columns are interleaved: a warp has some members of the teams of
// neighbouring columns, so that it uses neighbouring elements. If there are
// many columns, each has a team of one work-item, which exchanges nothing.
// Elsewhere a team is a group, whose work-items exchange all values through
// local memory.
//
//===----------------------------------------------------------------------===//

/// Whether groups share rows that are much longer than others (team-shares.cl).
#ifndef OMPSCAN_SHARES_ROWS
#define OMPSCAN_SHARES_ROWS 0
#endif

/// Whether a group runs long rows after the others, with all of its work-items
/// in one team. It then has local memory for that.
#if OMPSCAN_ALGORITHM == OMPSCAN_BUNDLES
#define OMPSCAN_DEFERS_ROWS 1
#elif OMPSCAN_ALGORITHM == OMPSCAN_ROWS && OMPSCAN_PTX &&                      \
    !OMPSCAN_HAS_EQUAL_ROWS
#define OMPSCAN_DEFERS_ROWS (OMPSCAN_ITEMS > 1 || OMPSCAN_SHARES_ROWS)
#else
#define OMPSCAN_DEFERS_ROWS 0
#endif

/// The widest team of the kernel.
#if OMPSCAN_ALGORITHM < OMPSCAN_ROWS
#define OMPSCAN_WIDEST_TEAM 1
#elif OMPSCAN_DEFERS_ROWS || OMPSCAN_ALGORITHM != OMPSCAN_ROWS
#define OMPSCAN_WIDEST_TEAM (OMPSCAN_GROUP)
#else
#define OMPSCAN_WIDEST_TEAM ((OMPSCAN_GROUP) / (OMPSCAN_ITEMS))
#endif

/// Whether teams are parts of warps.
#define OMPSCAN_HAS_SHORT_TEAMS                                                \
  (OMPSCAN_PTX && OMPSCAN_ALGORITHM == OMPSCAN_ROWS &&                         \
   OMPSCAN_GROUP / OMPSCAN_ITEMS < 32)

/// Whether a group runs parts of several columns (team-column-parts.cl).
#define OMPSCAN_HAS_COLUMN_PARTS                                               \
  (OMPSCAN_ALGORITHM == OMPSCAN_ROW_PARTS && OMPSCAN_ITEMS > 1)

/// Whether values are exchanged by shuffles.
#define OMPSCAN_TEAM_SHUFFLES                                                  \
  (OMPSCAN_PTX && OMPSCAN_WIDEST_TEAM > 1 && !OMPSCAN_HAS_COLUMN_PARTS)

/// Whether each team is one work-item. On devices it is a constant: a barrier
/// under another condition multiplies the code that PoCL compiles.
#if OMPSCAN_NATIVE
#define OMPSCAN_TEAM_IS_ALONE 0
#else
#define OMPSCAN_TEAM_IS_ALONE                                                  \
  (OMPSCAN_ALGORITHM == OMPSCAN_COLUMNS && OMPSCAN_ITEMS == OMPSCAN_GROUP)
#endif

/// Whether a bundle may scan rows of one length side by side.
#define OMPSCAN_BUNDLE_MAY_BE_EVEN                                             \
  (OMPSCAN_TEAM_SHUFFLES && OMPSCAN_HAS_EQUAL_ROWS)

/// The rows of a bundle, at most the bits of a word.
#if OMPSCAN_TEAM_SHUFFLES
#define OMPSCAN_BUNDLE_LANES 32
#else
#define OMPSCAN_BUNDLE_LANES (OMPSCAN_GROUP)
#endif

/// Whether several groups may run a row.
#define OMPSCAN_HAS_CHAINS                                                     \
  (OMPSCAN_SHARES_ROWS || OMPSCAN_ALGORITHM == OMPSCAN_ROW_PARTS)

#if OMPSCAN_HAS_CHAINS
/// The parts of rows (team-parts.cl), as the group of one of them sees them.
typedef struct {
  __global volatile ulong *memory; ///< of the statuses
  uint epoch;
  ulong row;  ///< the first row of the group
  uint rows;  ///< rows of the group
  ulong part; ///< the number of the part in its row
  ulong parts;
  ulong columns; ///< all rows, in parts of columns
} ompscan_chain_t;
#endif

/// A team, as one of its work-items sees it. Functions that get it are inlined,
/// so that it consists of constants but for the member.
typedef struct {
  uint member; ///< the number of the work-item in its team
  uint width;  ///< work-items of the team, a power of two
  /// Lanes of a warp from a member to the next one: teams of neighbouring rows
  /// are interleaved. Where it is not 1, the warps of a team are all warps of
  /// the group, and all of its teams do the same.
  uint stride;
  bool has_row;       ///< whether there is a row, which the team stores
  __local void *room; ///< local memory of the team
  /// Whether each member has a row of its own (team-bundle.cl), and the local
  /// memory of these rows.
  bool is_bundle;
  __local void *bundle;
#if OMPSCAN_HAS_CHAINS
  const ompscan_chain_t *chain; ///< if the team runs a part of a row
#endif
  /// If `kept` is not 0: the loops of the row have at most `kept` iterations
  /// for each work-item, and more than `whole`. Both are constants.
  uint whole, kept;
} ompscan_team_t;

/// Whether a team runs the iterations of each loop without a branch, if they
/// are few, since several loops of a row read the same array: the compiler then
/// keeps the elements, and what loops compute of them, in registers.
#define OMPSCAN_KEEPS_ROWS                                                     \
  (OMPSCAN_REREADS && OMPSCAN_KEEPS_LOADS && OMPSCAN_PTX &&                    \
   OMPSCAN_ALGORITHM == OMPSCAN_ROWS)
/// Whether the team keeps the elements of a loop of \p n iterations, which are
/// as many as those of the row's first loop, or about as many.
#define OMPSCAN_TEAM_KEEPS(n)                                                  \
  (OMPSCAN_KEEPS_ROWS && ompscan_team.kept > 0 &&                              \
   (n) > ompscan_team.whole * ompscan_team.width &&                            \
   (n) <= ompscan_team.kept * ompscan_team.width)

/// Says that the row reads no element of \p array after a store to it
/// (clang-plugin/Kernel/PtxPasses).
#if OMPSCAN_KEEPS_ROWS
#define OMPSCAN_OVERWRITES(array)                                              \
  __asm__ volatile("// ompscan overwrites" ::"l"(array))
#else
#define OMPSCAN_OVERWRITES(array)
#endif

/// The arguments for \p array and its origin in a call of a loop of the row. On
/// NVIDIA devices the address of element 0 takes the place of the origin, so
/// that the loop does not subtract it in 64 bits from each subscript.
#if OMPSCAN_PTX
#define OMPSCAN_TEAM_ARRAY(array)                                              \
  (__typeof__(array))((ulong)(array) -                                         \
                      (ulong)array##_origin * sizeof *(array)),                \
      0
#else
#define OMPSCAN_TEAM_ARRAY(array) array, array##_origin
#endif
#define OMPSCAN_TEAM_PARAMETER , const ompscan_team_t ompscan_team
#define OMPSCAN_TEAM_ARGUMENT , ompscan_team
/// Whether the work-item stores for the team.
#define OMPSCAN_IS_LEADER                                                      \
  ((ompscan_team.member == 0 || ompscan_team.is_bundle) && ompscan_team.has_row)
/// Whether all work-items reach a loop of \p trips iterations together. Those
/// of a bundle do so without any.
#define OMPSCAN_TEAM_MEETS(trips) ((trips) > 0 || ompscan_team.is_bundle)

/// Work-items that exchange values at once, how many times a team has so many,
/// the number of a work-item among those that it exchanges values with, and the
/// number of those among the warps of the team.
#if OMPSCAN_TEAM_SHUFFLES
#define OMPSCAN_TEAM_LANES                                                     \
  (ompscan_team.width * ompscan_team.stride < 32 ? ompscan_team.width          \
   : ompscan_team.stride > 32                    ? 1                           \
                                                 : 32 / ompscan_team.stride)
#define OMPSCAN_TEAM_WARPS (ompscan_team.width / OMPSCAN_TEAM_LANES)
#define OMPSCAN_TEAM_LANE (ompscan_team.member % OMPSCAN_TEAM_LANES)
#define OMPSCAN_TEAM_WARP (ompscan_team.member / OMPSCAN_TEAM_LANES)
#else
#define OMPSCAN_TEAM_LANES ompscan_team.width
#define OMPSCAN_TEAM_WARPS 1
#define OMPSCAN_TEAM_LANE ompscan_team.member
#define OMPSCAN_TEAM_WARP 0
#endif

/// The elements of local memory of a group, of the type ompscan_team_room.
#if OMPSCAN_HAS_COLUMN_PARTS
#define OMPSCAN_TEAM_ROOM (OMPSCAN_GROUP + 1)
#elif !OMPSCAN_TEAM_SHUFFLES
#define OMPSCAN_TEAM_ROOM OMPSCAN_WIDEST_TEAM
#elif OMPSCAN_ALGORITHM == OMPSCAN_COLUMNS && OMPSCAN_ITEMS < OMPSCAN_GROUP
#define OMPSCAN_TEAM_ROOM (2 * OMPSCAN_GROUP / 32 * OMPSCAN_ITEMS)
#elif OMPSCAN_ALGORITHM == OMPSCAN_ROW_PARTS
#define OMPSCAN_TEAM_ROOM                                                      \
  (2 * (OMPSCAN_GROUP / 32 + 1) + OMPSCAN_GROUP * OMPSCAN_VECTOR)
#elif OMPSCAN_SHARES_ROWS
#define OMPSCAN_TEAM_ROOM (2 * (OMPSCAN_GROUP / 32) + 1)
#elif OMPSCAN_WIDEST_TEAM > 32 && OMPSCAN_ALGORITHM != OMPSCAN_COLUMNS
#define OMPSCAN_TEAM_ROOM (2 * OMPSCAN_GROUP / 32)
#else
#define OMPSCAN_TEAM_ROOM 0
#endif

/// Whether a work-item has neighbouring iterations of a piece, a run, and scans
/// it alone: to exchange large values takes longer than to combine them.
#define OMPSCAN_TEAM_HAS_RUNS(T) (sizeof(T) > 16)
#define OMPSCAN_TEAM_RUN(T) (sizeof(T) <= 32 ? 4 : sizeof(T) <= 64 ? 2 : 1)

/// Inputs of type \p T in a piece for each work-item, which are in flight
/// together. A group that runs one row has fewer rows in flight than a group of
/// warps, and one that runs columns begins no other ones. Registers bound it if
/// the group is large. Without shuffles the inputs fit into an
/// ompscan_team_room, unless they are runs.
#if OMPSCAN_TEAM_SHUFFLES
#define OMPSCAN_TEAM_BYTES                                                     \
  (OMPSCAN_ALGORITHM == OMPSCAN_COLUMNS && OMPSCAN_ITEMS < OMPSCAN_GROUP ? 64  \
   : (OMPSCAN_ITEMS == 1 || OMPSCAN_ITEMS == OMPSCAN_GROUP) &&                 \
           OMPSCAN_GROUP <= 512                                                \
       ? 32                                                                    \
       : 16)
#define OMPSCAN_TEAM_ABREAST_OF(bytes)                                         \
  ((bytes) <= 2                    ? 8                                         \
   : (bytes) <= OMPSCAN_TEAM_BYTES ? OMPSCAN_TEAM_BYTES / (bytes)              \
                                   : 1)
#else
#define OMPSCAN_TEAM_ABREAST_OF(bytes) ((bytes) <= 4 ? 4 : (bytes) <= 8 ? 2 : 1)
#endif
#define OMPSCAN_TEAM_ABREAST(T)                                                \
  (OMPSCAN_TEAM_HAS_RUNS(T) ? OMPSCAN_TEAM_RUN(T)                              \
                            : OMPSCAN_TEAM_ABREAST_OF(sizeof(T)))

/// The iteration \p u, of \p count, of a work-item in the part of its warp.
#define OMPSCAN_TEAM_ITERATION(count, u)                                       \
  (OMPSCAN_TEAM_HAS_RUNS(ompscan_T)                                            \
       ? OMPSCAN_TEAM_LANE * (count) + (u)                                     \
       : (u) * OMPSCAN_TEAM_LANES + OMPSCAN_TEAM_LANE)

/// The number of the team among those that are interleaved.
OMPSCAN_INLINE uint
ompscan_team_interleaved(const ompscan_team_t ompscan_team) {
  return (uint)get_local_id(0) % ompscan_team.stride;
}

#if OMPSCAN_TEAM_SHUFFLES

/// The first lane of the team in the warp.
OMPSCAN_INLINE uint ompscan_team_base(const ompscan_team_t ompscan_team) {
  const uint lane = (uint)get_local_id(0) % 32;
  return ompscan_team.stride > 1 ? ompscan_team_interleaved(ompscan_team)
                                 : lane - lane % OMPSCAN_TEAM_LANES;
}

/// The lanes of the warp that take part in an exchange: those of the team, or
/// of all teams where they do the same.
OMPSCAN_INLINE uint ompscan_team_mask(const ompscan_team_t ompscan_team) {
  return OMPSCAN_TEAM_LANES * ompscan_team.stride == 32
             ? 0xffffffffu
             : ((1u << OMPSCAN_TEAM_LANES % 32) - 1)
                   << ompscan_team_base(ompscan_team);
}

/// \returns \p w of the lane \p from of the team.
OMPSCAN_INLINE uint ompscan_team_word(const uint w,
                                      const uint from OMPSCAN_TEAM_PARAMETER) {
  uint r;
  __asm__ volatile(
      "shfl.sync.idx.b32 %0, %1, %2, 31, %3;"
      : "=r"(r)
      : "r"(w),
        "r"(ompscan_team_base(ompscan_team) + from * ompscan_team.stride),
        "r"(ompscan_team_mask(ompscan_team)));
  return r;
}

/// \returns a word whose bit l says whether \p condition holds in lane l of the
/// team, which is at most a warp.
OMPSCAN_INLINE uint
ompscan_team_ballot(const bool condition OMPSCAN_TEAM_PARAMETER) {
  uint r;
  __asm__ volatile("{.reg .pred p; setp.ne.s32 p, %1, 0; "
                   "vote.sync.ballot.b32 %0, p, %2;}"
                   : "=r"(r)
                   : "r"((int)condition), "r"(ompscan_team_mask(ompscan_team)));
  return r >> ompscan_team_base(ompscan_team);
}

#endif // OMPSCAN_TEAM_SHUFFLES

/// Accesses of the team before it are visible to the team after it.
OMPSCAN_INLINE void ompscan_team_barrier(const ompscan_team_t ompscan_team) {
  if (OMPSCAN_TEAM_IS_ALONE)
    return;
#if OMPSCAN_TEAM_SHUFFLES
  if (OMPSCAN_TEAM_WARPS == 1) {
    __asm__ volatile("bar.warp.sync %0;" ::"r"(ompscan_team_mask(ompscan_team))
                     : "memory");
    return;
  }
#endif
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}
#define OMPSCAN_TEAM_BARRIER ompscan_team_barrier(ompscan_team)

/// The barrier of a row outside of its loops. A bundle needs none: no other
/// work-item accesses what the row accesses there.
#if OMPSCAN_ALGORITHM == OMPSCAN_BUNDLES
#define OMPSCAN_ROW_BARRIER                                                    \
  if (!ompscan_team.is_bundle)                                                 \
  OMPSCAN_TEAM_BARRIER
#else
#define OMPSCAN_ROW_BARRIER OMPSCAN_TEAM_BARRIER
#endif

/// The first element of the warp in a piece, of \p count elements for each
/// work-item.
#define OMPSCAN_TEAM_FIRST(count)                                              \
  (OMPSCAN_TEAM_WARP * (count) * OMPSCAN_TEAM_LANES)

/// Precedes a loop whose iterations exchange values. Copies of a barrier take
/// PoCL seconds to compile.
#if OMPSCAN_TEAM_SHUFFLES
#define OMPSCAN_TEAM_STEPS _Pragma("unroll")
#else
#define OMPSCAN_TEAM_STEPS _Pragma("nounroll")
#endif

/// Defines name_exchange(), which stores to \p to the values of the work-items
/// \p from, \p count for each work-item. All work-items of the team call it.
#if OMPSCAN_TEAM_SHUFFLES
#define OMPSCAN_DEFINE_TEAM_EXCHANGE(name, count)                              \
  OMPSCAN_INLINE void name##_exchange(                                         \
      const ompscan_T *const values, const uint *const from,                   \
      ompscan_T *const to OMPSCAN_TEAM_PARAMETER) {                            \
    _Pragma("unroll") for (uint u = 0; u < (count); ++u) {                     \
      if (OMPSCAN_TEAM_LANES == 1) {                                           \
        to[u] = values[u];                                                     \
        continue;                                                              \
      }                                                                        \
      union {                                                                  \
        ompscan_T value;                                                       \
        uint words[(sizeof(ompscan_T) + 3) / 4];                               \
      } b;                                                                     \
      b.value = values[u];                                                     \
      _Pragma("unroll") for (uint i = 0; i < (sizeof(ompscan_T) + 3) / 4; ++i) \
          b.words[i] =                                                         \
          ompscan_team_word(b.words[i], from[u] OMPSCAN_TEAM_ARGUMENT);        \
      to[u] = b.value;                                                         \
    }                                                                          \
  }
#else
// Global memory, too: a loop may store the elements that it has loaded, and the
// last element may have been loaded by many work-items.
#define OMPSCAN_DEFINE_TEAM_EXCHANGE(name, count)                              \
  OMPSCAN_INLINE void name##_exchange(                                         \
      const ompscan_T *const values, const uint *const from,                   \
      ompscan_T *const to OMPSCAN_TEAM_PARAMETER) {                            \
    __local ompscan_T *const room = (__local ompscan_T *)ompscan_team.room;    \
    if (OMPSCAN_TEAM_IS_ALONE) {                                               \
      for (uint u = 0; u < (count); ++u)                                       \
        to[u] = values[u];                                                     \
      return;                                                                  \
    }                                                                          \
    for (uint u = 0; u < (count); ++u)                                         \
      room[u * ompscan_team.width + ompscan_team.member] = values[u];          \
    OMPSCAN_TEAM_BARRIER;                                                      \
    for (uint u = 0; u < (count); ++u)                                         \
      to[u] = room[u * ompscan_team.width + from[u]];                          \
    OMPSCAN_TEAM_BARRIER;                                                      \
  }
#endif

/// Defines name_of(), which returns \p value of the work-item \p from.
#define OMPSCAN_DEFINE_TEAM_OF(name)                                           \
  OMPSCAN_INLINE ompscan_T name##_of(ompscan_T value,                          \
                                     const uint from OMPSCAN_TEAM_PARAMETER) { \
    ompscan_T of;                                                              \
    name##_exchange(&value, &from, &of OMPSCAN_TEAM_ARGUMENT);                 \
    return of;                                                                 \
  }

/// Defines name_left(), which combines \p sum, the sum of a warp's part of a
/// piece, with \p total, the value before the piece, and with the sums of the
/// other warps. The first \p warps have elements.
/// \returns the value before the part. \p total becomes that after the piece.
/// \p turn is 0 and 1 alternately.
#if OMPSCAN_TEAM_SHUFFLES
#define OMPSCAN_DEFINE_TEAM_LEFT(name)                                         \
  OMPSCAN_DEFINE_TEAM_EXCHANGE(name##_sum, 1)                                  \
  OMPSCAN_DEFINE_TEAM_OF(name##_sum)                                           \
  OMPSCAN_INLINE ompscan_T name##_left(                                        \
      const ompscan_T sum, ompscan_T *const total, const uint warps,           \
      const uint turn OMPSCAN_TEAM_PARAMETER) {                                \
    if (OMPSCAN_TEAM_WARPS == 1)                                               \
      return *total;                                                           \
    const uint stride = ompscan_team.stride;                                   \
    __local ompscan_T *const sums = (__local ompscan_T *)ompscan_team.room +   \
                                    turn * stride * OMPSCAN_TEAM_WARPS +       \
                                    ompscan_team_interleaved(ompscan_team);    \
    if (OMPSCAN_TEAM_LANE == 0)                                                \
      sums[OMPSCAN_TEAM_WARP * stride] = sum;                                  \
    OMPSCAN_TEAM_BARRIER;                                                      \
    ompscan_T front = *total;                                                  \
    if (OMPSCAN_TEAM_WARPS > OMPSCAN_TEAM_LANES) {                             \
      for (uint w = 0; w < warps; ++w) {                                       \
        *total = ompscan_combine(*total, sums[w * stride]);                    \
        if (w + 1 == OMPSCAN_TEAM_WARP)                                        \
          front = *total;                                                      \
      }                                                                        \
      return front;                                                            \
    }                                                                          \
    ompscan_T all =                                                            \
        sums[min(OMPSCAN_TEAM_LANE, OMPSCAN_TEAM_WARPS - 1u) * stride];        \
    _Pragma("unroll") for (uint d = 1; d < OMPSCAN_TEAM_WARPS; d *= 2) {       \
      const bool has_left = OMPSCAN_TEAM_LANE >= d;                            \
      const ompscan_T left = name##_sum_of(                                    \
          all, OMPSCAN_TEAM_LANE - (has_left ? d : 0)OMPSCAN_TEAM_ARGUMENT);   \
      if (has_left)                                                            \
        all = ompscan_combine(left, all);                                      \
    }                                                                          \
    const bool is_first = OMPSCAN_TEAM_WARP == 0;                              \
    const ompscan_T before = name##_sum_of(                                    \
        all, OMPSCAN_TEAM_WARP - !is_first OMPSCAN_TEAM_ARGUMENT);             \
    if (!is_first)                                                             \
      front = ompscan_combine(*total, before);                                 \
    *total = ompscan_combine(                                                  \
        *total, name##_sum_of(all, warps - 1 OMPSCAN_TEAM_ARGUMENT));          \
    return front;                                                              \
  }
#else
#define OMPSCAN_DEFINE_TEAM_LEFT(name)                                         \
  OMPSCAN_INLINE ompscan_T name##_left(                                        \
      const ompscan_T sum, ompscan_T *const total, const uint warps,           \
      const uint turn OMPSCAN_TEAM_PARAMETER) {                                \
    return *total;                                                             \
  }
#endif

/// Defines name_piece(), which scans \p length inputs from the value \p total,
/// which becomes the value after the last one. \p values has the inputs of the
/// work-item, and in the end the values after them; \p before, those before.
#define OMPSCAN_DEFINE_TEAM_PIECE(name, count)                                 \
  OMPSCAN_INLINE void name##_piece(ompscan_T *const values,                    \
                                   ompscan_T *const before,                    \
                                   ompscan_T *const total, const uint length,  \
                                   const uint turn OMPSCAN_TEAM_PARAMETER) {   \
    const uint first = OMPSCAN_TEAM_FIRST(count);                              \
    const uint own = length - min(length, first);                              \
    ompscan_T others[count];                                                   \
    uint from[count];                                                          \
    OMPSCAN_TEAM_STEPS for (uint d = 1; d < OMPSCAN_TEAM_LANES; d *= 2) {      \
      const bool has_left = OMPSCAN_TEAM_LANE >= d;                            \
      for (uint u = 0; u < (count); ++u)                                       \
        from[u] = OMPSCAN_TEAM_LANE - (has_left ? d : 0);                      \
      name##_exchange(values, from, others OMPSCAN_TEAM_ARGUMENT);             \
      _Pragma("unroll") for (uint u = 0; u < (count); ++u) if (has_left)       \
          values[u] = ompscan_combine(others[u], values[u]);                   \
    }                                                                          \
    /* The totals of the units, of which the last one may be incomplete. */    \
    _Pragma("unroll") for (uint u = 0; u < (count); ++u) {                     \
      const uint rest = own - min(own, u * OMPSCAN_TEAM_LANES);                \
      from[u] = rest == 0 ? 0 : min(rest, (uint)OMPSCAN_TEAM_LANES) - 1;       \
    }                                                                          \
    name##_exchange(values, from, others OMPSCAN_TEAM_ARGUMENT);               \
    ompscan_T sum = others[0];                                                 \
    if (OMPSCAN_TEAM_WARPS > 1) {                                              \
      _Pragma("unroll") for (uint u = 1; u < (count);                          \
                             ++u) if (u * OMPSCAN_TEAM_LANES < own) sum =      \
          ompscan_combine(sum, others[u]);                                     \
    }                                                                          \
    ompscan_T front = name##_left(                                             \
        sum, total, (length - 1) / ((count) * OMPSCAN_TEAM_LANES) + 1,         \
        turn OMPSCAN_TEAM_ARGUMENT);                                           \
    _Pragma("unroll") for (uint u = 0; u < (count); ++u) {                     \
      before[u] = front;                                                       \
      values[u] = ompscan_combine(front, values[u]);                           \
      if (u * OMPSCAN_TEAM_LANES < own)                                        \
        front = ompscan_combine(front, others[u]);                             \
    }                                                                          \
    if (OMPSCAN_TEAM_WARPS == 1)                                               \
      *total = front;                                                          \
    if (OMPSCAN_USES_BEFORE) {                                                 \
      const bool has_left = OMPSCAN_TEAM_LANE > 0;                             \
      for (uint u = 0; u < (count); ++u)                                       \
        from[u] = OMPSCAN_TEAM_LANE - has_left;                                \
      name##_exchange(values, from, others OMPSCAN_TEAM_ARGUMENT);             \
      _Pragma("unroll") for (uint u = 0; u < (count); ++u) if (has_left)       \
          before[u] = others[u];                                               \
    }                                                                          \
  }

/// Defines name_runs(), which does what name_piece() does where work-items have
/// runs.
#define OMPSCAN_DEFINE_TEAM_RUNS(name)                                         \
  OMPSCAN_DEFINE_TEAM_EXCHANGE(name##_total, 1)                                \
  OMPSCAN_DEFINE_TEAM_OF(name##_total)                                         \
  OMPSCAN_INLINE void name##_runs(ompscan_T *const values,                     \
                                  ompscan_T *const before,                     \
                                  ompscan_T *const total, const uint length,   \
                                  const uint turn OMPSCAN_TEAM_PARAMETER) {    \
    enum { count = OMPSCAN_TEAM_ABREAST(ompscan_T) };                          \
    const uint lane = OMPSCAN_TEAM_LANE;                                       \
    const uint first = OMPSCAN_TEAM_FIRST(count);                              \
    const uint own =                                                           \
        min(length - min(length, first), count * OMPSCAN_TEAM_LANES);          \
    ompscan_T sum = values[0];                                                 \
    _Pragma("unroll") for (uint u = 1; u < count; ++u) {                       \
      values[u] = ompscan_combine(values[u - 1], values[u]);                   \
      if (lane * count + u < own)                                              \
        sum = values[u];                                                       \
    }                                                                          \
    _Pragma("nounroll") for (uint d = 1; d < OMPSCAN_TEAM_LANES; d *= 2) {     \
      const bool has_left = lane >= d;                                         \
      const ompscan_T left = name##_total_of(                                  \
          sum, lane - (has_left ? d : 0)OMPSCAN_TEAM_ARGUMENT);                \
      if (has_left)                                                            \
        sum = ompscan_combine(left, sum);                                      \
    }                                                                          \
    const uint last = own == 0 ? 0 : (own - 1) / count;                        \
    const ompscan_T all = name##_total_of(sum, last OMPSCAN_TEAM_ARGUMENT);    \
    const ompscan_T left =                                                     \
        name##_total_of(sum, lane - (lane > 0) OMPSCAN_TEAM_ARGUMENT);         \
    ompscan_T front = name##_left(                                             \
        all, total, (length - 1) / (count * OMPSCAN_TEAM_LANES) + 1,           \
        turn OMPSCAN_TEAM_ARGUMENT);                                           \
    if (OMPSCAN_TEAM_WARPS == 1)                                               \
      *total = ompscan_combine(*total, all);                                   \
    if (lane > 0)                                                              \
      front = ompscan_combine(front, left);                                    \
    _Pragma("unroll") for (uint u = 0; u < count; ++u) {                       \
      before[u] = u == 0 ? front : values[u - 1];                              \
      values[u] = ompscan_combine(front, values[u]);                           \
    }                                                                          \
  }

/// Defines the scan of iterations 0 to n - 1 from the seed. It returns the
/// value after the last iteration to all work-items.
#define OMPSCAN_DEFINE_TEAM_SCAN(name)                                         \
  OMPSCAN_DEFINE_TEAM_EXCHANGE(name, OMPSCAN_TEAM_ABREAST(ompscan_T))          \
  OMPSCAN_DEFINE_TEAM_LEFT(name)                                               \
  OMPSCAN_DEFINE_TEAM_PIECE(name, OMPSCAN_TEAM_ABREAST(ompscan_T))             \
  OMPSCAN_DEFINE_TEAM_RUNS(name)                                               \
  OMPSCAN_INLINE void name##_scan(ompscan_T *const values,                     \
                                  ompscan_T *const before,                     \
                                  ompscan_T *const total, const uint length,   \
                                  const uint turn OMPSCAN_TEAM_PARAMETER) {    \
    if (OMPSCAN_TEAM_HAS_RUNS(ompscan_T))                                      \
      name##_runs(values, before, total, length, turn OMPSCAN_TEAM_ARGUMENT);  \
    else                                                                       \
      name##_piece(values, before, total, length, turn OMPSCAN_TEAM_ARGUMENT); \
  }                                                                            \
  OMPSCAN_DEFINE_TEAM_BUNDLE(name)                                             \
  OMPSCAN_INLINE void name##_load(OMPSCAN_PARAMETERS, ompscan_T *const to,     \
                                  const ulong begin,                           \
                                  const uint length OMPSCAN_TEAM_PARAMETER) {  \
    enum { count = OMPSCAN_TEAM_ABREAST(ompscan_T) };                          \
    const uint first = OMPSCAN_TEAM_FIRST(count);                              \
    _Pragma("unroll") for (uint u = 0; u < count; ++u) to[u] = ompscan_input(  \
        OMPSCAN_ARGUMENTS,                                                     \
        begin + min(first + OMPSCAN_TEAM_ITERATION(count, u), length - 1));    \
  }                                                                            \
  OMPSCAN_INLINE void name##_step(OMPSCAN_PARAMETERS, ompscan_T *const values, \
                                  ompscan_T *const total, const ulong begin,   \
                                  const uint length,                           \
                                  const uint turn OMPSCAN_TEAM_PARAMETER) {    \
    enum { count = OMPSCAN_TEAM_ABREAST(ompscan_T) };                          \
    const uint first = OMPSCAN_TEAM_FIRST(count);                              \
    ompscan_T before[count];                                                   \
    name##_scan(values, before, total, length, turn OMPSCAN_TEAM_ARGUMENT);    \
    _Pragma("unroll") for (uint u = 0; u < count; ++u) {                       \
      const uint i = first + OMPSCAN_TEAM_ITERATION(count, u);                 \
      if (i < length && ompscan_team.has_row)                                  \
        ompscan_output(OMPSCAN_ARGUMENTS, begin + i, before[u], values[u]);    \
    }                                                                          \
  }                                                                            \
  OMPSCAN_DEFINE_TEAM_SHARE(name)                                              \
  /* Few lanes have short rows: little code serves them best. */               \
  OMPSCAN_INLINE ompscan_T name##_short(                                       \
      OMPSCAN_PARAMETERS, const ulong n OMPSCAN_TEAM_PARAMETER) {              \
    enum { count = OMPSCAN_TEAM_ABREAST(ompscan_T) };                          \
    const uint piece = count * ompscan_team.width;                             \
    const uint first = OMPSCAN_TEAM_FIRST(count);                              \
    ompscan_T total = ompscan_seed(OMPSCAN_ARGUMENTS);                         \
    ompscan_T values[count], before[count], next[count];                       \
    uint loaded = 0;                                                           \
    for (ulong begin = 0;; begin += piece) {                                   \
      const uint length = (uint)min(n - min(n, begin), (ulong)piece);          \
      if (length > 0)                                                          \
        name##_load(OMPSCAN_ARGUMENTS, next, begin,                            \
                    length OMPSCAN_TEAM_ARGUMENT);                             \
      _Pragma("unroll") for (uint u = 0; u < count; ++u) {                     \
        const uint i = first + OMPSCAN_TEAM_ITERATION(count, u);               \
        if (i < loaded)                                                        \
          ompscan_output(OMPSCAN_ARGUMENTS, begin - piece + i, before[u],      \
                         values[u]);                                           \
      }                                                                        \
      if (length == 0)                                                         \
        return total;                                                          \
      _Pragma("unroll") for (uint u = 0; u < count; ++u) values[u] = next[u];  \
      name##_scan(values, before, &total, length, 0 OMPSCAN_TEAM_ARGUMENT);    \
      loaded = length;                                                         \
    }                                                                          \
  }                                                                            \
  OMPSCAN_INLINE ompscan_T name(OMPSCAN_PARAMETERS,                            \
                                const ulong n OMPSCAN_TEAM_PARAMETER) {        \
    enum { count = OMPSCAN_TEAM_ABREAST(ompscan_T) };                          \
    OMPSCAN_IF_BUNDLE(name)                                                    \
    OMPSCAN_IF_SHARE(name)                                                     \
    if (OMPSCAN_HAS_SHORT_TEAMS && ompscan_team.width < 32)                    \
      return name##_short(OMPSCAN_ARGUMENTS, n OMPSCAN_TEAM_ARGUMENT);         \
    const uint piece = count * ompscan_team.width;                             \
    ompscan_T total = ompscan_seed(OMPSCAN_ARGUMENTS);                         \
    ompscan_T values[count], next[count];                                      \
    uint turn = 0, length = (uint)min(n, (ulong)piece);                        \
    if (length == piece)                                                       \
      name##_load(OMPSCAN_ARGUMENTS, next, 0, piece OMPSCAN_TEAM_ARGUMENT);    \
    else if (length > 0)                                                       \
      name##_load(OMPSCAN_ARGUMENTS, next, 0, length OMPSCAN_TEAM_ARGUMENT);   \
    for (ulong begin = 0; length > 0; begin += piece) {                        \
      const uint following = (uint)min(n - begin - length, (ulong)piece);      \
      _Pragma("unroll") for (uint u = 0; u < count; ++u) values[u] = next[u];  \
      if (following == piece)                                                  \
        name##_load(OMPSCAN_ARGUMENTS, next, begin + piece,                    \
                    piece OMPSCAN_TEAM_ARGUMENT);                              \
      else if (following > 0)                                                  \
        name##_load(OMPSCAN_ARGUMENTS, next, begin + piece,                    \
                    following OMPSCAN_TEAM_ARGUMENT);                          \
      /* Whole pieces need no conditions. */                                   \
      if (OMPSCAN_TEAM_SHUFFLES && length == piece)                            \
        name##_step(OMPSCAN_ARGUMENTS, values, &total, begin, piece,           \
                    turn OMPSCAN_TEAM_ARGUMENT);                               \
      else                                                                     \
        name##_step(OMPSCAN_ARGUMENTS, values, &total, begin, length,          \
                    turn OMPSCAN_TEAM_ARGUMENT);                               \
      turn ^= 1;                                                               \
      length = following;                                                      \
    }                                                                          \
    if (OMPSCAN_TEAM_WARPS > 1)                                                \
      OMPSCAN_TEAM_BARRIER; /* The next loop uses the same memory. */          \
    return total;                                                              \
  }

/// Defines the reduction of iterations 0 to n - 1. It returns the seed combined
/// with all values to all work-items. OMPSCAN_ROW_BARRIER follows it: the next
/// loop uses the same memory.
#define OMPSCAN_DEFINE_TEAM_REDUCE(name)                                       \
  OMPSCAN_DEFINE_TEAM_EXCHANGE(name, 1)                                        \
  OMPSCAN_DEFINE_TEAM_OF(name)                                                 \
  OMPSCAN_DEFINE_TEAM_LEFT(name)                                               \
  OMPSCAN_INLINE ompscan_T name(OMPSCAN_PARAMETERS,                            \
                                const ulong n OMPSCAN_TEAM_PARAMETER) {        \
    enum { count = OMPSCAN_KEEPS_ROWS ? 8 : 4 };                               \
    ompscan_T own = ompscan_neutral(OMPSCAN_ARGUMENTS);                        \
    const ulong end = ompscan_team.has_row ? n : 0;                            \
    ulong k = ompscan_team.member;                                             \
    if (OMPSCAN_TEAM_KEEPS(n)) {                                               \
      _Pragma("unroll") for (uint u = 0; u < ompscan_team.whole; ++u)          \
          ompscan_iteration(OMPSCAN_ARGUMENTS,                                 \
                            u * ompscan_team.width + ompscan_team.member,      \
                            &own);                                             \
      _Pragma("unroll") for (uint u = ompscan_team.whole;                      \
                             u < ompscan_team.kept; ++u) {                     \
        const uint i = u * ompscan_team.width + ompscan_team.member;           \
        ompscan_T next = own;                                                  \
        if (!OMPSCAN_LOOP_STORES || i < n)                                     \
          ompscan_iteration(OMPSCAN_ARGUMENTS, min(i, (uint)n - 1), &next);    \
        if (i < n)                                                             \
          own = next;                                                          \
      }                                                                        \
      k = end;                                                                 \
    }                                                                          \
    for (; k + (count - 1) * ompscan_team.width < end;                         \
         k += count * ompscan_team.width)                                      \
      _Pragma("unroll") for (uint u = 0; u < count; ++u) ompscan_iteration(    \
          OMPSCAN_ARGUMENTS, k + u * ompscan_team.width, &own);                \
    for (; k < end; k += ompscan_team.width)                                   \
      ompscan_iteration(OMPSCAN_ARGUMENTS, k, &own);                           \
    const uint lane = OMPSCAN_TEAM_LANE;                                       \
    OMPSCAN_TEAM_STEPS for (uint d = 1; d < OMPSCAN_TEAM_LANES; d *= 2) {      \
      const bool has_right =                                                   \
          lane % (2 * d) == 0 && lane + d < OMPSCAN_TEAM_LANES;                \
      const ompscan_T right =                                                  \
          name##_of(own, lane + (has_right ? d : 0)OMPSCAN_TEAM_ARGUMENT);     \
      if (has_right)                                                           \
        own = ompscan_combine(own, right);                                     \
    }                                                                          \
    ompscan_T total = ompscan_seed(OMPSCAN_ARGUMENTS);                         \
    if (OMPSCAN_TEAM_WARPS > 1)                                                \
      (void)name##_left(own, &total, OMPSCAN_TEAM_WARPS,                       \
                        /*turn=*/0 OMPSCAN_TEAM_ARGUMENT);                     \
    else                                                                       \
      total = ompscan_combine(total, name##_of(own, 0 OMPSCAN_TEAM_ARGUMENT)); \
    return total;                                                              \
  }

/// Defines the loop over iterations 0 to n - 1.
#define OMPSCAN_DEFINE_TEAM_LOOP(name)                                         \
  OMPSCAN_INLINE void name(OMPSCAN_PARAMETERS,                                 \
                           const ulong n OMPSCAN_TEAM_PARAMETER) {             \
    enum { count = OMPSCAN_KEEPS_ROWS ? 8 : 4 };                               \
    const ulong end = ompscan_team.has_row ? n : 0;                            \
    ulong k = ompscan_team.member;                                             \
    if (OMPSCAN_TEAM_KEEPS(n)) {                                               \
      _Pragma("unroll") for (uint u = 0; u < ompscan_team.whole; ++u)          \
          ompscan_iteration(OMPSCAN_ARGUMENTS,                                 \
                            u * ompscan_team.width + ompscan_team.member);     \
      _Pragma("unroll") for (uint u = ompscan_team.whole;                      \
                             u < ompscan_team.kept; ++u) {                     \
        const uint i = u * ompscan_team.width + ompscan_team.member;           \
        if (i < n)                                                             \
          ompscan_iteration(OMPSCAN_ARGUMENTS, min(i, (uint)n - 1));           \
      }                                                                        \
      return;                                                                  \
    }                                                                          \
    for (; k + (count - 1) * ompscan_team.width < end;                         \
         k += count * ompscan_team.width)                                      \
      _Pragma("unroll") for (uint u = 0; u < count; ++u)                       \
          ompscan_iteration(OMPSCAN_ARGUMENTS, k + u * ompscan_team.width);    \
    for (; k < end; k += ompscan_team.width)                                   \
      ompscan_iteration(OMPSCAN_ARGUMENTS, k);                                 \
  }
