//===- group-tile.cl - A tile by a work-group -------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of a scan by local memory and barriers, with the interface of
// warp-tile.cl. Every work-item has a run of neighbours in local memory, and
// the scan of the run in registers, for which loops over a run are
// unrolled. Loads and stores are striped over the group.
//
// A chain of operations ends after OMPSCAN_LINKS elements: the value goes
// through local memory by volatile accesses, and the compiler sees a new one.
// The time that the compiler of NVIDIA's driver (580.159) takes for a chain of
// 64-bit multiplications and remainders doubles with every link or two: on an
// H200 1.3 s for runs of 15 elements, 5.7 s for 17, 24 s for 19, and no end for
// the 29 or 39 of the tuned shapes; with links of 4 less than 1 s for 39. Scans
// of 2^26 bytes are 16 % faster for it, those of larger elements between 3 %
// slower and 2 % faster. It can go once no such compiler is supported.
//
//===----------------------------------------------------------------------===//

#if !OMPSCAN_PTX && OMPSCAN_GROUP > 1 && !OMPSCAN_SCANS_WORDS &&               \
    !OMPSCAN_IS_ORDERED

#define OMPSCAN_PITCH OMPSCAN_PITCH_OF(OMPSCAN_ITEMS)
/// The place of element i of a tile.
#define OMPSCAN_PLACE(i)                                                       \
  ((i) / (OMPSCAN_ITEMS) * OMPSCAN_PITCH + (i) % (OMPSCAN_ITEMS))

/// Elements that the compiler sees in one chain of operations.
#define OMPSCAN_LINKS 4

#define OMPSCAN_TILE_VARIABLES                                                 \
  ompscan_T x[OMPSCAN_ITEMS];                                                  \
  __local ompscan_T runs[(OMPSCAN_GROUP) * OMPSCAN_PITCH];                     \
  __local ompscan_T totals[OMPSCAN_TOTALS];
#define OMPSCAN_TILE_PARAMETERS                                                \
  ompscan_T *x, __local ompscan_T *runs, __local ompscan_T *totals
#define OMPSCAN_TILE_ARGUMENTS x, runs, totals

/// Loads a tile. Beyond the end of the loop the last element is repeated.
OMPSCAN_INLINE void ompscan_load_tile(OMPSCAN_PARAMETERS, const ulong n,
                                      const ulong tile,
                                      OMPSCAN_TILE_PARAMETERS) {
  const uint id = (uint)get_local_id(0);
  const ulong begin = tile * OMPSCAN_TILE;
#pragma unroll
  for (uint j = 0; j < (OMPSCAN_ITEMS); ++j) {
    const uint i = j * (OMPSCAN_GROUP) + id;
    runs[OMPSCAN_PLACE(i)] =
        ompscan_input(OMPSCAN_ARGUMENTS, min(begin + i, n - 1));
  }
}

/// Scans the work-item's run.
/// \returns its total.
OMPSCAN_INLINE ompscan_T ompscan_run_total(OMPSCAN_TILE_PARAMETERS) {
  const uint id = (uint)get_local_id(0);
  x[0] = runs[id * OMPSCAN_PITCH];
#pragma unroll
  for (uint j = 1; j < (OMPSCAN_ITEMS); ++j) {
    x[j] = ompscan_combine(x[j - 1], runs[id * OMPSCAN_PITCH + j]);
    if (j % OMPSCAN_LINKS == 0) {
      __local volatile ompscan_T *const at = &runs[id * OMPSCAN_PITCH + j];
      *at = x[j];
      x[j] = *at;
    }
  }
  return x[(OMPSCAN_ITEMS)-1];
}

/// Puts the scan of the work-item's run into its place, after \p left if it \p
/// has_left.
OMPSCAN_INLINE void ompscan_scan_run(const ompscan_T left, const bool has_left,
                                     OMPSCAN_TILE_PARAMETERS) {
  const uint id = (uint)get_local_id(0);
#pragma unroll
  for (uint j = 0; j < (OMPSCAN_ITEMS); ++j)
    runs[id * OMPSCAN_PITCH + j] =
        has_left ? ompscan_combine(left, x[j]) : x[j];
}

/// Stores a tile. \p front is the value in front of it.
OMPSCAN_INLINE void ompscan_store_tile(OMPSCAN_PARAMETERS, const ulong n,
                                       const ulong tile,
                                       __local const ompscan_T *const front,
                                       OMPSCAN_TILE_PARAMETERS) {
  const uint id = (uint)get_local_id(0);
  const ulong begin = tile * OMPSCAN_TILE;
#pragma unroll
  for (uint j = 0; j < (OMPSCAN_ITEMS); ++j) {
    const uint i = j * (OMPSCAN_GROUP) + id;
    const ulong k = begin + i;
    if (k < n) {
      const ompscan_T after = runs[OMPSCAN_PLACE(i)];
#if OMPSCAN_USES_BEFORE
      ompscan_output(OMPSCAN_ARGUMENTS, k,
                     *(i ? &runs[OMPSCAN_PLACE(i - 1)] : front), after);
#else
      ompscan_output(OMPSCAN_ARGUMENTS, k, after, after);
#endif
    }
  }
}

#endif // !OMPSCAN_PTX && OMPSCAN_GROUP && !OMPSCAN_SCANS_WORDS
