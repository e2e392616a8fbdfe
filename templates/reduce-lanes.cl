//===- reduce-lanes.cl - The lanes of a reduction ---------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iterations of a reduction, one in OMPSCAN_REDUCE_LANES of which a lane
// combines. On the host the lanes are those of vectors: iterations that wait
// for each other would take the time of the operator each.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_HAS_REDUCTIONS && !OMPSCAN_IS_BY_ELEMENT &&                        \
    (OMPSCAN_IS_ORDERED || OMPSCAN_NATIVE)

#define OMPSCAN_REDUCE_LANES 32u
/// Lanes of a work-item. Lane l of a group belongs to work-item l %
/// OMPSCAN_GROUP.
#if OMPSCAN_GROUP > 32
#define OMPSCAN_OWN_LANES 1
#else
#define OMPSCAN_OWN_LANES (OMPSCAN_REDUCE_LANES / (OMPSCAN_GROUP))
#endif

/// Gives the work-item's lanes the neutral value.
OMPSCAN_INLINE void ompscan_clear_lanes(OMPSCAN_PARAMETERS, ompscan_T *own) {
  const ompscan_T none = ompscan_neutral(OMPSCAN_ARGUMENTS);
  for (uint l = 0; l < OMPSCAN_OWN_LANES; ++l)
    own[l] = none;
}

/// Combines the values of iterations \p begin to \p end - 1 into the lanes.
OMPSCAN_INLINE void ompscan_fill_lanes(OMPSCAN_PARAMETERS, const ulong begin,
                                       const ulong end, ompscan_T *own) {
  ulong k = begin + get_local_id(0) % OMPSCAN_REDUCE_LANES;
  const ulong rest = (end - begin) % OMPSCAN_REDUCE_LANES;
  const ulong whole = end - rest;
#if OMPSCAN_NATIVE
#pragma clang loop unroll(disable)
#else
#pragma unroll 8
#endif
  for (; k < whole; k += OMPSCAN_REDUCE_LANES)
    for (uint l = 0; l < OMPSCAN_OWN_LANES; ++l)
      ompscan_iteration(OMPSCAN_ARGUMENTS, k + l * (OMPSCAN_GROUP), &own[l]);
#if OMPSCAN_NATIVE
  OMPSCAN_FEW_ITERATIONS
#endif
  for (uint l = 0; l < OMPSCAN_OWN_LANES && k + l * (OMPSCAN_GROUP) < end; ++l)
    ompscan_iteration(OMPSCAN_ARGUMENTS, k + l * (OMPSCAN_GROUP), &own[l]);
}

/// Combines the lanes: each of the first half with that of the second half,
/// which leaves half as many, and so on.
/// \returns the total of the work-item's lanes.
OMPSCAN_INLINE ompscan_T ompscan_combine_lanes(ompscan_T *own) {
  for (uint d = OMPSCAN_OWN_LANES / 2; d > 0; d /= 2)
    for (uint l = 0; l < d; ++l)
      own[l] = ompscan_combine(own[l], own[l + d]);
  return own[0];
}

#endif // OMPSCAN_HAS_REDUCTIONS
