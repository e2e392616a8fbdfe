//===- parallel-loop.cl - Loops of independent iterations -- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernels of a `target` loop without a scan, which follow its hooks
// (docs/kernel-contract.md).
//
// Where iterations are rows, a team of work-items may run each of them
// (team.cl). Otherwise, without reductions, a work-item runs one iteration:
// neighbouring work-items access neighbouring elements, and compilers for CPUs
// may vectorize over them. With reductions a work-item runs many iterations
// with private values, which a group combines and stores. One group then
// combines the values of all groups. The order depends on the number of
// iterations, the device and the shape of the groups only; if it is to be the
// same on all devices, ordered-reduce.cl has the kernels.
//
// Long arrays are combined element by element by fewer work-items; local memory
// holds some elements of all work-items of a group at a time. If iterations
// only add to elements by an operation with an atomic form (bins.cl), a group
// has one array in local memory.
//
//===----------------------------------------------------------------------===//

/// Executes \p statement for all \p k from \p begin to \p end, which are \p k
/// to
/// \p stop - 1 together; on the host, for those of each row.
#if OMPSCAN_NATIVE && defined(OMPSCAN_ROW_LENGTH)
#define OMPSCAN_FOR_EACH_ROW(k, stop, begin, end, statement)                   \
  OMPSCAN_TASK_TYPE in_row = *OMPSCAN_TASK;                                    \
  in_row.is_in_row = 1;                                                        \
  in_row.row = begin / OMPSCAN_ROW_LENGTH;                                     \
  for (ulong k = begin, stop; k < end; k = stop, ++in_row.row) {               \
    const OMPSCAN_TASK_TYPE *const OMPSCAN_TASK = &in_row;                     \
    stop = min((in_row.row + 1) * OMPSCAN_ROW_LENGTH, end);                    \
    statement;                                                                 \
  }
#else
#define OMPSCAN_FOR_EACH_ROW(k, stop, begin, end, statement)                   \
  {                                                                            \
    const ulong k = begin, stop = end;                                         \
    statement;                                                                 \
  }
#endif

/// Executes \p statement for each \p k from \p begin to \p end.
#define OMPSCAN_FOR_EACH(k, begin, end, statement)                             \
  OMPSCAN_FOR_EACH_ROW(first_of_row, end_of_row, begin, end,                   \
                       for (ulong k = first_of_row; k < end_of_row; ++k)       \
                           statement)

#if OMPSCAN_ALGORITHM >= OMPSCAN_ROWS

#if OMPSCAN_TEAM_ROOM
/// Local memory of a work-item.
#if OMPSCAN_HAS_COLUMN_PARTS
typedef struct {
  ompscan_team_value values[2];
  uint word;
} ompscan_team_room;
#elif OMPSCAN_ALGORITHM == OMPSCAN_ROW_PARTS
typedef ompscan_team_value ompscan_team_room;
#else
typedef union {
  ompscan_team_value value;
  ulong words[2];
} ompscan_team_room;
#endif
#define OMPSCAN_TEAM_MEMORY                                                    \
  __local ompscan_team_room memory[OMPSCAN_TEAM_ROOM];                         \
  __local void *const room = memory
#else
#define OMPSCAN_TEAM_MEMORY __local void *const room = 0
#endif

#if OMPSCAN_KEEPS_ROWS

/// Runs row \p k by code for its length.
OMPSCAN_INLINE void ompscan_keep_row(OMPSCAN_PARAMETERS, const ulong k,
                                     const ulong length,
                                     ompscan_team_t ompscan_team) {
#define OMPSCAN_KEEP_ROW(from, upto)                                           \
  if (length > from * ompscan_team.width &&                                    \
      length <= upto * ompscan_team.width) {                                   \
    ompscan_team.whole = from;                                                 \
    ompscan_team.kept = upto;                                                  \
    ompscan_row(OMPSCAN_ARGUMENTS, k, ompscan_team);                           \
  } else
#if OMPSCAN_GROUP / OMPSCAN_ITEMS >= 1024 // There are no wider teams.
  OMPSCAN_KEEP_ROW(16, 24)
#endif
#if OMPSCAN_GROUP / OMPSCAN_ITEMS < 16 && !OMPSCAN_HAS_EQUAL_ROWS
  // The teams of a warp run different code one after the other.
  OMPSCAN_KEEP_ROW(8, 16)
  OMPSCAN_KEEP_ROW(0, 8)
#else
  OMPSCAN_KEEP_ROW(12, 16)
  OMPSCAN_KEEP_ROW(8, 12)
  OMPSCAN_KEEP_ROW(4, 8)
  OMPSCAN_KEEP_ROW(0, 4)
#endif
  ompscan_row(OMPSCAN_ARGUMENTS, k, ompscan_team);
#undef OMPSCAN_KEEP_ROW
}
#define OMPSCAN_RUN_ROW(k, length, team)                                       \
  ompscan_keep_row(OMPSCAN_ARGUMENTS, k, length, team)

#else
#define OMPSCAN_RUN_ROW(k, length, team) ompscan_row(OMPSCAN_ARGUMENTS, k, team)
#endif

#if OMPSCAN_ALGORITHM == OMPSCAN_COLUMNS

/// Runs the rows from \p first on, interleaved teams for some of them.
OMPSCAN_KERNEL void ompscan_columns(OMPSCAN_PARAMETERS, const ulong n,
                                    const ulong first) {
  OMPSCAN_TEAM_MEMORY;
  const uint id = (uint)get_local_id(0);
  const ulong k = first + get_group_id(0) * OMPSCAN_ITEMS + id % OMPSCAN_ITEMS;
#if OMPSCAN_ITEMS == OMPSCAN_GROUP // No team waits for another.
  if (k >= n)
    return;
#endif
  const ompscan_team_t team = {id / OMPSCAN_ITEMS,
                               (OMPSCAN_GROUP) / (OMPSCAN_ITEMS), OMPSCAN_ITEMS,
                               k < n, room};
  ompscan_row(OMPSCAN_ARGUMENTS, min(k, n - 1), team);
}

#elif OMPSCAN_ALGORITHM == OMPSCAN_ROW_PARTS

/// Runs a part of each of some rows, which have \p parts of them.
/// \param first the number on the ticket of the first group.
OMPSCAN_KERNEL void ompscan_row_parts(OMPSCAN_PARAMETERS, const ulong n,
                                      const ulong parts,
                                      __global volatile ulong *chain,
                                      const uint first, const uint epoch) {
  OMPSCAN_TEAM_MEMORY;
  __local uint ticket;
  const uint id = (uint)get_local_id(0);
  if (id == 0)
    ticket = ompscan_take_tile(chain, first);
  barrier(CLK_LOCAL_MEM_FENCE);
#if OMPSCAN_HAS_COLUMN_PARTS
  const uint groups = (uint)((n - 1) / (OMPSCAN_ITEMS)) + 1;
  const uint columns = (uint)((n - 1) / groups) + 1;
  const uint width = (OMPSCAN_GROUP) / columns;
  // Some work-items of a group may be in no team.
  const uint member = min(id / columns, width - 1), column = id % columns;
  const bool is_member = id / columns < width;
#else
  const uint groups = (uint)n;
  enum { columns = 1, width = OMPSCAN_GROUP, column = 0, is_member = true };
  const uint member = id;
#endif
  const ulong row = (ulong)(ticket % groups) * columns;
  const ompscan_chain_t own = {
      chain,           epoch, row, (uint)min(n - row, (ulong)columns),
      ticket / groups, parts, n};
  const ompscan_team_t team = {
      member, width, columns, is_member && row + column < n,
      room,   false, NULL,    &own};
  ompscan_row(OMPSCAN_ARGUMENTS, min(row + column, n - 1), team);
}

#else // OMPSCAN_ALGORITHM == OMPSCAN_ROWS || ... == OMPSCAN_BUNDLES

#if OMPSCAN_DEFERS_ROWS

/// Begins a list of rows that would keep one team, or one bundle, busy when the
/// others have ended.
#define OMPSCAN_DEFERRED_ROWS                                                  \
  __local uint deferred[OMPSCAN_ITEMS];                                        \
  __local uint count;                                                          \
  if (get_local_id(0) == 0)                                                    \
    count = 0;                                                                 \
  barrier(CLK_LOCAL_MEM_FENCE)

#if OMPSCAN_SHARES_ROWS

/// Runs by the whole group the rows from \p first on that \p deferred lists,
/// \p count of them, or the first one, which has \p length iterations; then
/// parts of rows that groups share. A barrier or a row is between
/// OMPSCAN_SEE_SHARES and the end of the rows.
OMPSCAN_INLINE void ompscan_run_rows(OMPSCAN_PARAMETERS, const ulong first,
                                     __local const uint *const deferred,
                                     const uint count, ulong length,
                                     const ompscan_shares_t shares,
                                     __local ompscan_share_t *const share,
                                     __local void *const room) {
  const uint id = (uint)get_local_id(0) % (OMPSCAN_GROUP);
  bool runs;
  uint i = 0;
  do {
    ompscan_share_t own = {first, 0, 0, 0, 0};
    runs = true;
    if (i < count) {
      if (deferred) {
        own.row += deferred[i];
        length = ompscan_row_length(OMPSCAN_ARGUMENTS, own.row);
      }
      if (length > shares.longest) {
        if (id == 0) {
          share->parts = ompscan_share_row(own.row, length, shares);
          share->looks |= share->parts;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        runs = share->parts == 0;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
    } else {
      runs = i > count || share->looks != 0;
      if (runs) {
        if (id == 0)
          ompscan_take_share(share, shares);
        barrier(CLK_LOCAL_MEM_FENCE);
        own = *share;
        barrier(CLK_LOCAL_MEM_FENCE);
        runs = own.parts > 0;
      }
    }
    if (runs) {
      const ompscan_chain_t chain = {shares.memory + own.statuses,
                                     shares.epoch,
                                     0,
                                     1,
                                     own.part,
                                     own.parts};
      const ompscan_team_t team = {id,   OMPSCAN_GROUP, 1,    true,
                                   room, false,         NULL, &chain};
      ompscan_row(OMPSCAN_ARGUMENTS, own.row, team);
    }
  } while (i++ < count || runs);
}

/// Reads the list, and sees whether the group with the rows from \p first on
/// looks for parts. Loads of its own rows are between, so that all are in
/// flight together.
#define OMPSCAN_LOOK_FOR_SHARES                                                \
  __local ompscan_share_t share;                                               \
  const ompscan_list_t list = ompscan_find_list(chain)
#define OMPSCAN_SEE_SHARES(first)                                              \
  if (get_local_id(0) == 0)                                                    \
  share.looks = n - (first) <= (ulong)ompscan_last_groups * OMPSCAN_ITEMS ||   \
                ompscan_is_open(list, epoch)

#define OMPSCAN_RUN_ROWS(first, deferred, count, length)                       \
  const ompscan_shares_t shares = {longest, chain, words, epoch};              \
  ompscan_run_rows(OMPSCAN_ARGUMENTS, first, deferred, count, length, shares,  \
                   &share, room)

/// Runs the rows of the list, which begins at \p first.
#define OMPSCAN_RUN_DEFERRED_ROWS(first)                                       \
  barrier(CLK_LOCAL_MEM_FENCE);                                                \
  OMPSCAN_RUN_ROWS(first, deferred, count, 0)

#else

#define OMPSCAN_LOOK_FOR_SHARES
#define OMPSCAN_SEE_SHARES(first)

/// Runs the rows of the list, which begins at \p first, by the whole group.
#define OMPSCAN_RUN_DEFERRED_ROWS(first)                                       \
  barrier(CLK_LOCAL_MEM_FENCE);                                                \
  const ompscan_team_t all = {(uint)get_local_id(0), OMPSCAN_GROUP, 1, true,   \
                              room};                                           \
  for (uint i = 0; i < count; ++i)                                             \
  ompscan_row(OMPSCAN_ARGUMENTS, (first) + deferred[i], all)

#endif // OMPSCAN_SHARES_ROWS

#endif // OMPSCAN_DEFERS_ROWS

#if OMPSCAN_ALGORITHM == OMPSCAN_BUNDLES

/// Runs the rows from \p first on, one per work-item, in bundles.
OMPSCAN_KERNEL void
ompscan_bundles(OMPSCAN_PARAMETERS, const ulong n,
                const ulong first OMPSCAN_SHARE_PARAMETERS) {
  OMPSCAN_TEAM_MEMORY;
  __local ompscan_bundle bundles[(OMPSCAN_GROUP) / OMPSCAN_BUNDLE_LANES];
  OMPSCAN_DEFERRED_ROWS;
  const uint id = (uint)get_local_id(0);
  const ulong begin = first + get_group_id(0) * OMPSCAN_GROUP;
  const ulong k = min(begin + id, n - 1);
  OMPSCAN_LOOK_FOR_SHARES;
  const bool is_long =
      ompscan_row_length(OMPSCAN_ARGUMENTS, k) > OMPSCAN_LONGEST_IN_BUNDLE;
  OMPSCAN_SEE_SHARES(begin);
  if (begin + id < n && is_long)
    deferred[atomic_inc(&count)] = id;
  const ompscan_team_t team = {id % OMPSCAN_BUNDLE_LANES,
                               OMPSCAN_BUNDLE_LANES,
                               1,
                               begin + id < n && !is_long,
                               room,
                               true,
                               &bundles[id / OMPSCAN_BUNDLE_LANES]};
  ompscan_row(OMPSCAN_ARGUMENTS, k, team);
  OMPSCAN_RUN_DEFERRED_ROWS(begin);
}

#else // OMPSCAN_ALGORITHM == OMPSCAN_ROWS

/// Runs the rows from \p first on, a team for each of them.
OMPSCAN_KERNEL void ompscan_rows(OMPSCAN_PARAMETERS, const ulong n,
                                 const ulong first OMPSCAN_SHARE_PARAMETERS) {
  OMPSCAN_TEAM_MEMORY;
#if OMPSCAN_SHARES_ROWS && OMPSCAN_ITEMS == 1
  const ulong k = first + get_group_id(0);
  OMPSCAN_LOOK_FOR_SHARES;
  const ulong length = ompscan_row_length(OMPSCAN_ARGUMENTS, k);
  OMPSCAN_SEE_SHARES(k);
  OMPSCAN_RUN_ROWS(k, NULL, 1, length);
#else
  enum { width = (OMPSCAN_GROUP) / (OMPSCAN_ITEMS) };
  const uint id = (uint)get_local_id(0);
  const ompscan_team_t team = {id % width, width, 1, true, room};
  const ulong begin = first + get_group_id(0) * OMPSCAN_ITEMS;
  ulong k = begin;
#if OMPSCAN_ITEMS > 1 // Otherwise it is the same of all work-items.
  k += id / width;
#endif
#if OMPSCAN_DEFERS_ROWS
  enum { longest_of_team = 256 * width };
  OMPSCAN_DEFERRED_ROWS;
  OMPSCAN_LOOK_FOR_SHARES;
  const ulong length = k < n ? ompscan_row_length(OMPSCAN_ARGUMENTS, k) : 0;
  OMPSCAN_SEE_SHARES(begin);
  if (k < n) {
    if (length <= longest_of_team)
      OMPSCAN_RUN_ROW(k, length, team);
    else if (team.member == 0)
      deferred[atomic_inc(&count)] = id / width;
  }
  OMPSCAN_RUN_DEFERRED_ROWS(begin);
#else
  if (k < n)
    OMPSCAN_RUN_ROW(k, ompscan_row_length(OMPSCAN_ARGUMENTS, k), team);
#endif
#endif
}

#endif // OMPSCAN_ALGORITHM == OMPSCAN_ROWS

#endif // OMPSCAN_ALGORITHM == OMPSCAN_COLUMNS

#elif !OMPSCAN_HAS_REDUCTIONS

/// Runs the iterations from \p first on, one per work-item.
OMPSCAN_KERNEL void ompscan_for_each(OMPSCAN_PARAMETERS, const ulong n,
                                     const ulong first) {
#if OMPSCAN_NATIVE
  const ulong begin = first + get_group_id(0) * OMPSCAN_ITEMS;
  const ulong end = min(begin + OMPSCAN_ITEMS, n);
  OMPSCAN_FOR_EACH(k, begin, end, ompscan_iteration(OMPSCAN_ARGUMENTS, k));
#else
  const ulong k = first + get_global_id(0);
  if (k < n)
    ompscan_iteration(OMPSCAN_ARGUMENTS, k);
#endif
}

#elif !OMPSCAN_IS_ORDERED || OMPSCAN_IS_BY_ELEMENT

/// Iterations that a work-item runs in a row, so that their loads are in flight
/// together.
#define OMPSCAN_ABREAST 4

/// The values that a work-item combines into.
#if OMPSCAN_IS_HISTOGRAM
#define OMPSCAN_OWN_PARAMETERS ompscan_T *own, OMPSCAN_BINS *bins
#define OMPSCAN_OWN own, bins
#else
#define OMPSCAN_OWN_PARAMETERS ompscan_T *own
#define OMPSCAN_OWN own
#endif

/// Defines begin and end, of the part of a group that is a work-item.
#define OMPSCAN_PART_OF_GROUP(n)                                               \
  const ulong groups = get_num_groups(0), group = get_group_id(0);             \
  const ulong part = n / groups, more = n % groups;                            \
  const ulong begin = group * part + min(group, more);                         \
  const ulong end = begin + part + (group < more)

#if OMPSCAN_IS_BY_ELEMENT || !OMPSCAN_NATIVE
/// Runs the iterations of a work-item.
OMPSCAN_INLINE void ompscan_iterate(OMPSCAN_PARAMETERS, const ulong n,
                                    OMPSCAN_OWN_PARAMETERS) {
#if OMPSCAN_GROUP == 1
  OMPSCAN_PART_OF_GROUP(n);
  OMPSCAN_FOR_EACH(k, begin, end,
                   ompscan_iteration(OMPSCAN_ARGUMENTS, k, OMPSCAN_OWN));
#else
  ulong k = get_global_id(0);
  // Several at once, so that their loads are in flight together.
  for (const ulong size = get_global_size(0);
       k + (OMPSCAN_ABREAST - 1) * size < n; k += OMPSCAN_ABREAST * size)
#pragma unroll
    for (uint j = 0; j < OMPSCAN_ABREAST; ++j)
      ompscan_iteration(OMPSCAN_ARGUMENTS, k + j * size, OMPSCAN_OWN);
  for (; k < n; k += get_global_size(0))
    ompscan_iteration(OMPSCAN_ARGUMENTS, k, OMPSCAN_OWN);
#endif
}
#endif

#if OMPSCAN_IS_BY_ELEMENT

/// Bytes of local memory per work-item. As many of its private accumulators as
/// fit, at least one, are combined at a time.
#if OMPSCAN_IS_HISTOGRAM
#define OMPSCAN_ROOM 8
#else
#define OMPSCAN_ROOM 256
#endif

/// Stores to \p sum the values of all work-items of the group, combined, of an
/// array of \p length elements of \p type at \p place. Local memory holds the
/// values of an element side by side. Each work-item starts at its own value,
/// which avoids bank conflicts.
#define OMPSCAN_GATHER(combine, type, length, place)                           \
  for (uint first = 0; first < length; first += OMPSCAN_ROOM / sizeof(type)) { \
    const uint count =                                                         \
        min((uint)(OMPSCAN_ROOM / sizeof(type)), length - first);              \
    __local type *values = (__local type *)room;                               \
    barrier(CLK_LOCAL_MEM_FENCE);                                              \
    for (uint c = 0; c < count; ++c) {                                         \
      const uint ompscan_j = first + c;                                        \
      values[c * OMPSCAN_GROUP + id] = own place;                              \
    }                                                                          \
    barrier(CLK_LOCAL_MEM_FENCE);                                              \
    for (uint c = id; c < count; c += OMPSCAN_GROUP) {                         \
      const uint ompscan_j = first + c;                                        \
      __local const type *all = values + c * OMPSCAN_GROUP;                    \
      type overall = all[id];                                                  \
      for (uint d = 1; d < OMPSCAN_GROUP; ++d)                                 \
        overall = combine(overall, all[(id + d) % OMPSCAN_GROUP]);             \
      sum[0] place = overall;                                                  \
    }                                                                          \
  }

/// Clears the array that the group shares at \p place, and stores it to \p sum.
#define OMPSCAN_EMPTY(neutral, length, place)                                  \
  for (uint ompscan_j = id; ompscan_j < length; ompscan_j += OMPSCAN_GROUP)    \
    bins place = neutral;
#define OMPSCAN_LEAVE(neutral, length, place)                                  \
  for (uint ompscan_j = id; ompscan_j < length; ompscan_j += OMPSCAN_GROUP)    \
    sum[0] place = bins place;

/// Stores the values of each group to \p sums. Behind the last one stand the
/// values from before the loop.
OMPSCAN_KERNEL void ompscan_reduce_loop(OMPSCAN_PARAMETERS, const ulong n,
                                        __global ompscan_T *sums) {
  ompscan_T own;
  ompscan_clear(OMPSCAN_ARGUMENTS, sums + get_num_groups(0), &own);
#if OMPSCAN_GROUP == 1
#if OMPSCAN_IS_HISTOGRAM
  ompscan_iterate(OMPSCAN_ARGUMENTS, n, &own, &own);
#else
  ompscan_iterate(OMPSCAN_ARGUMENTS, n, &own);
#endif
  sums[get_group_id(0)] = own;
#else
  __local ulong room[OMPSCAN_GROUP * OMPSCAN_ROOM / 8];
  const uint id = (uint)get_local_id(0);
  __global ompscan_T *sum = &sums[get_group_id(0)];
#if OMPSCAN_IS_HISTOGRAM
  __local ompscan_T bins;
  OMPSCAN_FOR_EACH_LIST(OMPSCAN_EMPTY);
  barrier(CLK_LOCAL_MEM_FENCE);
  ompscan_iterate(OMPSCAN_ARGUMENTS, n, &own, &bins);
  barrier(CLK_LOCAL_MEM_FENCE);
  OMPSCAN_FOR_EACH_LIST(OMPSCAN_LEAVE);
  OMPSCAN_FOR_EACH_SCALAR(OMPSCAN_GATHER);
#else
  ompscan_iterate(OMPSCAN_ARGUMENTS, n, &own);
  OMPSCAN_FOR_EACH_REDUCTION(OMPSCAN_GATHER);
#endif
#endif
}

/// Combines the values of all groups of an array of \p length elements, an
/// element per work-item.
#define OMPSCAN_FINISH(combine, type, length, place)                           \
  for (uint ompscan_j = (uint)get_global_id(0); ompscan_j < length;            \
       ompscan_j += (uint)get_global_size(0)) {                                \
    type overall = sums[count] place;                                          \
    for (ulong g = 0; g < count; ++g)                                          \
      overall = combine(overall, sums[g] place);                               \
    F_values[0] place = overall;                                               \
  }

/// Combines the \p count values of the groups with those from before the loop
/// on the left. Any number of groups runs it.
OMPSCAN_KERNEL void ompscan_finish_reduction(OMPSCAN_PARAMETERS, const ulong n,
                                             __global const ompscan_T *sums,
                                             const ulong count) {
  OMPSCAN_FOR_EACH_REDUCTION(OMPSCAN_FINISH);
}

#else // OMPSCAN_IS_BY_ELEMENT

/// Stores the value of each group to \p sums.
OMPSCAN_KERNEL void ompscan_reduce_loop(OMPSCAN_PARAMETERS, const ulong n,
                                        __global ompscan_T *sums) {
#if OMPSCAN_NATIVE
  ompscan_T lanes[OMPSCAN_OWN_LANES];
  ompscan_clear_lanes(OMPSCAN_ARGUMENTS, lanes);
  OMPSCAN_PART_OF_GROUP(n);
  OMPSCAN_FOR_EACH_ROW(k, stop, begin, end,
                       ompscan_fill_lanes(OMPSCAN_ARGUMENTS, k, stop, lanes));
  ompscan_T own = ompscan_combine_lanes(lanes);
#else
  ompscan_T own = ompscan_neutral(OMPSCAN_ARGUMENTS);
  ompscan_iterate(OMPSCAN_ARGUMENTS, n, &own);
#endif
#if OMPSCAN_GROUP > 1
  __local ompscan_T values[OMPSCAN_GROUP];
  own = ompscan_reduce_group(own, OMPSCAN_GROUP, values);
#endif
  if (get_local_id(0) == 0)
    sums[get_group_id(0)] = own;
}

/// Combines the \p count values of the groups with the seed on the left. One
/// group runs it.
OMPSCAN_KERNEL void ompscan_finish_reduction(OMPSCAN_PARAMETERS, const ulong n,
                                             __global const ompscan_T *sums,
                                             const ulong count) {
  ompscan_T own = ompscan_neutral(OMPSCAN_ARGUMENTS);
  for (ulong j = get_local_id(0); j < count; j += OMPSCAN_GROUP)
    own = ompscan_combine(own, sums[j]);
#if OMPSCAN_GROUP > 1
  __local ompscan_T values[OMPSCAN_GROUP];
  own = ompscan_reduce_group(own, OMPSCAN_GROUP, values);
#endif
  if (get_local_id(0) == 0)
    F_values[0] = ompscan_combine(ompscan_seed(OMPSCAN_ARGUMENTS), own);
}

#endif // OMPSCAN_IS_BY_ELEMENT

#endif // OMPSCAN_ALGORITHM
