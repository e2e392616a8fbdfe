//===- warp-tile.cl - A tile by warps ---------------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of a scan by the warps of a group on NVIDIA devices:
//
//   OMPSCAN_TILE_VARIABLES, OMPSCAN_TILE_ARGUMENTS
//   ompscan_tile_total()   loads a tile and returns its total
//   ompscan_tile_finish()  stores the tile combined with its prefix
//
// Every warp has a part of the tile, and every lane a run of neighbours in it.
// The part is loaded into local memory, where more bytes can be in flight than
// in registers; it is summed, and read again when the prefix is known. Global
// memory is accessed in the order of the lanes, local memory in vectors. A run
// has an odd number of vectors, which avoids bank conflicts.
//
// Loops over a run are unrolled by two vectors. More is no faster, and the time
// that the compiler of NVIDIA's driver (580.159) takes for a chain of 64-bit
// multiplications and remainders doubles with every other link: 12 s for 20 of
// them.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_PTX && !OMPSCAN_SEGMENTS_BY_WARP

/// The work-items that know the total of a tile and need its prefix.
#define OMPSCAN_IS_LEADER (OMPSCAN_WARP == 0)

/// Vectors of a lane.
#define OMPSCAN_RUN ((OMPSCAN_ITEMS) / (OMPSCAN_VECTOR))

typedef OMPSCAN_VECTOR_OF(ompscan_T) ompscan_vector;

#if OMPSCAN_USES_VECTORS && !OMPSCAN_IS_PLAIN
/// Inputs that are not elements of the scanned type have local memory of their
/// own.
#define OMPSCAN_KEEPS_INPUTS 1
typedef ompscan_vectors ompscan_kept;
#else
#define OMPSCAN_KEEPS_INPUTS 0
typedef uchar ompscan_kept;
#endif

/// `x` is the part of the warp: inputs, then results. With
/// OMPSCAN_KEEPS_INPUTS, `in` holds the inputs.
#define OMPSCAN_TILE_VARIABLES                                                 \
  __local ompscan_T parts[OMPSCAN_WARPS * OMPSCAN_PART]                        \
      __attribute__((aligned(16)));                                            \
  __local ompscan_T *const x = parts + OMPSCAN_WARP * OMPSCAN_PART;            \
  __local ompscan_kept ins[OMPSCAN_KEEPS_INPUTS ? OMPSCAN_WARPS : 1]           \
      __attribute__((aligned(16)));                                            \
  __local ompscan_kept *const in =                                             \
      ins + (OMPSCAN_KEEPS_INPUTS ? OMPSCAN_WARP : 0);                         \
  __local ompscan_T totals[OMPSCAN_WARPS];                                     \
  ompscan_T e;
#define OMPSCAN_TILE_PARAMETERS                                                \
  __local ompscan_T *const x, __local ompscan_kept *const in,                  \
      __local ompscan_T *const totals, ompscan_T *const e
#define OMPSCAN_TILE_ARGUMENTS x, in, totals, &e

/// The arguments within the functions below, where `e` is a pointer: the value
/// combined in front of the run within the part, undefined in lane 0.
#define OMPSCAN_SAME_ARGUMENTS x, in, totals, e

#define OMPSCAN_PART_BEGIN(tile)                                               \
  ((ulong)(tile) * OMPSCAN_TILE + OMPSCAN_WARP * OMPSCAN_PART)
#define OMPSCAN_PART_IS_FULL(begin, n)                                         \
  OMPSCAN_ENDS_BEFORE((begin) + OMPSCAN_PART, n)

/// Loads the part of this warp. Beyond the end of the loop the last element is
/// repeated.
OMPSCAN_INLINE void ompscan_load_part(OMPSCAN_PARAMETERS, const ulong n,
                                      const ulong begin,
                                      OMPSCAN_TILE_PARAMETERS) {
#if OMPSCAN_USES_VECTORS
  if (OMPSCAN_PART_IS_FULL(begin, n)) {
#if OMPSCAN_KEEPS_INPUTS
    ompscan_fetch(OMPSCAN_ARGUMENTS, begin, in);
#else
    ompscan_fetch_bytes(x, ompscan_input_address(OMPSCAN_ARGUMENTS, begin),
                        OMPSCAN_PART * OMPSCAN_ITEM_SIZE);
#endif
    ompscan_warp_barrier();
#if OMPSCAN_HAS_FILLS
    ompscan_store_fills(OMPSCAN_ARGUMENTS, begin, in);
#endif
    return;
  }
#elif OMPSCAN_COPIES_SHIFTED && OMPSCAN_IS_PLAIN
  if (OMPSCAN_PART_IS_FULL(begin, n)) {
    ompscan_load_shifted(x, ompscan_input_address(OMPSCAN_ARGUMENTS, begin),
                         OMPSCAN_PART * OMPSCAN_ITEM_SIZE, OMPSCAN_LANE,
                         OMPSCAN_LANES);
    ompscan_warp_barrier();
    return;
  }
#endif
  ompscan_T v[OMPSCAN_ITEMS];
#pragma unroll
  for (uint j = 0; j < (OMPSCAN_ITEMS); ++j)
    v[j] = ompscan_input(OMPSCAN_ARGUMENTS,
                         min(begin + j * OMPSCAN_LANES + OMPSCAN_LANE, n - 1));
#pragma unroll
  for (uint j = 0; j < (OMPSCAN_ITEMS); ++j)
    x[j * OMPSCAN_LANES + OMPSCAN_LANE] = v[j];
  ompscan_warp_barrier();
}

/// \returns the inputs in vector \p j of this lane.
OMPSCAN_INLINE ompscan_vector ompscan_take(OMPSCAN_PARAMETERS, const ulong n,
                                           const ulong begin, const uint j,
                                           OMPSCAN_TILE_PARAMETERS) {
  const uint place = OMPSCAN_LANE * OMPSCAN_RUN + j;
  ompscan_vector v;
#if OMPSCAN_KEEPS_INPUTS
  if (OMPSCAN_PART_IS_FULL(begin, n)) {
    ompscan_inputs(OMPSCAN_ARGUMENTS, begin + place * OMPSCAN_VECTOR, in, place,
                   v.e);
    return v;
  }
#endif
  OMPSCAN_TAKE(v, x, place);
  return v;
}

/// Loads a tile.
/// \returns the total of the tile, in the first warp, and a value of no meaning
/// in others. In the lanes of the first warp but the first, \p before receives
/// the total of the warps before the number of the lane.
OMPSCAN_INLINE ompscan_T ompscan_tile_total(OMPSCAN_PARAMETERS, const ulong n,
                                            const ulong tile, ompscan_T *before,
                                            OMPSCAN_TILE_PARAMETERS) {
  const ulong begin = OMPSCAN_PART_BEGIN(tile);
  ompscan_load_part(OMPSCAN_ARGUMENTS, n, begin, OMPSCAN_SAME_ARGUMENTS);
  ompscan_T run;
#pragma unroll 2
  for (uint j = 0; j < OMPSCAN_RUN; ++j) {
    ompscan_vector v =
        ompscan_take(OMPSCAN_ARGUMENTS, n, begin, j, OMPSCAN_SAME_ARGUMENTS);
    // A tree is shorter than a chain.
#pragma unroll
    for (uint d = 1; d < OMPSCAN_VECTOR; d *= 2)
#pragma unroll
      for (uint i = 0; i < OMPSCAN_VECTOR; i += 2 * d)
        v.e[i] = ompscan_combine(v.e[i], v.e[i + d]);
    run = j ? ompscan_combine(run, v.e[0]) : v.e[0];
  }
  const ompscan_T scan = ompscan_scan_lanes(run, OMPSCAN_LANES);
  *e = ompscan_up(scan, 1);
  if (OMPSCAN_LANE == OMPSCAN_LANES - 1)
    totals[OMPSCAN_WARP] = scan;
  barrier(CLK_LOCAL_MEM_FENCE);
  ompscan_T total = run;
  if (OMPSCAN_WARP == 0) {
    const ompscan_T warps = ompscan_scan_lanes(
        totals[min(OMPSCAN_LANE, OMPSCAN_WARPS - 1)], OMPSCAN_WARPS);
    *before = ompscan_up(warps, 1);
    total = ompscan_of_lane(warps, OMPSCAN_WARPS - 1);
  }
  return total;
}

/// Stores the part of this warp. \p left is the value in front of it.
OMPSCAN_INLINE void ompscan_store_part(OMPSCAN_PARAMETERS, const ulong n,
                                       const ulong begin, const ompscan_T left,
                                       OMPSCAN_TILE_PARAMETERS) {
#if OMPSCAN_USES_VECTORS
  if (OMPSCAN_PART_IS_FULL(begin, n)) {
    __global uint4 *const to =
        (__global uint4 *)ompscan_output_address(OMPSCAN_ARGUMENTS, begin);
    __local const uint4 *const from = (__local const uint4 *)x;
#pragma unroll
    for (uint j = OMPSCAN_LANE; j < OMPSCAN_PART * OMPSCAN_ITEM_SIZE / 16;
         j += OMPSCAN_LANES)
      to[j] = from[j];
    return;
  }
#elif OMPSCAN_COPIES_SHIFTED && !OMPSCAN_HAS_FILLS
  if (OMPSCAN_PART_IS_FULL(begin, n)) {
    ompscan_store_shifted(ompscan_output_address(OMPSCAN_ARGUMENTS, begin), x,
                          OMPSCAN_PART * OMPSCAN_ITEM_SIZE, OMPSCAN_LANE,
                          OMPSCAN_LANES);
    return;
  }
#endif
#pragma unroll
  for (uint j = 0; j < (OMPSCAN_ITEMS); ++j) {
    const uint i = j * OMPSCAN_LANES + OMPSCAN_LANE;
    if (begin + i < n) {
      const ompscan_T after = x[i];
#if OMPSCAN_USES_BEFORE
      const ompscan_T before = i ? x[i - 1] : left;
#else
      const ompscan_T before = after;
#endif
      ompscan_output(OMPSCAN_ARGUMENTS, begin + i, before, after);
    }
  }
}

/// Combines the value at \p prefix, known to the first warp, into the tile and
/// stores it. What other warps do not know is passed by its address: a
/// parameter of Clang's is never undefined, and to define it takes registers.
OMPSCAN_INLINE void ompscan_tile_finish(OMPSCAN_PARAMETERS, const ulong n,
                                        const ulong tile,
                                        const ompscan_T *const prefix,
                                        const ompscan_T *const before,
                                        OMPSCAN_TILE_PARAMETERS) {
  bool has_left = OMPSCAN_HAS_LEFT(tile);
  if (get_local_id(0) < OMPSCAN_WARPS)
    totals[OMPSCAN_LANE] = !OMPSCAN_LANE ? *prefix
                           : has_left    ? ompscan_combine(*prefix, *before)
                                         : *before;
  barrier(CLK_LOCAL_MEM_FENCE);
  const ulong begin = OMPSCAN_PART_BEGIN(tile);
  const ompscan_T part_left = totals[OMPSCAN_WARP];
  has_left |= OMPSCAN_WARP > 0;
  ompscan_T left = part_left;
  if (OMPSCAN_LANE)
    left = has_left ? ompscan_combine(part_left, *e) : *e;
  has_left |= OMPSCAN_LANE > 0;
#pragma unroll 2
  for (uint j = 0; j < OMPSCAN_RUN; ++j) {
    ompscan_vector v =
        ompscan_take(OMPSCAN_ARGUMENTS, n, begin, j, OMPSCAN_SAME_ARGUMENTS);
#pragma unroll
    for (uint i = 0; i < OMPSCAN_VECTOR; ++i)
      v.e[i] = left =
          has_left || j || i ? ompscan_combine(left, v.e[i]) : v.e[i];
    OMPSCAN_GIVE(v, x, OMPSCAN_LANE * OMPSCAN_RUN + j);
  }
  ompscan_warp_barrier();
  ompscan_store_part(OMPSCAN_ARGUMENTS, n, begin, part_left,
                     OMPSCAN_SAME_ARGUMENTS);
}

#endif // OMPSCAN_PTX && !OMPSCAN_SEGMENTS_BY_WARP
