//===- ordered-run.cl - A run in the fixed order ----------- -*- OpenCL -*-===//
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

/// Begins statements for iterations that are not the last one of the loop.
/// Whether a tile has that one, or may have it.
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
#if OMPSCAN_NATIVE
__attribute__((noinline)) static
#else
OMPSCAN_INLINE
#endif
    ompscan_T ompscan_complete(ompscan_halves *const halves, const ulong leaf,
                               uint level, ompscan_T total,
                               ompscan_T *const value) {
  for (; leaf >> level & 1; ++level) {
    total = ompscan_combine(halves->totals[level], total);
    *value = halves->fronts[level];
  }
  halves->totals[level] = total;
  halves->fronts[level] = *value;
  return total;
}

/// The same for one leaf, without a loop for most of them: LLVM simplifies
/// addresses in innermost loops only.
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

/// The total of the leaf at \p k.
#if OMPSCAN_NATIVE
__attribute__((always_inline))
#endif
OMPSCAN_INLINE ompscan_T ompscan_leaf_total(OMPSCAN_PARAMETERS, const ulong k) {
  ompscan_T total = ompscan_input(OMPSCAN_ARGUMENTS, k);
  OMPSCAN_IN_LEAF(j, 1)
  total = ompscan_combine(total, ompscan_input(OMPSCAN_ARGUMENTS, k + j));
  return total;
}

#if OMPSCAN_NATIVE && OMPSCAN_COMBINE_CALLS == OMPSCAN_CALLS_MATH
#define OMPSCAN_HAS_LANE_LEAVES 1

// An operator that calls exponentials or logarithms takes long, but has no
// branches. The lanes of vectors combine leaves side by side, and then groups
// of leaves.

/// As many as the largest vectors have elements of 4 bytes.
#define OMPSCAN_LANES 16
/// The most leaves side by side, a multiple of the lanes.
#define OMPSCAN_MOST_LEAVES 64

/// Combines \p left with \p right in each lane.
static __attribute__((noinline)) void
ompscan_combine_lanes(ompscan_T *restrict left,
                      const ompscan_T *restrict right) {
  _Pragma("clang loop unroll(disable)") for (uint lane = 0;
                                             lane < OMPSCAN_LANES; ++lane)
      left[lane] = ompscan_combine(left[lane], right[lane]);
}

/// The operator outside of vectors.
static __attribute__((noinline)) ompscan_T
ompscan_combine_alone(const ompscan_T a, const ompscan_T b) {
  return ompscan_combine(a, b);
}

/// The leaves that are combined side by side from leaf number \p leaf on, of
/// \p count iterations: a power of 2 that divides the number; 0 if they are too
/// few.
OMPSCAN_INLINE uint ompscan_leaves_abreast(const ulong leaf,
                                           const ulong count) {
  uint leaves = OMPSCAN_MOST_LEAVES;
  while (leaves >= OMPSCAN_LANES &&
         (leaf % leaves != 0 || count < leaves * OMPSCAN_LEAF))
    leaves /= 2;
  return leaves < OMPSCAN_LANES ? 0 : leaves;
}

/// Replaces the first of \p leaves totals of leaves by those of the largest
/// groups that end with each. \p values has the inputs, of one leaf \p leaves
/// apart.
static __attribute__((noinline)) void
ompscan_group_leaves(const ompscan_T *const values, const uint leaves,
                     ompscan_T *const totals) {
  for (uint i = 0; i < leaves; ++i)
    totals[i] = values[i];
  for (uint j = 1; j < OMPSCAN_LEAF; ++j)
    for (uint i = 0; i < leaves; i += OMPSCAN_LANES)
      ompscan_combine_lanes(totals + i, values + j * leaves + i);
  for (uint d = 1; d < leaves; d *= 2) {
    const uint pairs = leaves / (2 * d);
    ompscan_T left[OMPSCAN_MOST_LEAVES / 2], right[OMPSCAN_MOST_LEAVES / 2];
    for (uint i = 0; i < pairs || i % OMPSCAN_LANES; ++i) {
      const uint pair = i < pairs ? i : 0;
      left[i] = totals[(2 * pair + 1) * d - 1];
      right[i] = totals[(2 * pair + 2) * d - 1];
    }
    for (uint i = 0; i < pairs; i += OMPSCAN_LANES)
      ompscan_combine_lanes(left + i, right + i);
    for (uint i = 0; i < pairs; ++i)
      totals[(2 * i + 2) * d - 1] = left[i];
  }
}

/// Sets \p fronts to the values in front of \p leaves leaves with the \p totals
/// of the function above, behind \p value.
static __attribute__((noinline)) void
ompscan_front_leaves(const ompscan_T *const totals, const uint leaves,
                     const ompscan_T value, ompscan_T *const fronts) {
  fronts[0] = value;
  for (uint d = leaves / 2; d > 0; d /= 2) {
    const uint pairs = leaves / (2 * d);
    ompscan_T left[OMPSCAN_MOST_LEAVES / 2], right[OMPSCAN_MOST_LEAVES / 2];
    for (uint i = 0; i < pairs || i % OMPSCAN_LANES; ++i) {
      const uint pair = i < pairs ? i : 0;
      left[i] = fronts[2 * pair * d];
      right[i] = totals[(2 * pair + 1) * d - 1];
    }
    for (uint i = 0; i < pairs; i += OMPSCAN_LANES)
      ompscan_combine_lanes(left + i, right + i);
    for (uint i = 0; i < pairs; ++i)
      fronts[(2 * i + 1) * d] = left[i];
  }
}

/// Loads the inputs of \p leaves leaves from iteration \p k on.
__attribute__((always_inline)) OMPSCAN_INLINE void
ompscan_load_leaves(OMPSCAN_PARAMETERS, const ulong k, const uint leaves,
                    ompscan_T *const values) {
  for (uint i = 0; i < leaves; ++i)
    OMPSCAN_FEW_ITERATIONS
  for (uint j = 0; j < OMPSCAN_LEAF; ++j)
    values[j * leaves + i] =
        ompscan_input(OMPSCAN_ARGUMENTS, k + i * OMPSCAN_LEAF + j);
}

/// Stores the scan of \p leaves leaves from iteration \p k on, which are those
/// of a block from number \p leaf on, after \p value, which becomes the value
/// behind them.
/// \returns the total of the largest group that ends with them.
__attribute__((always_inline)) OMPSCAN_INLINE ompscan_T ompscan_scan_leaves(
    OMPSCAN_PARAMETERS, const ulong k, const ulong leaf, const uint leaves,
    ompscan_halves *const halves, ompscan_T *const value) {
  ompscan_T values[OMPSCAN_MOST_LEAVES * OMPSCAN_LEAF];
  ompscan_T totals[OMPSCAN_MOST_LEAVES], fronts[OMPSCAN_MOST_LEAVES + 1];
  ompscan_load_leaves(OMPSCAN_ARGUMENTS, k, leaves, values);
  ompscan_group_leaves(values, leaves, totals);
  ompscan_front_leaves(totals, leaves, *value, fronts);
  ompscan_T before = *value;
  const ompscan_T total = ompscan_complete(
      halves, leaf, ompscan_level_of(leaves), totals[leaves - 1], value);
  *value = ompscan_combine(*value, total);
  fronts[leaves] = *value;
  for (uint i = 0; i < leaves; ++i) {
    totals[i] = fronts[i];
    values[(OMPSCAN_LEAF - 1) * leaves + i] = fronts[i + 1];
  }
  for (uint j = 0; j + 1 < OMPSCAN_LEAF; ++j) {
    for (uint i = 0; i < leaves; i += OMPSCAN_LANES)
      ompscan_combine_lanes(totals + i, values + j * leaves + i);
    for (uint i = 0; i < leaves; ++i)
      values[j * leaves + i] = totals[i];
  }
  for (uint i = 0; i < leaves; ++i)
    OMPSCAN_FEW_ITERATIONS
  for (uint j = 0; j < OMPSCAN_LEAF; ++j) {
    const ompscan_T after = values[j * leaves + i];
    ompscan_output(OMPSCAN_ARGUMENTS, k + i * OMPSCAN_LEAF + j, before, after);
    before = after;
  }
  return total;
}

// The rest of the program combines few values.
#define ompscan_combine ompscan_combine_alone

#else
#define OMPSCAN_HAS_LANE_LEAVES 0
#endif

/// \returns the total of \p count iterations from \p begin on. If they are no
/// complete group, it combines the largest groups from the left.
OMPSCAN_INLINE ompscan_T ompscan_ordered_total(OMPSCAN_PARAMETERS,
                                               const ulong begin,
                                               const ulong count) {
  ompscan_halves halves;
  ompscan_T total, none;
  none = ompscan_input(OMPSCAN_ARGUMENTS, begin);
  ulong c = 0;
  for (uint leaves = 1; c + OMPSCAN_LEAF <= count; c += leaves * OMPSCAN_LEAF) {
    uint level = 0;
#if OMPSCAN_HAS_LANE_LEAVES
    leaves = ompscan_leaves_abreast(c / OMPSCAN_LEAF, count - c);
    if (leaves != 0) {
      ompscan_T values[OMPSCAN_MOST_LEAVES * OMPSCAN_LEAF];
      ompscan_T totals[OMPSCAN_MOST_LEAVES];
      ompscan_load_leaves(OMPSCAN_ARGUMENTS, begin + c, leaves, values);
      ompscan_group_leaves(values, leaves, totals);
      total = totals[leaves - 1];
      level = ompscan_level_of(leaves);
    } else
#endif
    {
      leaves = 1;
      total = ompscan_leaf_total(OMPSCAN_ARGUMENTS, begin + c);
    }
    total =
        level == 0
            ? ompscan_complete_leaf(&halves, c / OMPSCAN_LEAF, total, &none)
            : ompscan_complete(&halves, c / OMPSCAN_LEAF, level, total, &none);
  }
  const ulong leaves = count / OMPSCAN_LEAF;
  bool is_first = true;
  if (leaves & (leaves - 1)) {
    for (int level = OMPSCAN_LEAF_LEVELS; level >= 0; --level)
      if (leaves >> level & 1) {
        total = is_first ? halves.totals[level]
                         : ompscan_combine(total, halves.totals[level]);
        is_first = false;
      }
  }
  for (; c < count; ++c) {
    none = ompscan_input(OMPSCAN_ARGUMENTS, begin + c);
    total = c == 0 ? none : ompscan_combine(total, none);
  }
  return total;
}

/// Stores the scan of \p count iterations from \p begin on after \p value. \p
/// halves has the first halves of groups in front of them that end with them.
/// \returns the total of the largest group that ends with the last leaf.
#if OMPSCAN_NATIVE
__attribute__((always_inline))
#endif
OMPSCAN_INLINE ompscan_T ompscan_ordered_scan(OMPSCAN_PARAMETERS,
                                              const ulong begin,
                                              const ulong count,
                                              ompscan_T value,
                                              ompscan_halves *const halves) {
  const ulong leaf = begin % OMPSCAN_ORDER_BLOCK / OMPSCAN_LEAF;
  const ulong end = count - OMPSCAN_HAS_LAST;
  ompscan_T total;
  ulong c = 0;
  {
    OMPSCAN_NOT_LAST
    for (; c + OMPSCAN_LEAF <= end; c += OMPSCAN_LEAF) {
      const ulong k = begin + c;
#if OMPSCAN_HAS_LANE_LEAVES
      const uint leaves =
          ompscan_leaves_abreast(leaf + c / OMPSCAN_LEAF, end - c);
      if (leaves != 0) {
        total =
            ompscan_scan_leaves(OMPSCAN_ARGUMENTS, k, leaf + c / OMPSCAN_LEAF,
                                leaves, halves, &value);
        c += (leaves - 1) * OMPSCAN_LEAF;
        continue;
      }
#endif
      ompscan_T inputs[OMPSCAN_LEAF];
      OMPSCAN_IN_LEAF(j, 0)
      inputs[j] = ompscan_input(OMPSCAN_ARGUMENTS, k + j);
      total = inputs[0];
      OMPSCAN_IN_LEAF(j, 1)
      total = ompscan_combine(total, inputs[j]);
      ompscan_T before = value;
      OMPSCAN_IN_LEAF(j, 1) {
        const ompscan_T after = ompscan_combine(before, inputs[j - 1]);
        ompscan_output(OMPSCAN_ARGUMENTS, k + j - 1, before, after);
        before = after;
      }
      total =
          ompscan_complete_leaf(halves, leaf + c / OMPSCAN_LEAF, total, &value);
      value = ompscan_combine(value, total);
      ompscan_output(OMPSCAN_ARGUMENTS, k + OMPSCAN_LEAF - 1, before, value);
    }
  }
  // The rest, with the last iteration of the loop.
  ompscan_T before = value, after;
  for (ulong j = 0; c + j < count; ++j, before = after) {
    const ulong k = begin + c + j;
    const ompscan_T input = ompscan_input(OMPSCAN_ARGUMENTS, k);
    total = j == 0 ? input : ompscan_combine(total, input);
    if (j + 1 < OMPSCAN_LEAF) {
      after = ompscan_combine(before, input);
    } else {
      total =
          ompscan_complete_leaf(halves, leaf + c / OMPSCAN_LEAF, total, &value);
      after = ompscan_combine(value, total);
    }
    ompscan_output(OMPSCAN_ARGUMENTS, k, before, after);
  }
  return total;
}

#endif // OMPSCAN_GROUP

#endif // OMPSCAN_IS_ORDERED
