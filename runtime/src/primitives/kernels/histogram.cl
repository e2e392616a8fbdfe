//===- histogram.cl - Counts of equally wide bins ---------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts elements in bins of equal width. If the bins fit into local memory, a
// group counts there and stores a row of counts; otherwise all groups count in
// one row of global memory. The rows are added in the end. A counter has 32
// bits, so that a row counts at most 2^32 - 1 elements.
//
// The text in front defines ompscan_E and
//
//   OMPSCAN_IS_FLOATING    1: ompscan_E is a floating-point type
//   OMPSCAN_LOCAL_BINS     the bins that local memory has room for, or 0 if
//                          they are in global memory
//
//===----------------------------------------------------------------------===//

/// `range` is the difference of the bounds; `scale` is the number of bins
/// divided by it, for floating-point types.
#define OMPSCAN_BIN_PARAMETERS                                                 \
  const ompscan_E lower, const ompscan_E upper, const ompscan_E scale,         \
      const ulong range, const ulong bins
#define OMPSCAN_BIN_ARGUMENTS lower, upper, scale, range, bins

/// \returns the bin of an element, or `bins` if it has none.
OMPSCAN_INLINE ulong ompscan_bin(const ompscan_E x, OMPSCAN_BIN_PARAMETERS) {
  if (!(x >= lower && x < upper))
    return bins;
#if OMPSCAN_IS_FLOATING
  return min((ulong)((x - lower) * scale), bins - 1);
#else
  const ulong d = (ulong)x - (ulong)lower;
  // 32-bit division is several times faster than 64-bit division.
  if (range * bins <= 0xfffffffful)
    return (uint)d * (uint)bins / (uint)range;
  return d * bins / range;
#endif
}

/// Clears rows of counters in global memory.
OMPSCAN_KERNEL void ompscan_histogram_begin(__global uint *rows,
                                            const ulong count) {
  for (ulong i = get_global_id(0); i < count; i += get_global_size(0))
    rows[i] = 0;
}

/// Counts the elements from `begin` to `end`. Group g counts in row g, or all
/// groups in row `row`.
OMPSCAN_KERNEL void ompscan_histogram(__global const ompscan_E *x,
                                      __global uint *rows, const ulong row,
                                      const ulong begin, const ulong end,
                                      OMPSCAN_BIN_PARAMETERS) {
#if OMPSCAN_LOCAL_BINS
  __local uint counts[OMPSCAN_LOCAL_BINS];
  for (uint i = (uint)get_local_id(0); i < (uint)bins; i += OMPSCAN_GROUP)
    counts[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
#else
  __global uint *const counts = rows + row * bins;
#endif
  for (ulong tile = begin + get_group_id(0) * (ulong)OMPSCAN_TILE; tile < end;
       tile += get_num_groups(0) * (ulong)OMPSCAN_TILE) {
    const uint count = (uint)min(OMPSCAN_TILE, end - tile);
#pragma unroll 8
    for (uint i = (uint)get_local_id(0); i < count; i += OMPSCAN_GROUP) {
      const ulong b = ompscan_bin(x[tile + i], OMPSCAN_BIN_ARGUMENTS);
      if (b < bins) {
#if OMPSCAN_LOCAL_BINS && OMPSCAN_GROUP == 1
        ++counts[b];
#else
        atomic_inc(&counts[b]);
#endif
      }
    }
  }
#if OMPSCAN_LOCAL_BINS
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = (uint)get_local_id(0); i < (uint)bins; i += OMPSCAN_GROUP)
    rows[get_group_id(0) * bins + i] = counts[i];
#endif
}

/// Adds the rows.
OMPSCAN_KERNEL void ompscan_histogram_end(__global const uint *rows,
                                          const ulong row_count,
                                          const ulong bins,
                                          __global ulong *sums) {
  for (ulong i = get_global_id(0); i < bins; i += get_global_size(0)) {
    ulong sum = 0;
    for (ulong row = 0; row < row_count; ++row)
      sum += rows[row * bins + i];
    sums[i] = sum;
  }
}
