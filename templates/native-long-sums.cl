//===- native-long-sums.cl - Sums of twice the digits ------ -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Precedes native-scan.cl, in the place of native-lanes.cl, in a program whose
// scanned value is the sum of v and e, two numbers of the type
// OMPSCAN_LONG_SUM. An addition takes a dozen operations, each of which waits
// for the one before. As there, iterations are cut into as many runs of
// neighbours as vectors have lanes. The vectors are written out: compilers make
// none of structures of two numbers.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_NATIVE && defined(OMPSCAN_LONG_SUM) && !OMPSCAN_IS_ORDERED
#define OMPSCAN_HAS_LANES 1

#define OMPSCAN_LANES 16
/// The iterations of a run.
#define OMPSCAN_LANE_RUN 32
#define OMPSCAN_LEAST_LANE_RUN OMPSCAN_LANE_RUN
#define OMPSCAN_LANE_BLOCK (OMPSCAN_LANES * OMPSCAN_LANE_RUN)
/// Executes a statement for each of them, which moves one element.
#define OMPSCAN_IN_RUN(i)                                                      \
  _Pragma(                                                                     \
      "clang loop unroll_count(8) vectorize(disable)") for (uint i = 0;        \
                                                            i <                \
                                                            OMPSCAN_LANE_RUN;  \
                                                            ++i)

typedef OMPSCAN_LONG_SUM ompscan_digits
    __attribute__((ext_vector_type(OMPSCAN_LANES)));

/// Sums in the lanes of vectors: v, and what additions to v have lost.
typedef struct {
  ompscan_digits v, e;
} ompscan_sums;

/// Adds \p x to \p sums. One operation of it waits for the addition before: v
/// and e become what a sum of twice the digits is only when they are needed
/// (Ogita, Rump and Oishi, "Accurate Sum and Dot Product", 2005,
/// algorithm 4.4).
__attribute__((always_inline)) OMPSCAN_INLINE ompscan_sums
ompscan_add_lanes(const ompscan_sums sums, const ompscan_digits x) {
  const ompscan_digits s = sums.v + x, t = s - sums.v;
  ompscan_sums r;
  r.v = s;
  r.e = sums.e + ((sums.v - (s - t)) + (x - t));
  return r;
}

/// \returns what the additions have lost; nothing where v is infinite or NaN.
__attribute__((always_inline)) OMPSCAN_INLINE ompscan_digits
ompscan_lost(const ompscan_sums sums) {
  return sums.v - sums.v == 0 ? sums.e : 0;
}

/// \returns the sum of the lane \p lane.
__attribute__((always_inline)) OMPSCAN_INLINE ompscan_T
ompscan_sum_of(const ompscan_sums sums, const uint lane) {
  ompscan_T v = {sums.v[lane], 0}, lost = {ompscan_lost(sums)[lane], 0};
  return ompscan_combine(v, lost);
}

/// \returns the inputs from iteration \p k on, one for each lane.
__attribute__((always_inline)) OMPSCAN_INLINE ompscan_digits
ompscan_lane_inputs(OMPSCAN_PARAMETERS, const ulong k) {
  ompscan_digits x;
#pragma unroll
  for (uint lane = 0; lane < OMPSCAN_LANES; ++lane)
    x[lane] = ompscan_input(OMPSCAN_ARGUMENTS, k + lane).v;
  return x;
}

/// Stores the scan of the block from iteration \p k on after \p value. \p run
/// is OMPSCAN_LANE_RUN. \returns the value after it.
__attribute__((always_inline)) OMPSCAN_INLINE ompscan_T ompscan_scan_block(
    OMPSCAN_PARAMETERS, const ulong k, const uint run, ompscan_T value) {
  union {
    ompscan_digits rows[OMPSCAN_LANE_RUN];
    OMPSCAN_LONG_SUM all[OMPSCAN_LANE_RUN][OMPSCAN_LANES];
  } x;
  for (uint lane = 0; lane < OMPSCAN_LANES; ++lane)
    OMPSCAN_IN_RUN(i)
  x.all[i][lane] =
      ompscan_input(OMPSCAN_ARGUMENTS, k + lane * OMPSCAN_LANE_RUN + i).v;
  ompscan_sums sums = {x.rows[0], 0};
  for (uint i = 1; i < OMPSCAN_LANE_RUN; ++i)
    sums = ompscan_add_lanes(sums, x.rows[i]);
  ompscan_sums fronts;
#pragma unroll
  for (uint lane = 0; lane < OMPSCAN_LANES; ++lane) {
    fronts.v[lane] = value.v;
    fronts.e[lane] = value.e;
    value = ompscan_combine(value, ompscan_sum_of(sums, lane));
  }
  ompscan_T before = {fronts.v[0], fronts.e[0]};
  for (uint i = 0; i < OMPSCAN_LANE_RUN; ++i) {
    fronts = ompscan_add_lanes(fronts, x.rows[i]);
    x.rows[i] = fronts.v + ompscan_lost(fronts);
  }
  // Stores use nothing of a sum but its value.
  for (uint lane = 0; lane < OMPSCAN_LANES; ++lane)
    OMPSCAN_IN_RUN(i) {
      const ompscan_T after = {x.all[i][lane], 0};
      ompscan_output(OMPSCAN_ARGUMENTS, k + lane * OMPSCAN_LANE_RUN + i, before,
                     after);
      before = after;
    }
  return value;
}

/// \returns the total of OMPSCAN_LANES * \p run iterations from \p begin on, at
/// least one. Sums commute: a lane has iterations OMPSCAN_LANES apart.
__attribute__((always_inline)) OMPSCAN_INLINE ompscan_T
ompscan_lanes_total(OMPSCAN_PARAMETERS, const ulong begin, const ulong run) {
  ompscan_sums sums = {ompscan_lane_inputs(OMPSCAN_ARGUMENTS, begin), 0};
  for (ulong i = 1; i < run; ++i)
    sums =
        ompscan_add_lanes(sums, ompscan_lane_inputs(OMPSCAN_ARGUMENTS,
                                                    begin + i * OMPSCAN_LANES));
  ompscan_T total = ompscan_sum_of(sums, 0);
#pragma unroll
  for (uint lane = 1; lane < OMPSCAN_LANES; ++lane)
    total = ompscan_combine(total, ompscan_sum_of(sums, lane));
  return total;
}

#endif
