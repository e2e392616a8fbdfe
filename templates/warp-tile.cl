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
// Every warp has a part of the tile, every lane runs of neighbours in it. The
// part is loaded into local memory, where more bytes can be in flight than in
// registers; it is summed, and read again when the prefix is known. Global
// memory is accessed in the order of the lanes, local memory in vectors. A run
// has an odd number of vectors, which avoids bank conflicts.
//
// Where inputs have local memory of their own, which is less than results take,
// a part consists of pieces (OMPSCAN_CHAINS), in which every lane has a run:
// the results of one piece lie in local memory at a time.
//
// Loops over a run are unrolled by two vectors, where a run is computed in
// words (runs.cl) by four. More is no faster, and the time that the
// compiler of NVIDIA's driver (580.159) takes for a chain of 64-bit
// multiplications and remainders doubles with every other link: 12 s for 20 of
// them.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_PTX && !OMPSCAN_SEGMENTS_BY_WARP && !OMPSCAN_STORES_RESULTS &&     \
    !OMPSCAN_IS_ORDERED

/// The work-items that know the total of a tile and need its prefix.
#define OMPSCAN_IS_LEADER (OMPSCAN_WARP == 0)

/// Vectors of a run, which is what a lane has of a piece.
#define OMPSCAN_RUN ((OMPSCAN_ITEMS) / (OMPSCAN_CHAINS) / (OMPSCAN_VECTOR))
/// Elements of a piece.
#define OMPSCAN_PIECE (OMPSCAN_LANES * OMPSCAN_RUN * (OMPSCAN_VECTOR))

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

#if OMPSCAN_CHAINS > 1
#define OMPSCAN_FRONT_POINTER __local ompscan_T *
#define OMPSCAN_DECLARE_FRONTS                                                 \
  __local ompscan_T fronts[OMPSCAN_GROUP * OMPSCAN_CHAINS];                    \
  __local ompscan_T *const e =                                                 \
      fronts + OMPSCAN_WARP * OMPSCAN_LANES * OMPSCAN_CHAINS + OMPSCAN_LANE;
#else
#define OMPSCAN_FRONT_POINTER ompscan_T *
#define OMPSCAN_DECLARE_FRONTS ompscan_T e[1];
#endif

/// `x` is the piece of the warp: inputs, then results. With
/// OMPSCAN_KEEPS_INPUTS, `in` holds the inputs of the part. `e[k *
/// OMPSCAN_LANES]` is what lies in front of the lane's run in piece k within
/// the part, combined; undefined in lane 0 of the first one.
#define OMPSCAN_TILE_VARIABLES                                                 \
  __local ompscan_T pieces[OMPSCAN_WARPS * OMPSCAN_PIECE]                      \
      __attribute__((aligned(16)));                                            \
  __local ompscan_T *const x = pieces + OMPSCAN_WARP * OMPSCAN_PIECE;          \
  __local ompscan_kept ins[OMPSCAN_KEEPS_INPUTS ? OMPSCAN_WARPS : 1]           \
      __attribute__((aligned(16)));                                            \
  __local ompscan_kept *const in =                                             \
      ins + (OMPSCAN_KEEPS_INPUTS ? OMPSCAN_WARP : 0);                         \
  __local ompscan_T totals[OMPSCAN_WARPS];                                     \
  OMPSCAN_DECLARE_FRONTS
#define OMPSCAN_TILE_PARAMETERS                                                \
  __local ompscan_T *const x, __local ompscan_kept *const in,                  \
      __local ompscan_T *const totals,                                         \
      OMPSCAN_FRONT_POINTER const e OMPSCAN_HEAD_PARAMETER
#define OMPSCAN_TILE_ARGUMENTS x, in, totals, e OMPSCAN_HEAD_ARGUMENT

#define OMPSCAN_PART_BEGIN(tile)                                               \
  OMPSCAN_BEHIND_HEAD((ulong)(tile) * OMPSCAN_TILE +                           \
                      OMPSCAN_WARP * OMPSCAN_PART)
#define OMPSCAN_PART_IS_FULL(begin, n)                                         \
  OMPSCAN_ENDS_BEFORE((begin) + OMPSCAN_PART, n)

/// Elements of a piece that a lane loads at once, one by one: as many as keep
/// the memory busy. All at once would make this code longer than all the rest
/// of a loop; on an H200 it is up to 4 % faster, or 2 % slower.
#if OMPSCAN_RUN * OMPSCAN_VECTOR < 12
#define OMPSCAN_LOADS (OMPSCAN_RUN * OMPSCAN_VECTOR)
#else
#define OMPSCAN_LOADS 12
#endif

/// Loads the piece that begins at \p begin, one element at a time. Beyond the
/// end of the loop the last element is repeated.
OMPSCAN_INLINE void ompscan_load_piece(OMPSCAN_PARAMETERS, const ulong n,
                                       const ulong begin,
                                       __local ompscan_T *const x) {
#pragma unroll 1
  for (uint j = 0; j < OMPSCAN_RUN * OMPSCAN_VECTOR; j += OMPSCAN_LOADS) {
    // The last step loads elements again rather than fewer of them.
    const uint first =
        min(j, (uint)(OMPSCAN_RUN * OMPSCAN_VECTOR - OMPSCAN_LOADS));
    const uint place = first * OMPSCAN_LANES + OMPSCAN_LANE;
    ompscan_T v[OMPSCAN_LOADS];
#pragma unroll
    for (uint i = 0; i < OMPSCAN_LOADS; ++i)
      v[i] = ompscan_input(OMPSCAN_ARGUMENTS,
                           min(begin + place + i * OMPSCAN_LANES, n - 1));
#pragma unroll
    for (uint i = 0; i < OMPSCAN_LOADS; ++i)
      x[place + i * OMPSCAN_LANES] = v[i];
  }
  ompscan_warp_barrier();
}

/// Loads the part of this warp, unless ompscan_begin_piece() does for every
/// piece.
OMPSCAN_INLINE void ompscan_load_part(OMPSCAN_PARAMETERS, const ulong n,
                                      const ulong begin, const bool is_full,
                                      OMPSCAN_TILE_PARAMETERS) {
#if OMPSCAN_USES_VECTORS
  if (is_full) {
#if OMPSCAN_KEEPS_INPUTS
    ompscan_fetch(OMPSCAN_ARGUMENTS, begin, in);
#else
    ompscan_fetch_bytes(x, ompscan_input_address(OMPSCAN_ARGUMENTS, begin),
                        OMPSCAN_PART * OMPSCAN_ITEM_SIZE, OMPSCAN_ITEM_SIZE);
#endif
    ompscan_warp_barrier();
#if OMPSCAN_HAS_FILLS
    ompscan_store_fills(OMPSCAN_ARGUMENTS, begin, in);
#endif
    return;
  }
#elif OMPSCAN_COPIES_SHIFTED && OMPSCAN_IS_PLAIN
  if (is_full) {
    ompscan_load_shifted(x, ompscan_input_address(OMPSCAN_ARGUMENTS, begin),
                         OMPSCAN_PART * OMPSCAN_ITEM_SIZE, OMPSCAN_LANE,
                         OMPSCAN_LANES);
    ompscan_warp_barrier();
    return;
  }
#endif
#if OMPSCAN_CHAINS == 1
  ompscan_load_piece(OMPSCAN_ARGUMENTS, n, begin, x);
#endif
}

/// Makes piece \p k of the part at \p begin ready to be taken.
OMPSCAN_INLINE void ompscan_begin_piece(OMPSCAN_PARAMETERS, const ulong n,
                                        const ulong begin, const bool is_full,
                                        const uint k, OMPSCAN_TILE_PARAMETERS) {
#if OMPSCAN_CHAINS > 1
  // The lanes have read or stored the piece before.
  ompscan_warp_barrier();
  if (!is_full)
    ompscan_load_piece(OMPSCAN_ARGUMENTS, n, begin + k * OMPSCAN_PIECE, x);
#endif
}

/// \returns the inputs in vector \p j of this lane in piece \p k.
OMPSCAN_INLINE ompscan_vector ompscan_take(OMPSCAN_PARAMETERS,
                                           const ulong begin,
                                           const bool is_full, const uint k,
                                           const uint j,
                                           OMPSCAN_TILE_PARAMETERS) {
  const uint place = OMPSCAN_LANE * OMPSCAN_RUN + j;
  ompscan_vector v;
#if OMPSCAN_KEEPS_INPUTS
  if (is_full) {
    const uint in_part = k * OMPSCAN_LANES * OMPSCAN_RUN + place;
    ompscan_halos halo;
    ompscan_take_halos(in, in_part, &halo);
    ompscan_inputs(OMPSCAN_ARGUMENTS, begin + in_part * OMPSCAN_VECTOR, in,
                   in_part, &halo, v.e);
    return v;
  }
#endif
  OMPSCAN_TAKE(v, x, place);
  return v;
}

/// \returns the total of this lane's run in piece \p k.
OMPSCAN_INLINE ompscan_T ompscan_run_total(OMPSCAN_PARAMETERS,
                                           const ulong begin,
                                           const bool is_full, const uint k,
                                           OMPSCAN_TILE_PARAMETERS) {
#if OMPSCAN_HAS_WIDE
  ompscan_wide wide = OMPSCAN_WIDE_IDENTITY;
#pragma unroll 4
  for (uint j = 0; j < OMPSCAN_RUN; ++j) {
    const ompscan_vector v = ompscan_take(OMPSCAN_ARGUMENTS, begin, is_full, k,
                                          j, OMPSCAN_TILE_ARGUMENTS);
#pragma unroll
    for (uint i = 0; i < OMPSCAN_VECTOR * OMPSCAN_ITEM_SIZE / 4; ++i)
      ompscan_combine_word(&wide, v.w[i]);
  }
  return ompscan_narrow(wide);
#else
  ompscan_T run;
#pragma unroll 2
  for (uint j = 0; j < OMPSCAN_RUN; ++j) {
    ompscan_vector v = ompscan_take(OMPSCAN_ARGUMENTS, begin, is_full, k, j,
                                    OMPSCAN_TILE_ARGUMENTS);
    const ompscan_T total = ompscan_combine_elements(v.e, OMPSCAN_VECTOR);
    run = j ? ompscan_combine(run, total) : total;
  }
  return run;
#endif
}

/// Puts the scan of this lane's run in piece \p k into its place in \p x,
/// after \p left if it \p has_left.
OMPSCAN_INLINE void ompscan_scan_run(OMPSCAN_PARAMETERS, const ulong begin,
                                     const bool is_full, const uint k,
                                     ompscan_T left, const bool has_left,
                                     OMPSCAN_TILE_PARAMETERS) {
#if OMPSCAN_HAS_WIDE
  ompscan_wide wide = has_left ? ompscan_widen(left) : OMPSCAN_WIDE_IDENTITY;
#pragma unroll 4
  for (uint j = 0; j < OMPSCAN_RUN; ++j) {
    ompscan_vector v = ompscan_take(OMPSCAN_ARGUMENTS, begin, is_full, k, j,
                                    OMPSCAN_TILE_ARGUMENTS);
#pragma unroll
    for (uint i = 0; i < OMPSCAN_VECTOR * OMPSCAN_ITEM_SIZE / 4; ++i)
      v.w[i] = ompscan_scan_word(&wide, v.w[i]);
    OMPSCAN_GIVE(v, x, OMPSCAN_LANE * OMPSCAN_RUN + j);
  }
#else
#pragma unroll 2
  for (uint j = 0; j < OMPSCAN_RUN; ++j) {
    ompscan_vector v = ompscan_take(OMPSCAN_ARGUMENTS, begin, is_full, k, j,
                                    OMPSCAN_TILE_ARGUMENTS);
    left = ompscan_scan_elements(v.e, OMPSCAN_VECTOR, left, has_left || j);
    OMPSCAN_GIVE(v, x, OMPSCAN_LANE * OMPSCAN_RUN + j);
  }
#endif
}

/// \returns the part combined up to the end of the lane's run in the last
/// piece.
OMPSCAN_INLINE ompscan_T ompscan_part_total(OMPSCAN_PARAMETERS, const ulong n,
                                            const ulong begin,
                                            const bool is_full,
                                            OMPSCAN_TILE_PARAMETERS) {
  ompscan_T end;
  for (uint k = 0; k < OMPSCAN_CHAINS; ++k) {
    ompscan_begin_piece(OMPSCAN_ARGUMENTS, n, begin, is_full, k,
                        OMPSCAN_TILE_ARGUMENTS);
    ompscan_T scan =
        ompscan_scan_lanes(ompscan_run_total(OMPSCAN_ARGUMENTS, begin, is_full,
                                             k, OMPSCAN_TILE_ARGUMENTS),
                           OMPSCAN_LANES);
    ompscan_T front = ompscan_up(scan, 1);
    if (k > 0) {
      const ompscan_T before = ompscan_of_lane(end, OMPSCAN_LANES - 1);
      front = OMPSCAN_LANE ? ompscan_combine(before, front) : before;
      scan = ompscan_combine(before, scan);
    }
    e[k * OMPSCAN_LANES] = front;
    end = scan;
  }
  return end;
}

/// Loads a tile.
/// \returns its total as ompscan_scan_warps() does.
OMPSCAN_INLINE ompscan_T ompscan_tile_total(OMPSCAN_PARAMETERS, const ulong n,
                                            const ulong tile, ompscan_T *before,
                                            OMPSCAN_TILE_PARAMETERS) {
  const ulong begin = OMPSCAN_PART_BEGIN(tile);
  const bool is_full = OMPSCAN_PART_IS_FULL(begin, n);
  ompscan_load_part(OMPSCAN_ARGUMENTS, n, begin, is_full,
                    OMPSCAN_TILE_ARGUMENTS);
  // Where every step over kept inputs would ask whether the part is full, the
  // loops are compiled for either case.
  const ompscan_T end =
      OMPSCAN_KEEPS_INPUTS && !is_full
          ? ompscan_part_total(OMPSCAN_ARGUMENTS, n, begin, false,
                               OMPSCAN_TILE_ARGUMENTS)
          : ompscan_part_total(OMPSCAN_ARGUMENTS, n, begin,
                               OMPSCAN_KEEPS_INPUTS || is_full,
                               OMPSCAN_TILE_ARGUMENTS);
  return ompscan_scan_warps(end, before, totals);
}

/// Stores the piece at \p begin, of a part that may be full (\p is_full).
/// \p left is the value in front of the lane's run.
OMPSCAN_INLINE void ompscan_store_piece(OMPSCAN_PARAMETERS, const ulong n,
                                        const ulong begin, const bool is_full,
                                        const ompscan_T left,
                                        __local ompscan_T *const x) {
#if OMPSCAN_USES_VECTORS
  if (is_full) {
    __global uint4 *const to =
        (__global uint4 *)ompscan_output_address(OMPSCAN_ARGUMENTS, begin);
    __local const uint4 *const from = (__local const uint4 *)x;
#pragma unroll
    for (uint j = OMPSCAN_LANE; j < OMPSCAN_PIECE * OMPSCAN_ITEM_SIZE / 16;
         j += OMPSCAN_LANES)
      to[j] = from[j];
    return;
  }
#elif OMPSCAN_COPIES_SHIFTED && !OMPSCAN_HAS_FILLS
  if (is_full) {
    ompscan_store_shifted(ompscan_output_address(OMPSCAN_ARGUMENTS, begin), x,
                          OMPSCAN_PIECE * OMPSCAN_ITEM_SIZE, OMPSCAN_LANE,
                          OMPSCAN_LANES);
    return;
  }
#endif
#if OMPSCAN_USES_BEFORE
  const ompscan_T front = ompscan_of_lane(left, 0);
#endif
#pragma unroll 4
  for (uint j = 0; j < OMPSCAN_PIECE / OMPSCAN_LANES; ++j) {
    const uint i = j * OMPSCAN_LANES + OMPSCAN_LANE;
    if (begin + i < n) {
      const ompscan_T after = x[i];
#if OMPSCAN_USES_BEFORE
      const ompscan_T before = i ? x[i - 1] : front;
#else
      const ompscan_T before = after;
#endif
      ompscan_output(OMPSCAN_ARGUMENTS, begin + i, before, after);
    }
  }
}

/// Combines \p part_left, if it \p has_left, into the part and stores it.
OMPSCAN_INLINE void ompscan_finish_part(OMPSCAN_PARAMETERS, const ulong n,
                                        const ulong begin, const bool is_full,
                                        const ompscan_T part_left,
                                        const bool has_left,
                                        OMPSCAN_TILE_PARAMETERS) {
  for (uint k = 0; k < OMPSCAN_CHAINS; ++k) {
    const bool is_behind = k > 0 || OMPSCAN_LANE > 0;
    ompscan_T left = part_left;
    if (is_behind) {
      const ompscan_T front = e[k * OMPSCAN_LANES];
      left = has_left ? ompscan_combine(part_left, front) : front;
    }
    ompscan_begin_piece(OMPSCAN_ARGUMENTS, n, begin, is_full, k,
                        OMPSCAN_TILE_ARGUMENTS);
    ompscan_scan_run(OMPSCAN_ARGUMENTS, begin, is_full, k, left,
                     has_left || is_behind, OMPSCAN_TILE_ARGUMENTS);
    ompscan_warp_barrier();
    ompscan_store_piece(OMPSCAN_ARGUMENTS, n, begin + k * OMPSCAN_PIECE,
                        is_full, left, x);
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
  has_left |= OMPSCAN_WARP > 0;
  const ulong begin = OMPSCAN_PART_BEGIN(tile);
  const bool is_full = OMPSCAN_PART_IS_FULL(begin, n);
  const ompscan_T left = totals[OMPSCAN_WARP];
  if (OMPSCAN_KEEPS_INPUTS && !is_full)
    ompscan_finish_part(OMPSCAN_ARGUMENTS, n, begin, false, left, has_left,
                        OMPSCAN_TILE_ARGUMENTS);
  else
    ompscan_finish_part(OMPSCAN_ARGUMENTS, n, begin,
                        OMPSCAN_KEEPS_INPUTS || is_full, left, has_left,
                        OMPSCAN_TILE_ARGUMENTS);
}

#endif // OMPSCAN_PTX && !OMPSCAN_SEGMENTS_BY_WARP && !OMPSCAN_STORES_RESULTS
