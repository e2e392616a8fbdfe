//===- ordered-run.cl - A run in the fixed order ----------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions for one work-item, or thread, with a run that begins where a group
// of leaves as long as the run does. They follow ordered-groups.cl, and
// native-leaves.cl on the host.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_IS_ORDERED && OMPSCAN_GROUP == 1

#ifndef OMPSCAN_HAS_LANE_LEAVES
#define OMPSCAN_HAS_LANE_LEAVES 0
#endif

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
    if (leaves != 0 &&
        ompscan_total_leaves(OMPSCAN_ARGUMENTS, begin + c, leaves, &total)) {
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
      if (leaves != 0 &&
          ompscan_scan_leaves(OMPSCAN_ARGUMENTS, k, leaf + c / OMPSCAN_LEAF,
                              leaves, halves, &value, &total)) {
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

#endif // OMPSCAN_IS_ORDERED && OMPSCAN_GROUP
