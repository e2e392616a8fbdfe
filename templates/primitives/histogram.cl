//===- histogram.cl - Counts of equally wide bins --------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A group counts in local memory where the bins fit there, and leaves a row of
// counts behind; else all groups count in one row in global memory. Rows are
// added in the end. A counter has 32 bits: no row is for more elements than
// that.
//
// The text in front defines the type ompscan_E, and
//
//   OMPSCAN_IS_FLOATING    whether it is a floating-point type
//   OMPSCAN_LOCAL_BINS     the number of bins, if they are in local memory, or
//   0
//
//===----------------------------------------------------------------------===//

/// ompscan_range is the difference of the bounds, and ompscan_scale, of
/// floating-point types, the number of bins divided by that.
#define OMPSCAN_BIN_PARAMETERS                                                 \
  const ompscan_E ompscan_lower, const ompscan_E ompscan_upper,                \
      const ompscan_E ompscan_scale, const ulong ompscan_range,                \
      const ulong ompscan_bins
#define OMPSCAN_BIN_ARGUMENTS                                                  \
  ompscan_lower, ompscan_upper, ompscan_scale, ompscan_range, ompscan_bins

/// The bin of an element, or ompscan_bins if it has none.
OMPSCAN_INLINE ulong ompscan_bin(const ompscan_E ompscan_x,
                                 OMPSCAN_BIN_PARAMETERS) {
  if (!(ompscan_x >= ompscan_lower && ompscan_x < ompscan_upper))
    return ompscan_bins;
#if OMPSCAN_IS_FLOATING
  return min((ulong)((ompscan_x - ompscan_lower) * ompscan_scale),
             ompscan_bins - 1);
#else
  const ulong ompscan_d = (ulong)ompscan_x - (ulong)ompscan_lower;
  // 32-bit division is several times faster.
  if (ompscan_range * ompscan_bins <= 0xfffffffful)
    return (uint)ompscan_d * (uint)ompscan_bins / (uint)ompscan_range;
  return ompscan_d * ompscan_bins / ompscan_range;
#endif
}

/// Clears rows in global memory.
OMPSCAN_KERNEL void ompscan_histogram_begin(__global uint *ompscan_rows,
                                            const ulong ompscan_count) {
  for (ulong ompscan_i = get_global_id(0); ompscan_i < ompscan_count;
       ompscan_i += get_global_size(0))
    ompscan_rows[ompscan_i] = 0;
}

/// Counts the elements from ompscan_begin to before ompscan_end; group g in
/// row g, or all of them in row ompscan_row.
OMPSCAN_KERNEL void ompscan_histogram(__global const ompscan_E *ompscan_x,
                                      __global uint *ompscan_rows,
                                      const ulong ompscan_row,
                                      const ulong ompscan_begin,
                                      const ulong ompscan_end,
                                      OMPSCAN_BIN_PARAMETERS) {
#if OMPSCAN_LOCAL_BINS
  __local uint ompscan_counts[OMPSCAN_LOCAL_BINS];
  for (uint ompscan_i = (uint)get_local_id(0); ompscan_i < OMPSCAN_LOCAL_BINS;
       ompscan_i += OMPSCAN_GROUP)
    ompscan_counts[ompscan_i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
#else
  __global uint *const ompscan_counts =
      ompscan_rows + ompscan_row * ompscan_bins;
#endif
  for (ulong ompscan_tile =
           ompscan_begin + get_group_id(0) * (ulong)OMPSCAN_TILE;
       ompscan_tile < ompscan_end;
       ompscan_tile += get_num_groups(0) * (ulong)OMPSCAN_TILE) {
    const uint ompscan_count =
        (uint)min(OMPSCAN_TILE, ompscan_end - ompscan_tile);
#pragma unroll 8
    for (uint ompscan_i = (uint)get_local_id(0); ompscan_i < ompscan_count;
         ompscan_i += OMPSCAN_GROUP) {
      const ulong ompscan_b = ompscan_bin(ompscan_x[ompscan_tile + ompscan_i],
                                          OMPSCAN_BIN_ARGUMENTS);
      if (ompscan_b < ompscan_bins) {
#if OMPSCAN_LOCAL_BINS && OMPSCAN_GROUP == 1
        ++ompscan_counts[ompscan_b];
#else
        atomic_inc(&ompscan_counts[ompscan_b]);
#endif
      }
    }
  }
#if OMPSCAN_LOCAL_BINS
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint ompscan_i = (uint)get_local_id(0); ompscan_i < OMPSCAN_LOCAL_BINS;
       ompscan_i += OMPSCAN_GROUP)
    ompscan_rows[get_group_id(0) * OMPSCAN_LOCAL_BINS + ompscan_i] =
        ompscan_counts[ompscan_i];
#endif
}

/// Adds the rows.
OMPSCAN_KERNEL void ompscan_histogram_end(__global const uint *ompscan_rows,
                                          const ulong ompscan_row_count,
                                          const ulong ompscan_bins,
                                          __global ulong *ompscan_sums) {
  for (ulong ompscan_i = get_global_id(0); ompscan_i < ompscan_bins;
       ompscan_i += get_global_size(0)) {
    ulong ompscan_sum = 0;
    for (ulong ompscan_row = 0; ompscan_row < ompscan_row_count; ++ompscan_row)
      ompscan_sum += ompscan_rows[ompscan_row * ompscan_bins + ompscan_i];
    ompscan_sums[ompscan_i] = ompscan_sum;
  }
}
