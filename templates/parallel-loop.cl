//===- parallel-loop.cl - Loops of independent iterations -- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernels of a `target` loop without a scan. They follow the slots of the
// loop (see docs/kernel-contract.md) in place of those for scans.
//
// Without reductions a work-item does one iteration: neighbouring work-items
// use neighbouring elements, and a compiler for CPUs may put them side by side
// into vectors. With reductions a work-item does many iterations with values of
// its own, which a group combines and leaves; one group combines what the
// others have left. No order is laid down for that, but it depends on nothing
// but the number of iterations, the device and the shape of the groups.
//
// Long lists are combined element by element: there are fewer work-items, and
// of each element only what all work-items of a group have of it is in local
// memory at a time. Where iterations do nothing with lists but to combine into
// elements, by an operation that is there for local memory (bins.cl), a group
// has one list there.
//
//===----------------------------------------------------------------------===//

#if !OMPSCAN_HAS_REDUCTIONS

/// Iterations from \p ompscan_first on, one for each work-item.
OMPSCAN_KERNEL void ompscan_for_each(OMPSCAN_PARAMETERS, const ulong ompscan_n,
                                     const ulong ompscan_first) {
  const ulong ompscan_k = ompscan_first + get_global_id(0);
  if (ompscan_k < ompscan_n)
    ompscan_iteration(OMPSCAN_ARGUMENTS, ompscan_k);
}

#else // OMPSCAN_HAS_REDUCTIONS

/// Iterations that a work-item does in a row, if there are as many.
#define OMPSCAN_ABREAST 4

/// What a work-item combines into.
#if OMPSCAN_IS_HISTOGRAM
#define OMPSCAN_OWN_PARAMETERS                                                 \
  ompscan_T *ompscan_own, OMPSCAN_BINS *ompscan_bins
#define OMPSCAN_OWN ompscan_own, ompscan_bins
#else
#define OMPSCAN_OWN_PARAMETERS ompscan_T *ompscan_own
#define OMPSCAN_OWN ompscan_own
#endif

/// Does the iterations of a work-item.
OMPSCAN_INLINE void ompscan_iterate(OMPSCAN_PARAMETERS, const ulong ompscan_n,
                                    OMPSCAN_OWN_PARAMETERS) {
#if OMPSCAN_GROUP == 1
  const ulong ompscan_groups = get_num_groups(0);
  const ulong ompscan_part = ompscan_n / ompscan_groups;
  const ulong ompscan_more = ompscan_n % ompscan_groups;
  const ulong ompscan_group = get_group_id(0);
  const ulong ompscan_begin =
      ompscan_group * ompscan_part + min(ompscan_group, ompscan_more);
  const ulong ompscan_end =
      ompscan_begin + ompscan_part + (ompscan_group < ompscan_more);
  for (ulong ompscan_k = ompscan_begin; ompscan_k < ompscan_end; ++ompscan_k)
    ompscan_iteration(OMPSCAN_ARGUMENTS, ompscan_k, OMPSCAN_OWN);
#else
  ulong ompscan_k = get_global_id(0);
  // Several at once, so that their loads are under way together.
  for (const ulong ompscan_size = get_global_size(0);
       ompscan_k + (OMPSCAN_ABREAST - 1) * ompscan_size < ompscan_n;
       ompscan_k += OMPSCAN_ABREAST * ompscan_size)
#pragma unroll
    for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ABREAST; ++ompscan_j)
      ompscan_iteration(OMPSCAN_ARGUMENTS, ompscan_k + ompscan_j * ompscan_size,
                        OMPSCAN_OWN);
  for (; ompscan_k < ompscan_n; ompscan_k += get_global_size(0))
    ompscan_iteration(OMPSCAN_ARGUMENTS, ompscan_k, OMPSCAN_OWN);
#endif
}

#if OMPSCAN_IS_BY_ELEMENT

/// Bytes of local memory for each work-item: as many of its accumulators as fit
/// are combined at a time, at least one. Those that a group shares are not
/// among them.
#if OMPSCAN_IS_HISTOGRAM
#define OMPSCAN_ROOM 8
#else
#define OMPSCAN_ROOM 256
#endif

/// Stores to \p ompscan_sum what the accumulators of \p length elements of
/// \p type at \p place hold in all work-items of the group. They lie in local
/// memory with those of the same element side by side. Each work-item begins
/// with its own, so that no two of them use a bank at the same time.
#define OMPSCAN_GATHER(combine, type, length, place)                           \
  for (uint ompscan_first = 0; ompscan_first < length;                         \
       ompscan_first += OMPSCAN_ROOM / sizeof(type)) {                         \
    const uint ompscan_count =                                                 \
        min((uint)(OMPSCAN_ROOM / sizeof(type)), length - ompscan_first);      \
    __local type *ompscan_values = (__local type *)ompscan_room;               \
    barrier(CLK_LOCAL_MEM_FENCE);                                              \
    for (uint ompscan_c = 0; ompscan_c < ompscan_count; ++ompscan_c) {         \
      const uint ompscan_j = ompscan_first + ompscan_c;                        \
      ompscan_values[ompscan_c * OMPSCAN_GROUP + ompscan_lane] =               \
          ompscan_own place;                                                   \
    }                                                                          \
    barrier(CLK_LOCAL_MEM_FENCE);                                              \
    for (uint ompscan_c = ompscan_lane; ompscan_c < ompscan_count;             \
         ompscan_c += OMPSCAN_GROUP) {                                         \
      const uint ompscan_j = ompscan_first + ompscan_c;                        \
      __local const type *ompscan_row =                                        \
          ompscan_values + ompscan_c * OMPSCAN_GROUP;                          \
      type ompscan_all = ompscan_row[ompscan_lane];                            \
      for (uint ompscan_d = 1; ompscan_d < OMPSCAN_GROUP; ++ompscan_d)         \
        ompscan_all =                                                          \
            combine(ompscan_all,                                               \
                    ompscan_row[(ompscan_lane + ompscan_d) % OMPSCAN_GROUP]);  \
      ompscan_sum[0] place = ompscan_all;                                      \
    }                                                                          \
  }

/// Clears the list that the group shares at \p place, and stores it to
/// \p ompscan_sum.
#define OMPSCAN_EMPTY(neutral, length, place)                                  \
  for (uint ompscan_j = ompscan_lane; ompscan_j < length;                      \
       ompscan_j += OMPSCAN_GROUP)                                             \
    ompscan_bins place = neutral;
#define OMPSCAN_LEAVE(neutral, length, place)                                  \
  for (uint ompscan_j = ompscan_lane; ompscan_j < length;                      \
       ompscan_j += OMPSCAN_GROUP)                                             \
    ompscan_sum[0] place = ompscan_bins place;

/// Leaves in \p ompscan_sums what the iterations of each group put in. Behind
/// that of the last group stands what the variables hold before the loop.
OMPSCAN_KERNEL void ompscan_reduce_loop(OMPSCAN_PARAMETERS,
                                        const ulong ompscan_n,
                                        __global ompscan_T *ompscan_sums) {
  ompscan_T ompscan_own;
  ompscan_clear(OMPSCAN_ARGUMENTS, ompscan_sums + get_num_groups(0),
                &ompscan_own);
#if OMPSCAN_GROUP == 1
#if OMPSCAN_IS_HISTOGRAM
  ompscan_iterate(OMPSCAN_ARGUMENTS, ompscan_n, &ompscan_own, &ompscan_own);
#else
  ompscan_iterate(OMPSCAN_ARGUMENTS, ompscan_n, &ompscan_own);
#endif
  ompscan_sums[get_group_id(0)] = ompscan_own;
#else
  __local ulong ompscan_room[OMPSCAN_GROUP * OMPSCAN_ROOM / 8];
  const uint ompscan_lane = (uint)get_local_id(0);
  __global ompscan_T *ompscan_sum = &ompscan_sums[get_group_id(0)];
#if OMPSCAN_IS_HISTOGRAM
  __local ompscan_T ompscan_bins;
  OMPSCAN_FOR_EACH_LIST(OMPSCAN_EMPTY);
  barrier(CLK_LOCAL_MEM_FENCE);
  ompscan_iterate(OMPSCAN_ARGUMENTS, ompscan_n, &ompscan_own, &ompscan_bins);
  barrier(CLK_LOCAL_MEM_FENCE);
  OMPSCAN_FOR_EACH_LIST(OMPSCAN_LEAVE);
  OMPSCAN_FOR_EACH_SCALAR(OMPSCAN_GATHER);
#else
  ompscan_iterate(OMPSCAN_ARGUMENTS, ompscan_n, &ompscan_own);
  OMPSCAN_FOR_EACH_REDUCTION(OMPSCAN_GATHER);
#endif
#endif
}

/// Combines the accumulators of \p length elements in all groups, those of an
/// element in a work-item.
#define OMPSCAN_FINISH(combine, type, length, place)                           \
  for (uint ompscan_j = (uint)get_global_id(0); ompscan_j < length;            \
       ompscan_j += (uint)get_global_size(0)) {                                \
    type ompscan_all = ompscan_sums[ompscan_count] place;                      \
    for (ulong ompscan_g = 0; ompscan_g < ompscan_count; ++ompscan_g)          \
      ompscan_all = combine(ompscan_all, ompscan_sums[ompscan_g] place);       \
    F_values[0] place = ompscan_all;                                           \
  }

/// Any number of groups: combines the \p ompscan_count values that those of the
/// loop have left, with what the variables held before the loop on the left.
OMPSCAN_KERNEL void
ompscan_finish_reduction(OMPSCAN_PARAMETERS, const ulong ompscan_n,
                         __global const ompscan_T *ompscan_sums,
                         const ulong ompscan_count) {
  OMPSCAN_FOR_EACH_REDUCTION(OMPSCAN_FINISH);
}

#else // OMPSCAN_IS_BY_ELEMENT

/// Combines the values of the work-items of a group, in their order. The result
/// is known to the first one.
OMPSCAN_INLINE ompscan_T ompscan_reduce_group(
    ompscan_T ompscan_value, __local ompscan_T *ompscan_values) {
#if OMPSCAN_GROUP > 1
  const uint ompscan_lane = (uint)get_local_id(0);
  ompscan_values[ompscan_lane] = ompscan_value;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint ompscan_d = 1; ompscan_d < OMPSCAN_GROUP; ompscan_d *= 2) {
    if (ompscan_lane % (2 * ompscan_d) == 0 &&
        ompscan_lane + ompscan_d < OMPSCAN_GROUP) {
      ompscan_value = ompscan_combine(ompscan_value,
                                      ompscan_values[ompscan_lane + ompscan_d]);
      ompscan_values[ompscan_lane] = ompscan_value;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
#endif
  return ompscan_value;
}

/// Leaves in \p ompscan_sums what the iterations of each group put in.
OMPSCAN_KERNEL void ompscan_reduce_loop(OMPSCAN_PARAMETERS,
                                        const ulong ompscan_n,
                                        __global ompscan_T *ompscan_sums) {
  __local ompscan_T ompscan_values[OMPSCAN_GROUP];
  ompscan_T ompscan_own = ompscan_neutral(OMPSCAN_ARGUMENTS);
  ompscan_iterate(OMPSCAN_ARGUMENTS, ompscan_n, &ompscan_own);
  ompscan_own = ompscan_reduce_group(ompscan_own, ompscan_values);
  if (get_local_id(0) == 0)
    ompscan_sums[get_group_id(0)] = ompscan_own;
}

/// One group: combines the \p ompscan_count values that the others have left,
/// with what the variables held before the loop on the left of them.
OMPSCAN_KERNEL void
ompscan_finish_reduction(OMPSCAN_PARAMETERS, const ulong ompscan_n,
                         __global const ompscan_T *ompscan_sums,
                         const ulong ompscan_count) {
  __local ompscan_T ompscan_values[OMPSCAN_GROUP];
  ompscan_T ompscan_own = ompscan_neutral(OMPSCAN_ARGUMENTS);
  for (ulong ompscan_j = get_local_id(0); ompscan_j < ompscan_count;
       ompscan_j += OMPSCAN_GROUP)
    ompscan_own = ompscan_combine(ompscan_own, ompscan_sums[ompscan_j]);
  ompscan_own = ompscan_reduce_group(ompscan_own, ompscan_values);
  if (get_local_id(0) == 0)
    F_values[0] = ompscan_combine(ompscan_seed(OMPSCAN_ARGUMENTS), ompscan_own);
}

#endif // OMPSCAN_IS_BY_ELEMENT

#endif // OMPSCAN_HAS_REDUCTIONS
