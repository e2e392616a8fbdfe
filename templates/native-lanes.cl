//===- native-lanes.cl - Scans in lanes of vectors --------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Precedes native-scan.cl. An operator that calls exponentials or logarithms
// takes long, but has no branches, so that the compiler makes vectors of a loop
// over independent operations. Iterations are cut into as many runs of
// neighbours as there are lanes. The lanes of a vector combine the totals of
// their runs, and, from the values in front of the runs, their scans: two
// operations of a vector for each of its elements.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_NATIVE && OMPSCAN_ALGORITHM == OMPSCAN_SINGLE_PASS &&              \
    OMPSCAN_COMBINE_CALLS == OMPSCAN_CALLS_MATH && !OMPSCAN_IS_ORDERED
#define OMPSCAN_HAS_LANES 1

/// As many as the largest vectors have elements of 4 bytes.
#define OMPSCAN_LANES 16
/// The most and the fewest iterations of a run, of which one is combined
/// outside of vectors.
#define OMPSCAN_LANE_RUN 32
#define OMPSCAN_LEAST_LANE_RUN 2
#define OMPSCAN_LANE_BLOCK (OMPSCAN_LANES * OMPSCAN_LANE_RUN)

/// Executes a statement in each lane. Unrolled, it would not become a vector.
#define OMPSCAN_IN_LANES(lane)                                                 \
  _Pragma("clang loop unroll(disable)") for (uint lane = 0;                    \
                                             lane < OMPSCAN_LANES; ++lane)

/// The operator outside of vectors.
static __attribute__((noinline)) ompscan_T
ompscan_combine_alone(const ompscan_T a, const ompscan_T b) {
  return ompscan_combine(a, b);
}

/// Replaces \p values, the inputs of a block of runs of \p run iterations, by
/// their scan after \p value. Those of a lane are OMPSCAN_LANES apart.
static __attribute__((noinline)) void
ompscan_scan_lanes(ompscan_T *const values, const uint run, ompscan_T value) {
  const uint count = run * OMPSCAN_LANES;
  ompscan_T lanes[OMPSCAN_LANES];
  OMPSCAN_IN_LANES(lane)
  lanes[lane] = values[lane];
  for (uint i = OMPSCAN_LANES; i < count; i += OMPSCAN_LANES)
    OMPSCAN_IN_LANES(lane)
  lanes[lane] = ompscan_combine(lanes[lane], values[i + lane]);
  OMPSCAN_FEW_ITERATIONS
  for (uint lane = 0; lane < OMPSCAN_LANES; ++lane) {
    const ompscan_T total = lanes[lane];
    lanes[lane] = value;
    value = ompscan_combine_alone(value, total);
  }
  for (uint i = 0; i < count; i += OMPSCAN_LANES)
    OMPSCAN_IN_LANES(lane) {
      lanes[lane] = ompscan_combine(lanes[lane], values[i + lane]);
      values[i + lane] = lanes[lane];
    }
}

/// Stores the scan of the block of runs of \p run iterations from iteration
/// \p k on after \p value. \returns the value after it.
__attribute__((always_inline)) OMPSCAN_INLINE ompscan_T ompscan_scan_block(
    OMPSCAN_PARAMETERS, const ulong k, const uint run, ompscan_T value) {
  ompscan_T values[OMPSCAN_LANE_BLOCK];
  for (uint lane = 0; lane < OMPSCAN_LANES; ++lane)
    OMPSCAN_FEW_ITERATIONS
  for (uint i = 0; i < run; ++i)
    values[i * OMPSCAN_LANES + lane] =
        ompscan_input(OMPSCAN_ARGUMENTS, k + lane * run + i);
  ompscan_scan_lanes(values, run, value);
  for (uint lane = 0; lane < OMPSCAN_LANES; ++lane)
    OMPSCAN_FEW_ITERATIONS
  for (uint i = 0; i < run; ++i) {
    const ompscan_T after = values[i * OMPSCAN_LANES + lane];
    ompscan_output(OMPSCAN_ARGUMENTS, k + lane * run + i, value, after);
    value = after;
  }
  return value;
}

/// \returns the total of OMPSCAN_LANES runs from iteration \p begin on, each of
/// \p run iterations, at least one.
__attribute__((always_inline)) OMPSCAN_INLINE ompscan_T
ompscan_lanes_total(OMPSCAN_PARAMETERS, const ulong begin, const ulong run) {
  ompscan_T lanes[OMPSCAN_LANES];
  OMPSCAN_IN_LANES(lane)
  lanes[lane] = ompscan_input(OMPSCAN_ARGUMENTS, begin + lane * run);
  for (ulong i = 1; i < run; ++i)
    OMPSCAN_IN_LANES(lane)
  lanes[lane] = ompscan_combine(
      lanes[lane], ompscan_input(OMPSCAN_ARGUMENTS, begin + lane * run + i));
  ompscan_T total = lanes[0];
  OMPSCAN_FEW_ITERATIONS
  for (uint lane = 1; lane < OMPSCAN_LANES; ++lane)
    total = ompscan_combine_alone(total, lanes[lane]);
  return total;
}

// The rest of the program combines few values.
#define ompscan_combine ompscan_combine_alone

#elif !defined(OMPSCAN_LONG_SUM)
#define OMPSCAN_HAS_LANES 0
#endif
