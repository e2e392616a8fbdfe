//===- ordered-groups.cl - Groups of leaves ---------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With OMPSCAN_IS_ORDERED the order of all operations follows from the numbers
// of the iterations alone (docs/floating-point.md):
//
//   * a leaf is OMPSCAN_LEAF neighbours, whose total is combined from the left;
//   * the total of 2, 4, 8, ... leaves is the total of their first half
//     combined with that of the second one;
//   * the value in front of leaf l of a block combines the value in front of
//     the block with the totals of the largest, next smaller, ... groups of
//     leaves that the binary digits of l name, one after the other;
//   * inside of a leaf, iterations are combined with the value in front of it
//     one by one. The value behind a leaf is that in front of the next one.
//
// These functions are for one work-item, or thread, with a run that begins
// where a group of leaves as long as the run does.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_IS_ORDERED

/// Iterations of a leaf, and the most leaves of a block as a power of two.
#define OMPSCAN_LEAF 8u
#define OMPSCAN_LEAF_LEVELS 17
/// Iterations of a block.
#define OMPSCAN_ORDER_BLOCK ((ulong)OMPSCAN_LEAF << OMPSCAN_LEAF_LEVELS)

#if OMPSCAN_GROUP == 1

/// Executes a statement for each iteration of a leaf from \p first on.
#if OMPSCAN_ITEM_SIZE <= 32 && !OMPSCAN_COMBINE_CALLS
#define OMPSCAN_IN_LEAF(j, first)                                              \
  _Pragma("unroll") for (uint j = (first); j < OMPSCAN_LEAF; ++j)
#else
#define OMPSCAN_IN_LEAF(j, first)                                              \
  _Pragma("unroll 1") for (uint j = (first); j < OMPSCAN_LEAF; ++j)
#endif

// OMPSCAN_HAS_LAST: a tile has the last iteration of the loop, or may have it.
// OMPSCAN_NOT_LAST begins statements for other iterations.
#if OMPSCAN_NATIVE
#define OMPSCAN_HAS_LAST (get_group_id(0) + 1 == get_num_groups(0))
#define OMPSCAN_NOT_LAST                                                       \
  OMPSCAN_TASK_TYPE inner = *OMPSCAN_TASK;                                     \
  inner.is_inner = 1;                                                          \
  const OMPSCAN_TASK_TYPE *const OMPSCAN_TASK = &inner;
#else
#define OMPSCAN_HAS_LAST 1
#define OMPSCAN_NOT_LAST
#endif

/// \returns the digits of \p size, a power of 2, behind the first one.
OMPSCAN_INLINE uint ompscan_level_of(uint size) {
  uint level = 0;
  for (; size > 1; size /= 2)
    ++level;
  return level;
}

/// The first halves of groups of leaves whose second halves are not complete,
/// by the size of the half: their totals, and the values in front of them.
typedef struct {
  ompscan_T totals[OMPSCAN_LEAF_LEVELS + 1];
  ompscan_T fronts[OMPSCAN_LEAF_LEVELS + 1];
} ompscan_halves;

/// Combines \p total, that of the 2^level leaves from number \p leaf of a block
/// on, with the halves that they complete.
/// \returns the total of the largest group that ends with them. \p value, which
/// lies in front of them, becomes the value in front of that group.
OMPSCAN_INLINE ompscan_T ompscan_complete_group(ompscan_halves *const halves,
                                                const ulong leaf, uint level,
                                                ompscan_T total,
                                                ompscan_T *const value) {
  for (; leaf >> level & 1; ++level) {
    total = ompscan_combine(halves->totals[level], total);
    *value = halves->fronts[level];
  }
  halves->totals[level] = total;
  halves->fronts[level] = *value;
  return total;
}

/// ompscan_complete_group(), not inlined on the host: few blocks call it.
#if OMPSCAN_NATIVE
__attribute__((noinline)) static
#else
OMPSCAN_INLINE
#endif
    ompscan_T ompscan_complete(ompscan_halves *const halves, const ulong leaf,
                               uint level, ompscan_T total,
                               ompscan_T *const value) {
  return ompscan_complete_group(halves, leaf, level, total, value);
}

/// ompscan_complete_group() for one leaf, without a loop for most of them: LLVM
/// simplifies addresses in innermost loops only.
OMPSCAN_INLINE ompscan_T ompscan_complete_leaf(ompscan_halves *const halves,
                                               const ulong leaf,
                                               ompscan_T total,
                                               ompscan_T *const value) {
  if (leaf & 1) {
    total = ompscan_combine(halves->totals[0], total);
    *value = halves->fronts[0];
    if (leaf & 2) {
      total = ompscan_combine(halves->totals[1], total);
      *value = halves->fronts[1];
      if (leaf & 4) {
        ompscan_T front = halves->fronts[2];
        total = ompscan_complete(
            halves, leaf, 3, ompscan_combine(halves->totals[2], total), &front);
        *value = front;
        return total;
      }
      halves->totals[2] = total;
      halves->fronts[2] = *value;
      return total;
    }
    halves->totals[1] = total;
    halves->fronts[1] = *value;
    return total;
  }
  halves->totals[0] = total;
  halves->fronts[0] = *value;
  return total;
}

#endif // OMPSCAN_GROUP

#endif // OMPSCAN_IS_ORDERED
