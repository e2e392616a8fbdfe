//===- native-scan.cl - Scan by the threads of the host ---- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernel of a scan on the host, a single pass (single-pass.cl) in which a
// thread does a tile. A tile fits into the second-level cache, where its inputs
// stay between the computation of its total and that of its scan.
//
// The inputs of OMPSCAN_ABREAST iterations are combined with one another
// before the value in front of them is, so that only one operation in
// OMPSCAN_ABREAST has to wait for the preceding one. For integers, whose
// operations take one cycle, they are combined one by one; but those of one or
// two bytes fill vector registers, whose elements are combined at once with the
// ones 1, 2, 4, ... in front of them.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_NATIVE && OMPSCAN_ALGORITHM == OMPSCAN_SINGLE_PASS

/// Iterations whose inputs are loaded together, which have to fit into
/// registers. On x86 this has one more use: a load waits for an earlier store
/// to an address with the same low 12 bits (4K aliasing), and large arrays
/// often begin at such addresses.
#define OMPSCAN_ABREAST                                                        \
  (OMPSCAN_IS_IN_VECTORS     ? 32                                              \
   : OMPSCAN_ITEM_SIZE <= 16 ? 8                                               \
   : OMPSCAN_ITEM_SIZE <= 32 ? 4                                               \
                             : 1)

/// Whether a loop of small integers does nothing that would keep the compiler
/// from using vectors.
#define OMPSCAN_IS_IN_VECTORS                                                  \
  (OMPSCAN_IS_INTEGER && OMPSCAN_HAS_VECTORS && OMPSCAN_ITEM_SIZE <= 2)

/// Executes a statement for each of them.
#define OMPSCAN_FOR_ABREAST(j, first, step)                                    \
  _Pragma("unroll") for (uint j = first; j < OMPSCAN_ABREAST; j += step)

OMPSCAN_INLINE void ompscan_load_inputs(OMPSCAN_PARAMETERS, const ulong k,
                                        ompscan_T *inputs) {
  OMPSCAN_FOR_ABREAST(j, 0, 1)
  inputs[j] = ompscan_input(OMPSCAN_ARGUMENTS, k + j);
}

#ifdef OMPSCAN_FACTOR_LIMIT
/// Whether \p inputs are factors none of whose products leave the range of the
/// type, so that they need no exponent.
OMPSCAN_INLINE bool ompscan_are_near(const ompscan_T *inputs) {
  int result = 1;
  OMPSCAN_FOR_ABREAST(j, 0, 1) {
    const ompscan_factor size = fabs(inputs[j].v);
    result &= inputs[j].e == 0;
    result &= size <= OMPSCAN_FACTOR_LIMIT;
    result &= size >= 1 / OMPSCAN_FACTOR_LIMIT;
  }
  return result;
}
#endif

/// Stores the scan of \p count elements after \p value. Inlined, so that what
/// the caller knows of the task is known here.
/// \returns the value after them.
__attribute__((always_inline)) OMPSCAN_INLINE ompscan_T ompscan_scan_part(
    OMPSCAN_PARAMETERS, const ulong begin, const ulong count, ompscan_T value) {
  const ulong end = begin + count;
  ulong k = begin;
  {
    // The last iteration of the loop is not among these, nor after the last
    // one of them.
    ompscan_task inner = *OMPSCAN_TASK;
    inner.is_inner = 1;
    const ompscan_task *const OMPSCAN_TASK = &inner;
    for (; k + OMPSCAN_ABREAST + 1 < end; k += OMPSCAN_ABREAST) {
      ompscan_T inputs[OMPSCAN_ABREAST];
      ompscan_load_inputs(OMPSCAN_ARGUMENTS, k, inputs);
#ifdef OMPSCAN_FACTOR_LIMIT
      if (OMPSCAN_IS_CONSTANT(value) && ompscan_are_near(inputs)) {
        OMPSCAN_FOR_ABREAST(j, 1, 1)
        inputs[j].v *= inputs[j - 1].v;
        ompscan_T before = value;
        OMPSCAN_FOR_ABREAST(j, 0, 1) {
          ompscan_T after = value;
          after.v *= inputs[j].v;
          ompscan_output(OMPSCAN_ARGUMENTS, k + j, before, after);
          before = after;
        }
        value = before;
        continue;
      }
#endif
#if OMPSCAN_IS_INTEGER && !OMPSCAN_IS_IN_VECTORS
      OMPSCAN_FOR_ABREAST(j, 0, 1) {
        const ompscan_T before = value;
        value = ompscan_combine(before, inputs[j]);
        ompscan_output(OMPSCAN_ARGUMENTS, k + j, before, value);
      }
#else
#if OMPSCAN_IS_IN_VECTORS
#pragma unroll
      for (uint d = 1; d < OMPSCAN_ABREAST; d *= 2) {
        ompscan_T sums[OMPSCAN_ABREAST];
        OMPSCAN_FOR_ABREAST(j, d, 1)
        sums[j] = ompscan_combine(inputs[j - d], inputs[j]);
        OMPSCAN_FOR_ABREAST(j, d, 1)
        inputs[j] = sums[j];
      }
#else
      OMPSCAN_FOR_ABREAST(j, 1, 1)
      inputs[j] = ompscan_combine(inputs[j - 1], inputs[j]);
#endif
      ompscan_T before = value;
      OMPSCAN_FOR_ABREAST(j, 0, 1) {
        const ompscan_T after = ompscan_combine(value, inputs[j]);
        ompscan_output(OMPSCAN_ARGUMENTS, k + j, before, after);
        before = after;
      }
      value = before;
#endif
    }
  }
  for (; k < end; ++k) {
    const ompscan_T before = value;
    value = ompscan_combine(value, ompscan_input(OMPSCAN_ARGUMENTS, k));
    ompscan_output(OMPSCAN_ARGUMENTS, k, before, value);
  }
  return value;
}

/// Calls ompscan_scan_part() for the way to store that the task asks for.
/// Stores past the caches save reading the lines, and pay where the loop stores
/// more than the caches hold.
OMPSCAN_INLINE ompscan_T ompscan_scan_run(OMPSCAN_PARAMETERS, const ulong begin,
                                          const ulong count, ompscan_T value) {
#if OMPSCAN_HAS_STREAMS && OMPSCAN_CAN_STREAM
  if (OMPSCAN_TASK->streams) {
    ompscan_task known = *OMPSCAN_TASK;
    known.streams = 1;
    const ompscan_task *const OMPSCAN_TASK = &known;
    value = ompscan_scan_part(OMPSCAN_ARGUMENTS, begin, count, value);
    OMPSCAN_FINISH_STREAMS;
    return value;
  }
#endif
  {
    ompscan_task known = *OMPSCAN_TASK;
    known.streams = 0;
    const ompscan_task *const OMPSCAN_TASK = &known;
    return ompscan_scan_part(OMPSCAN_ARGUMENTS, begin, count, value);
  }
}

/// \returns the total of a tile. One copy of it serves both kernels.
static __attribute__((noinline)) ompscan_T
ompscan_tile_total(OMPSCAN_PARAMETERS, const ulong n, const ulong tile) {
  const ulong begin = tile * OMPSCAN_TILE;
  const ulong end = begin + OMPSCAN_TILE_LENGTH(n, tile);
  ompscan_T total = ompscan_input(OMPSCAN_ARGUMENTS, begin);
  ulong k = begin + 1;
#if !OMPSCAN_IS_INTEGER
  for (; k + OMPSCAN_ABREAST <= end; k += OMPSCAN_ABREAST) {
    ompscan_T inputs[OMPSCAN_ABREAST];
    ompscan_load_inputs(OMPSCAN_ARGUMENTS, k, inputs);
#ifdef OMPSCAN_FACTOR_LIMIT
    if (ompscan_are_near(inputs)) {
#pragma unroll
      for (uint d = 1; d < OMPSCAN_ABREAST; d *= 2)
        OMPSCAN_FOR_ABREAST(j, 0, 2 * d)
      inputs[j].v *= inputs[j + d].v;
      total = ompscan_combine(total, inputs[0]);
      continue;
    }
#endif
#pragma unroll
    for (uint d = 1; d < OMPSCAN_ABREAST; d *= 2)
      OMPSCAN_FOR_ABREAST(j, 0, 2 * d)
    inputs[j] = ompscan_combine(inputs[j], inputs[j + d]);
    total = ompscan_combine(total, inputs[0]);
  }
#endif
  for (; k < end; ++k)
    total = ompscan_combine(total, ompscan_input(OMPSCAN_ARGUMENTS, k));
  return total;
}

/// Stores the total of a tile to \p totals, with \p has_seed that of tile 0
/// after the value that the scan starts from.
OMPSCAN_KERNEL void ompscan_total_tiles(OMPSCAN_PARAMETERS, const ulong n,
                                        __global ompscan_T *totals,
                                        const uint has_seed) {
  const ulong tile = get_group_id(0);
  const ompscan_T total = ompscan_tile_total(OMPSCAN_ARGUMENTS, n, tile);
  totals[tile] = tile == 0 && has_seed
                     ? ompscan_combine(ompscan_seed(OMPSCAN_ARGUMENTS), total)
                     : total;
}

/// \param first the number on the ticket of tile 0.
/// \param start the value that the scan starts from; null for the loop's own.
OMPSCAN_KERNEL void ompscan_scan(OMPSCAN_PARAMETERS, const ulong n,
                                 __global volatile ulong *chain,
                                 const uint first, const uint epoch,
                                 __global const ompscan_T *start) {
  const ulong tile = ompscan_take_tile(chain, first);
  const bool is_ordered = OMPSCAN_TASK->is_ordered != 0;
  ompscan_T prefix;
  if (tile == 0)
    prefix = start ? *start : ompscan_seed(OMPSCAN_ARGUMENTS);
  // If the prefix is known already, the tile need not be summed first.
  const bool is_known =
      tile == 0 || (!is_ordered && ompscan_poll(chain, tile - 1, epoch,
                                                &prefix) == OMPSCAN_PREFIX);
  if (!is_known) {
    const ompscan_T total = ompscan_tile_total(OMPSCAN_ARGUMENTS, n, tile);
    if (!is_ordered)
      ompscan_publish(chain, tile, epoch, OMPSCAN_AGGREGATE, total);
    prefix = ompscan_look_back(tile, OMPSCAN_CHAIN_ARGUMENTS);
    ompscan_publish(chain, tile, epoch, OMPSCAN_PREFIX,
                    ompscan_combine(prefix, total));
  }
  const ompscan_T last =
      ompscan_scan_run(OMPSCAN_ARGUMENTS, tile * OMPSCAN_TILE,
                       OMPSCAN_TILE_LENGTH(n, tile), prefix);
  if (is_known)
    ompscan_publish(chain, tile, epoch, OMPSCAN_PREFIX, last);
}

#endif // OMPSCAN_NATIVE && OMPSCAN_ALGORITHM
