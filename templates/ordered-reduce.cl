//===- ordered-reduce.cl - Reductions in the fixed order --- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernels of a loop without a scan that reduces, with OMPSCAN_IS_ORDERED.
// The order follows from the number of iterations alone
// (docs/floating-point.md):
//
//   * a strip is OMPSCAN_STRIP iterations of OMPSCAN_REDUCE_LANES lanes. A lane
//     combines the neutral value with those of its iterations, one in
//     OMPSCAN_REDUCE_LANES, from the left; a lane of the first half is combined
//     with that of the second half, which leaves half as many, and so on;
//   * the total of 2, 4, 8, ... strips of a block is the total of their first
//     half combined with that of the second one, if that has iterations;
//   * the value from before the loop is combined with the total of each block.
//
// A tile is a power of two of strips, at most a block. A group computes the
// total of a tile, and one group combines all totals.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_IS_ORDERED && OMPSCAN_HAS_REDUCTIONS && !OMPSCAN_IS_BY_ELEMENT

#define OMPSCAN_STRIP 256u
/// Iterations of a block, as ordered-groups.cl defines it.
#define OMPSCAN_ORDER_BLOCK (1ul << 20)

/// Strips that a group reduces at once.
#if OMPSCAN_GROUP > 32
#define OMPSCAN_STRIPS (OMPSCAN_GROUP / OMPSCAN_REDUCE_LANES)
#else
#define OMPSCAN_STRIPS 1u
#endif

/// The totals of the first halves of groups whose second halves are not
/// complete, by the binary digits of the number of totals.
typedef struct {
  ompscan_T totals[20];
  uint count;
} ompscan_pairs;

/// Adds the next total.
OMPSCAN_INLINE void ompscan_add_total(ompscan_pairs *const pairs,
                                      ompscan_T total) {
  uint level = 0;
  for (; pairs->count >> level & 1; ++level)
    total = ompscan_combine(pairs->totals[level], total);
  pairs->totals[level] = total;
  ++pairs->count;
}

/// \returns the total of all totals, of which there is one or more.
OMPSCAN_INLINE ompscan_T ompscan_total(const ompscan_pairs *const pairs) {
  uint level = 0;
  while (!(pairs->count >> level & 1))
    ++level;
  ompscan_T total = pairs->totals[level];
  while (pairs->count >> ++level)
    if (pairs->count >> level & 1)
      total = ompscan_combine(pairs->totals[level], total);
  return total;
}

/// The iterations of a tile where \p groups groups reduce \p n iterations.
OMPSCAN_INLINE ulong ompscan_reduced_tile(const ulong n, const ulong groups) {
  ulong tile = OMPSCAN_STRIPS * OMPSCAN_STRIP;
  while (tile * groups < n)
    tile *= 2;
  return tile;
}

#if OMPSCAN_GROUP > 1
/// \returns the total of the group's strips, of which the first \p strips have
/// iterations, to its first work-item. \p value is that of the work-item.
OMPSCAN_INLINE ompscan_T ompscan_reduce_strips(ompscan_T value,
                                               const uint strips,
                                               __local ompscan_T *values) {
  const uint id = (uint)get_local_id(0);
  values[id] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint d = min(OMPSCAN_REDUCE_LANES, OMPSCAN_GROUP + 0u) / 2; d > 0;
       d /= 2) {
    if (id % OMPSCAN_REDUCE_LANES < d) {
      value = ompscan_combine(value, values[id + d]);
      values[id] = value;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (uint d = 1; d < OMPSCAN_STRIPS; d *= 2) {
    const uint other = id + d * OMPSCAN_REDUCE_LANES;
    if (id % (2 * d * OMPSCAN_REDUCE_LANES) == 0 &&
        other < strips * OMPSCAN_REDUCE_LANES) {
      value = ompscan_combine(value, values[other]);
      values[id] = value;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return value;
}
#endif

/// Stores the total of the tile of each group to \p sums.
OMPSCAN_KERNEL void ompscan_reduce_loop(OMPSCAN_PARAMETERS, const ulong n,
                                        __global ompscan_T *sums) {
  const ulong tile = ompscan_reduced_tile(n, get_num_groups(0));
  const ulong begin = get_group_id(0) * tile, end = min(begin + tile, n);
  const uint id = (uint)get_local_id(0);
#if OMPSCAN_GROUP > 1
  __local ompscan_T values[OMPSCAN_GROUP];
#endif
#if OMPSCAN_NATIVE && defined(OMPSCAN_ROW_LENGTH)
  const OMPSCAN_TASK_TYPE *const given = OMPSCAN_TASK;
#endif
  ompscan_pairs pairs;
  pairs.count = 0;
  for (ulong k = begin; k < end; k += OMPSCAN_STRIPS * OMPSCAN_STRIP) {
#if OMPSCAN_NATIVE && defined(OMPSCAN_ROW_LENGTH)
    OMPSCAN_TASK_TYPE in_row = *given;
    in_row.row = k / OMPSCAN_ROW_LENGTH;
    in_row.is_in_row =
        min(k + OMPSCAN_STRIP, end) <= (in_row.row + 1) * OMPSCAN_ROW_LENGTH;
    const OMPSCAN_TASK_TYPE *const OMPSCAN_TASK = &in_row;
#endif
    const ulong strip = k + id / OMPSCAN_REDUCE_LANES * OMPSCAN_STRIP;
    ompscan_T own[OMPSCAN_OWN_LANES];
    ompscan_clear_lanes(OMPSCAN_ARGUMENTS, own);
#if !OMPSCAN_NATIVE
    // Loads of as many iterations as are known are in flight together.
    if (strip + OMPSCAN_STRIP <= end)
      ompscan_fill_lanes(OMPSCAN_ARGUMENTS, strip, strip + OMPSCAN_STRIP, own);
    else
#endif
        if (strip < end)
      ompscan_fill_lanes(OMPSCAN_ARGUMENTS, strip,
                         min(strip + OMPSCAN_STRIP, end), own);
    ompscan_T total = ompscan_combine_lanes(own);
#if OMPSCAN_GROUP > 1
    const ulong strips = (end - k - 1) / OMPSCAN_STRIP + 1;
    total = ompscan_reduce_strips(
        total, (uint)min(strips, OMPSCAN_STRIPS + 0ul), values);
#endif
    if (id == 0)
      ompscan_add_total(&pairs, total);
  }
  if (id == 0)
    sums[get_group_id(0)] = ompscan_total(&pairs);
}

/// Combines the value from before the loop with the totals of the \p count
/// tiles. One group runs it.
OMPSCAN_KERNEL void ompscan_finish_reduction(OMPSCAN_PARAMETERS, const ulong n,
                                             __global const ompscan_T *sums,
                                             const ulong count) {
  const ulong tiles_of_block =
      OMPSCAN_ORDER_BLOCK / ompscan_reduced_tile(n, count);
  const uint id = (uint)get_local_id(0);
  const uint step = (uint)min(tiles_of_block, (ulong)OMPSCAN_GROUP);
#if OMPSCAN_GROUP > 1
  __local ompscan_T values[OMPSCAN_GROUP];
#endif
  ompscan_T value = ompscan_seed(OMPSCAN_ARGUMENTS);
  ompscan_pairs pairs;
  pairs.count = 0;
  for (ulong first = 0; first < count; first += OMPSCAN_GROUP) {
    const uint tiles = (uint)min(count - first, (ulong)OMPSCAN_GROUP);
    ompscan_T total = sums[first + min(id, tiles - 1)];
#if OMPSCAN_GROUP > 1
    values[id] = total;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint d = 1; d < OMPSCAN_GROUP; d *= 2) {
      if (d < step && id % (2 * d) == 0 && id + d < tiles) {
        total = ompscan_combine(total, values[id + d]);
        values[id] = total;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
#endif
    for (uint t = 0; id == 0 && t < tiles; t += step) {
#if OMPSCAN_GROUP > 1
      total = values[t];
#endif
      ompscan_add_total(&pairs, total);
      if ((first + t + step) % tiles_of_block == 0 ||
          first + t + step >= count) {
        value = ompscan_combine(value, ompscan_total(&pairs));
        pairs.count = 0;
      }
    }
#if OMPSCAN_GROUP > 1
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }
  if (id == 0)
    F_values[0] = value;
}

#endif // OMPSCAN_IS_ORDERED
