//===- native-scan.cl - Scan by the threads of the host ---- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a scan on the host does with a tile: its total, and its scan. The
// runtime (device/native/NativeScan) calls them in a single pass
// (single-pass.cl) in which a thread does a tile. A tile fits into the
// second-level cache, where its inputs stay between the computation of its
// total and that of its scan.
//
// The inputs of OMPSCAN_ABREAST iterations are combined with one another
// before the value in front of them is, so that only one operation in
// OMPSCAN_ABREAST has to wait for the preceding one. Of a linear recurrence
// whose factors are the same in every iteration, the values that a 0 in front
// would lead to are computed, to which powers of its matrix add the rest. For
// integers, whose operations take one cycle, they are combined one by one; but
// those of one or two bytes fill vector registers, whose elements are combined
// at once with the ones 1, 2, 4, ... in front of them. Functions that take long
// to compose are applied to the value one by one.
//
// A total may be fixed: nothing in front of the tile changes it, since a row
// begins in the tile, or a function is constant. It is computed from the end of
// the tile, up to where it is fixed, and published as the prefix at once.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_IS_ORDERED
/// Stores the scan of \p count elements after \p value, behind which the task
/// has the total of each group of tiles that ends with this tile but for it,
/// and the value in front of that group, the smallest group first.
/// \returns the total of the largest group that ends with the tile.
__attribute__((always_inline)) OMPSCAN_INLINE ompscan_T ompscan_scan_part(
    OMPSCAN_PARAMETERS, const ulong begin, const ulong count, ompscan_T value) {
  const ompscan_T *const groups = (const ompscan_T *)OMPSCAN_TASK->value + 1;
  ompscan_halves halves;
  for (uint j = 0, level = ompscan_level_of(OMPSCAN_ITEMS / OMPSCAN_LEAF);
       begin % OMPSCAN_ORDER_BLOCK / OMPSCAN_LEAF >> level & 1; ++j, ++level) {
    halves.totals[level] = groups[2 * j];
    halves.fronts[level] = groups[2 * j + 1];
  }
  return ompscan_ordered_scan(OMPSCAN_ARGUMENTS, begin, count, value, &halves);
}

#else

#ifndef OMPSCAN_HAS_POWERS
#define OMPSCAN_HAS_POWERS 0
#endif

/// Iterations whose inputs are loaded together, which have to fit into
/// registers. On x86 this has one more use: a load waits for an earlier store
/// to an address with the same low 12 bits (4K aliasing), and large arrays
/// often begin at such addresses.
#define OMPSCAN_ABREAST                                                        \
  (OMPSCAN_IS_IN_VECTORS     ? 32                                              \
   : OMPSCAN_HAS_POWERS      ? 4                                               \
   : OMPSCAN_ITEM_SIZE <= 4  ? 8                                               \
   : OMPSCAN_ITEM_SIZE <= 32 ? 4                                               \
                             : 1)
/// The same for a total, which needs fewer registers.
#define OMPSCAN_TOTAL_ABREAST                                                  \
  (OMPSCAN_ITEM_SIZE <= 16 ? 8 : OMPSCAN_ITEM_SIZE <= 32 ? 4 : 1)

/// Whether a loop of small integers does nothing that would keep the compiler
/// from using vectors.
#define OMPSCAN_IS_IN_VECTORS                                                  \
  (OMPSCAN_IS_INTEGER && OMPSCAN_HAS_VECTORS && OMPSCAN_ITEM_SIZE <= 2)

/// Executes a statement for each of \p count iterations.
#define OMPSCAN_FOR_EACH(j, first, count, step)                                \
  _Pragma("unroll") for (uint j = first; j < count; j += step)
#define OMPSCAN_FOR_ABREAST(j, first, step)                                    \
  OMPSCAN_FOR_EACH(j, first, OMPSCAN_ABREAST, step)

__attribute__((always_inline)) OMPSCAN_INLINE void
ompscan_load_inputs(OMPSCAN_PARAMETERS, const ulong k, ompscan_T *inputs) {
  OMPSCAN_FOR_ABREAST(j, 0, 1)
  inputs[j] = ompscan_input(OMPSCAN_ARGUMENTS, k + j);
}

#ifndef OMPSCAN_HAS_FACTORS
#define ompscan_settled(value) (value)
#endif

#if OMPSCAN_HAS_POWERS
/// The maps over 1 to OMPSCAN_ABREAST iterations, which are the same from any
/// iteration \p k on; their values have no meaning.
OMPSCAN_INLINE void ompscan_load_powers(OMPSCAN_PARAMETERS, const ulong k,
                                        ompscan_T *powers) {
  powers[0] = ompscan_input(OMPSCAN_ARGUMENTS, k);
  for (uint j = 1; j < OMPSCAN_ABREAST; ++j)
    powers[j] = ompscan_combine(powers[j - 1], powers[0]);
}

/// \returns the map over \p count iterations, at least one. Its values have no
/// meaning.
OMPSCAN_INLINE ompscan_T ompscan_power(OMPSCAN_PARAMETERS, const ulong k,
                                       ulong count) {
  ompscan_T square = ompscan_input(OMPSCAN_ARGUMENTS, k);
  while (count % 2 == 0) {
    square = ompscan_settled(ompscan_combine(square, square));
    count /= 2;
  }
  ompscan_T power = square;
  while ((count /= 2) != 0) {
    square = ompscan_settled(ompscan_combine(square, square));
    if (count % 2 != 0)
      power = ompscan_settled(ompscan_combine(power, square));
  }
  return power;
}

/// Replaces the inputs of OMPSCAN_ABREAST iterations by the values after each,
/// where those in front are 0.
__attribute__((always_inline)) OMPSCAN_INLINE void
ompscan_apply_abreast(ompscan_T *inputs) {
  ompscan_T rest = ompscan_zero();
  OMPSCAN_FOR_ABREAST(j, 0, 1) {
    rest = ompscan_apply(inputs[j], rest, inputs[j]);
    inputs[j] = rest;
  }
}
#endif

#ifdef OMPSCAN_FACTOR_LIMIT
/// Whether the \p count \p inputs, at most 8, are factors none of whose
/// products leave the range of the type, so that they need no exponent.
OMPSCAN_INLINE bool ompscan_are_near(const ompscan_T *inputs,
                                     const uint count) {
  int result = 1;
  OMPSCAN_FOR_EACH(j, 0, count, 1) {
    const ompscan_factor size = fabs(inputs[j].v);
    result &= inputs[j].e == 0;
    result &= size <= OMPSCAN_FACTOR_LIMIT;
    result &= size >= 1 / OMPSCAN_FACTOR_LIMIT;
  }
  return result;
}
#endif

/// Whether iterations are scanned one by one: the operations of integers are
/// fast, and it takes longer to compose some functions than to apply them.
#define OMPSCAN_IS_ONE_BY_ONE                                                  \
  (OMPSCAN_IS_APPLIED || (OMPSCAN_IS_INTEGER && !OMPSCAN_IS_IN_VECTORS))
#ifndef OMPSCAN_IS_APPLIED
#define OMPSCAN_IS_APPLIED 0
#define ompscan_constant(value) (value)
#endif
#ifndef OMPSCAN_MAY_BE_FIXED
#define OMPSCAN_MAY_BE_FIXED 0
#define ompscan_is_fixed(value) 0
#endif

/// Executes statements with a task that says what is known of the iterations in
/// them: they are of row \p known_row, behind its begin if \p is_behind is 1.
#define OMPSCAN_IN_ROW(known_row, is_behind, ...)                              \
  {                                                                            \
    OMPSCAN_TASK_TYPE in_row = *OMPSCAN_TASK;                                  \
    in_row.row = known_row;                                                    \
    in_row.is_in_row = 1;                                                      \
    in_row.is_behind_begin = is_behind;                                        \
    const OMPSCAN_TASK_TYPE *const OMPSCAN_TASK = &in_row;                     \
    __VA_ARGS__                                                                \
  }

/// The scan of iteration \p k, which changes \p value.
#define OMPSCAN_SCAN_ONE(k, value, input)                                      \
  {                                                                            \
    const ompscan_T before = ompscan_constant(value);                          \
    value = ompscan_combine(before, input);                                    \
    ompscan_output(OMPSCAN_ARGUMENTS, k, before, value);                       \
  }

/// Replaces the inputs of OMPSCAN_ABREAST iterations by their scan.
#if OMPSCAN_IS_IN_VECTORS
#define OMPSCAN_COMBINE_ABREAST(inputs)                                        \
  _Pragma("unroll") for (uint d = 1; d < OMPSCAN_ABREAST; d *= 2) {            \
    ompscan_T sums[OMPSCAN_ABREAST];                                           \
    OMPSCAN_FOR_ABREAST(j, d, 1)                                               \
    sums[j] = ompscan_combine(inputs[j - d], inputs[j]);                       \
    OMPSCAN_FOR_ABREAST(j, d, 1)                                               \
    inputs[j] = sums[j];                                                       \
  }
#else
#define OMPSCAN_COMBINE_ABREAST(inputs)                                        \
  OMPSCAN_FOR_ABREAST(j, 1, 1)                                                 \
  inputs[j] = ompscan_combine(inputs[j - 1], inputs[j]);
#endif

/// Stores the scan of OMPSCAN_ABREAST iterations from \p k on after \p value,
/// which becomes the value after them. A macro, since LLVM 19 makes more code
/// of a function.
#define OMPSCAN_SCAN_ABREAST(k, value, inputs)                                 \
  {                                                                            \
    OMPSCAN_COMBINE_ABREAST(inputs)                                            \
    ompscan_T before = value;                                                  \
    OMPSCAN_FOR_ABREAST(j, 0, 1) {                                             \
      const ompscan_T after = ompscan_combine(value, inputs[j]);               \
      ompscan_output(OMPSCAN_ARGUMENTS, k + j, before, after);                 \
      before = after;                                                          \
    }                                                                          \
    value = before;                                                            \
  }

/// Stores the scan of the iterations \p first + \p c to \p first + \p end after
/// \p value. Inlined, so that what the caller knows of the task is known here.
/// \returns the value after them.
__attribute__((always_inline)) OMPSCAN_INLINE ompscan_T
ompscan_scan_line(OMPSCAN_PARAMETERS, const ulong first, ulong c,
                  const ulong end, ompscan_T value) {
#if OMPSCAN_HAS_VECTOR_OPERATOR
  return ompscan_scan_vectors(OMPSCAN_ARGUMENTS, first, c, end, value);
#else
  {
    // The last iteration of the loop is not among these, nor after the last
    // one of them.
    OMPSCAN_TASK_TYPE inner = *OMPSCAN_TASK;
    inner.is_inner = 1;
    const OMPSCAN_TASK_TYPE *const OMPSCAN_TASK = &inner;
#if OMPSCAN_HAS_LANES
    while (c + OMPSCAN_LEAST_LANE_RUN * OMPSCAN_LANES + 1 < end) {
      const ulong most = (end - c - 2) / OMPSCAN_LANES;
      const uint run = most < OMPSCAN_LANE_RUN ? (uint)most : OMPSCAN_LANE_RUN;
      value = ompscan_scan_block(OMPSCAN_ARGUMENTS, first + c, run, value);
      c += run * OMPSCAN_LANES;
    }
#endif
#if OMPSCAN_HAS_POWERS
    if (c + OMPSCAN_ABREAST + 1 < end) {
      ompscan_T powers[OMPSCAN_ABREAST];
      ompscan_load_powers(OMPSCAN_ARGUMENTS, first + c, powers);
      for (; c + OMPSCAN_ABREAST + 1 < end; c += OMPSCAN_ABREAST) {
        const ulong k = first + c;
        ompscan_T inputs[OMPSCAN_ABREAST];
        ompscan_load_inputs(OMPSCAN_ARGUMENTS, k, inputs);
        ompscan_apply_abreast(inputs);
        ompscan_T before = value;
        OMPSCAN_FOR_ABREAST(j, 0, 1) {
          const ompscan_T after = ompscan_apply(powers[j], value, inputs[j]);
          ompscan_output(OMPSCAN_ARGUMENTS, k + j, before, after);
          before = after;
        }
        value = before;
      }
    }
#elif !OMPSCAN_COMBINE_CALLS
    for (; c + OMPSCAN_ABREAST + 1 < end; c += OMPSCAN_ABREAST) {
      const ulong k = first + c;
      ompscan_T inputs[OMPSCAN_ABREAST];
      ompscan_load_inputs(OMPSCAN_ARGUMENTS, k, inputs);
#ifdef OMPSCAN_FACTOR_LIMIT
      if (OMPSCAN_IS_CONSTANT(value) &&
          ompscan_are_near(inputs, OMPSCAN_ABREAST)) {
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
#ifdef OMPSCAN_MAY_GO_ON
      // Most sums begin anew in few iterations. The others only add.
      ulong marks = 0;
      OMPSCAN_FOR_ABREAST(j, 0, 1)
      marks |= ompscan_mark(inputs[j]);
      if (marks == 0) {
        OMPSCAN_FOR_ABREAST(j, 0, 1)
        inputs[j] = ompscan_going_on(inputs[j]);
        value = ompscan_constant(value);
        OMPSCAN_SCAN_ABREAST(k, value, inputs)
        continue;
      }
#endif
#if OMPSCAN_IS_ONE_BY_ONE
      OMPSCAN_FOR_ABREAST(j, 0, 1)
      OMPSCAN_SCAN_ONE(k + j, value, inputs[j]);
#else
      OMPSCAN_SCAN_ABREAST(k, value, inputs)
#endif
    }
#endif
  }
  OMPSCAN_FEW_ITERATIONS
  for (; c < end; ++c)
    OMPSCAN_SCAN_ONE(first + c, value,
                     ompscan_input(OMPSCAN_ARGUMENTS, first + c));
  return value;
#endif
}

/// Stores the scan of \p count elements after \p value, row by row if the rows
/// are known.
/// \returns the value after them.
__attribute__((always_inline)) OMPSCAN_INLINE ompscan_T ompscan_scan_part(
    OMPSCAN_PARAMETERS, const ulong begin, const ulong count, ompscan_T value) {
#ifdef OMPSCAN_ROW_LENGTH
  const ulong end = begin + count;
  ulong row = begin / OMPSCAN_ROW_LENGTH;
  ulong c = begin - row * OMPSCAN_ROW_LENGTH;
  for (ulong k = begin; k < end; ++row, c = 0) {
    const ulong first = row * OMPSCAN_ROW_LENGTH;
    const ulong stop = min(OMPSCAN_ROW_LENGTH, end - first);
    if (c == 0)
      OMPSCAN_IN_ROW(row, /*is_behind=*/0,
                     OMPSCAN_SCAN_ONE(first, value,
                                      ompscan_input(OMPSCAN_ARGUMENTS, first)))
    OMPSCAN_IN_ROW(row, /*is_behind=*/1,
                   value = ompscan_scan_line(OMPSCAN_ARGUMENTS, first,
                                             max(c, (ulong)1), stop, value);)
    k = first + stop;
  }
  return value;
#else
  return ompscan_scan_line(OMPSCAN_ARGUMENTS, begin, 0, count, value);
#endif
}

#endif // OMPSCAN_IS_ORDERED

/// Calls ompscan_scan_part() for the way to store that the task asks for.
/// Stores past the caches save reading the lines, and pay where the loop stores
/// more than the caches hold.
OMPSCAN_INLINE ompscan_T ompscan_scan_run(OMPSCAN_PARAMETERS, const ulong begin,
                                          const ulong count, ompscan_T value) {
#if OMPSCAN_HAS_VECTOR_OPERATOR
  // It stores vectors, so that the code of a second way costs more than a test.
  value = ompscan_scan_part(OMPSCAN_ARGUMENTS, begin, count, value);
  if (OMPSCAN_STREAMS)
    OMPSCAN_FINISH_STREAMS;
  return value;
#elif OMPSCAN_STORES_LEAVES
  OMPSCAN_TASK_TYPE known = *OMPSCAN_TASK;
  known.streams = OMPSCAN_HAS_STREAMS && OMPSCAN_STREAMS;
  {
    const OMPSCAN_TASK_TYPE *const OMPSCAN_TASK = &known;
    value = ompscan_scan_part(OMPSCAN_ARGUMENTS, begin, count, value);
  }
  if (known.streams)
    OMPSCAN_FINISH_STREAMS;
  return value;
#else
#if OMPSCAN_HAS_STREAMS && OMPSCAN_CAN_STREAM
  if (OMPSCAN_STREAMS) {
    OMPSCAN_TASK_TYPE known = *OMPSCAN_TASK;
    known.streams = 1;
    const OMPSCAN_TASK_TYPE *const OMPSCAN_TASK = &known;
    value = ompscan_scan_part(OMPSCAN_ARGUMENTS, begin, count, value);
    OMPSCAN_FINISH_STREAMS;
    return value;
  }
#endif
  {
    OMPSCAN_TASK_TYPE known = *OMPSCAN_TASK;
    known.streams = 0;
    const OMPSCAN_TASK_TYPE *const OMPSCAN_TASK = &known;
    return ompscan_scan_part(OMPSCAN_ARGUMENTS, begin, count, value);
  }
#endif
}

#if OMPSCAN_IS_ORDERED

/// Computes the total of a tile of \p n iterations in all.
OMPSCAN_KERNEL void ompscan_tile_total(OMPSCAN_PARAMETERS, const ulong n) {
  const ulong tile = get_group_id(0);
  *(ompscan_T *)OMPSCAN_TASK->value = ompscan_ordered_total(
      OMPSCAN_ARGUMENTS, tile * OMPSCAN_TILE, OMPSCAN_TILE_LENGTH(n, tile));
}

#else

/// \returns the total of OMPSCAN_TOTAL_ABREAST iterations from \p k on.
__attribute__((always_inline)) OMPSCAN_INLINE ompscan_T
ompscan_abreast_total(OMPSCAN_PARAMETERS, const ulong k) {
  ompscan_T inputs[OMPSCAN_TOTAL_ABREAST];
  OMPSCAN_FOR_EACH(j, 0, OMPSCAN_TOTAL_ABREAST, 1)
  inputs[j] = ompscan_input(OMPSCAN_ARGUMENTS, k + j);
#ifdef OMPSCAN_FACTOR_LIMIT
  if (ompscan_are_near(inputs, OMPSCAN_TOTAL_ABREAST)) {
#pragma unroll
    for (uint d = 1; d < OMPSCAN_TOTAL_ABREAST; d *= 2)
      OMPSCAN_FOR_EACH(j, 0, OMPSCAN_TOTAL_ABREAST, 2 * d)
    inputs[j].v *= inputs[j + d].v;
    return inputs[0];
  }
#endif
#pragma unroll
  for (uint d = 1; d < OMPSCAN_TOTAL_ABREAST; d *= 2)
    OMPSCAN_FOR_EACH(j, 0, OMPSCAN_TOTAL_ABREAST, 2 * d)
  inputs[j] = ompscan_combine(inputs[j], inputs[j + d]);
  return inputs[0];
}

#if OMPSCAN_MAY_BE_FIXED || defined(OMPSCAN_ROW_LENGTH)

/// Combines the total of the iterations \p first + \p begin to \p first + \p
/// end with \p total, that of the iterations behind them. It ends if the total
/// is fixed: nothing in front changes it.
__attribute__((always_inline)) OMPSCAN_INLINE ompscan_T
ompscan_line_total(OMPSCAN_PARAMETERS, const ulong first, const ulong begin,
                   const ulong end, ompscan_T total) {
  ulong c = end;
#if !OMPSCAN_IS_INTEGER
  for (; c >= begin + OMPSCAN_TOTAL_ABREAST; c -= OMPSCAN_TOTAL_ABREAST) {
    total = ompscan_settled(ompscan_combine(
        ompscan_abreast_total(OMPSCAN_ARGUMENTS,
                              first + c - OMPSCAN_TOTAL_ABREAST),
        total));
    if (ompscan_is_fixed(total))
      return total;
  }
  OMPSCAN_FEW_ITERATIONS
#endif
  for (; c > begin; --c)
    total =
        ompscan_combine(ompscan_input(OMPSCAN_ARGUMENTS, first + c - 1), total);
  return total;
}

/// \returns the total of the last \p count iterations of a tile, or of fewer if
/// it is fixed.
OMPSCAN_INLINE ompscan_T ompscan_end_total(OMPSCAN_PARAMETERS, const ulong n,
                                           const ulong tile,
                                           const ulong count) {
  const ulong last = tile * OMPSCAN_TILE + OMPSCAN_TILE_LENGTH(n, tile) - 1;
  const ulong begin = last + 1 - count;
#ifdef OMPSCAN_ROW_LENGTH
  ulong row = last / OMPSCAN_ROW_LENGTH;
  ulong stop = last - row * OMPSCAN_ROW_LENGTH;
#if OMPSCAN_IS_APPLIED && OMPSCAN_MAY_BE_FIXED
  // From where the last row begins, functions are applied.
  if (last - stop >= begin) {
    ompscan_T value;
    OMPSCAN_IN_ROW(row, /*is_behind=*/0,
                   value = ompscan_input(OMPSCAN_ARGUMENTS, last - stop);)
    if (ompscan_is_fixed(value)) {
      OMPSCAN_IN_ROW(row, /*is_behind=*/1,
                     for (ulong k = last - stop + 1; k <= last; ++k) value =
                         ompscan_combine(ompscan_constant(value),
                                         ompscan_input(OMPSCAN_ARGUMENTS, k));)
      return value;
    }
  }
#endif
#endif
  ompscan_T total = ompscan_input(OMPSCAN_ARGUMENTS, last);
#ifdef OMPSCAN_ROW_LENGTH
  for (;; --row, stop = OMPSCAN_ROW_LENGTH) {
    const ulong first = row * OMPSCAN_ROW_LENGTH;
    const ulong c = first < begin ? begin - first : 0;
    OMPSCAN_IN_ROW(row, /*is_behind=*/1,
                   total = ompscan_line_total(OMPSCAN_ARGUMENTS, first,
                                              max(c, (ulong)1), stop, total);)
    if (c == 0 && stop != 0)
      OMPSCAN_IN_ROW(row, /*is_behind=*/0,
                     total = ompscan_combine(
                         ompscan_input(OMPSCAN_ARGUMENTS, first), total);)
    if (first <= begin || ompscan_is_fixed(total))
      return total;
  }
#else
  return ompscan_line_total(OMPSCAN_ARGUMENTS, begin, 0, last - begin, total);
#endif
}

#else

/// \returns the total of a tile, which has \p count iterations.
OMPSCAN_INLINE ompscan_T ompscan_end_total(OMPSCAN_PARAMETERS, const ulong n,
                                           const ulong tile,
                                           const ulong count) {
  const ulong begin = tile * OMPSCAN_TILE;
  const ulong end = begin + count;
#if OMPSCAN_HAS_POWERS
  ompscan_T powers[OMPSCAN_ABREAST], value = ompscan_zero();
  ompscan_load_powers(OMPSCAN_ARGUMENTS, begin, powers);
  ulong k = begin;
  for (; k + OMPSCAN_ABREAST <= end; k += OMPSCAN_ABREAST) {
    ompscan_T inputs[OMPSCAN_ABREAST];
    ompscan_load_inputs(OMPSCAN_ARGUMENTS, k, inputs);
    ompscan_apply_abreast(inputs);
    value = ompscan_apply(powers[OMPSCAN_ABREAST - 1], value,
                          inputs[OMPSCAN_ABREAST - 1]);
  }
  OMPSCAN_FEW_ITERATIONS
  for (; k < end; ++k) {
    const ompscan_T input = ompscan_input(OMPSCAN_ARGUMENTS, k);
    value = ompscan_apply(input, value, input);
  }
  return ompscan_with_values(ompscan_power(OMPSCAN_ARGUMENTS, begin, count),
                             value);
#else
#if OMPSCAN_HAS_LANES
  const ulong run = count / OMPSCAN_LANES;
  ompscan_T total = run == 0
                        ? ompscan_input(OMPSCAN_ARGUMENTS, begin)
                        : ompscan_lanes_total(OMPSCAN_ARGUMENTS, begin, run);
  ulong k = begin + max(run * OMPSCAN_LANES, (ulong)1);
  OMPSCAN_FEW_ITERATIONS
#else
  ompscan_T total = ompscan_input(OMPSCAN_ARGUMENTS, begin);
  ulong k = begin + 1;
#endif
#if !OMPSCAN_IS_INTEGER && !OMPSCAN_HAS_LANES
  for (; k + OMPSCAN_TOTAL_ABREAST <= end; k += OMPSCAN_TOTAL_ABREAST)
    total = ompscan_settled(
        ompscan_combine(total, ompscan_abreast_total(OMPSCAN_ARGUMENTS, k)));
  OMPSCAN_FEW_ITERATIONS
#endif
  for (; k < end; ++k)
    total = ompscan_combine(total, ompscan_input(OMPSCAN_ARGUMENTS, k));
  return total;
#endif
}

#endif

/// \returns whether a total is worth computing for a tile with \p count
/// iterations. \p part receives the number of iterations, from the end, that it
/// is computed of: if the value in front is known, a part that may be fixed at
/// little cost, so that the next tile need not wait for this one.
OMPSCAN_INLINE bool ompscan_has_total(OMPSCAN_PARAMETERS, const ulong tile,
                                      const ulong count, ulong *part) {
  *part = count;
  if (!OMPSCAN_TASK->is_known)
    return true;
#if !OMPSCAN_MAY_BE_FIXED
  return false;
#elif defined(OMPSCAN_ROW_LENGTH)
  *part = (tile * OMPSCAN_TILE + count - 1) % OMPSCAN_ROW_LENGTH + 1;
  return *part <= count / 2;
#else
  *part = (count + 7) / 8;
  return true;
#endif
}

/// Computes the total of a tile of \p n iterations in all.
OMPSCAN_KERNEL void ompscan_tile_total(OMPSCAN_PARAMETERS, const ulong n) {
  const ulong tile = get_group_id(0);
  ulong part;
  if (!ompscan_has_total(OMPSCAN_ARGUMENTS, tile, OMPSCAN_TILE_LENGTH(n, tile),
                         &part))
    return;
  const ompscan_T total = ompscan_end_total(OMPSCAN_ARGUMENTS, n, tile, part);
  *(uint *)OMPSCAN_TASK->is_fixed = ompscan_is_fixed(total);
  *(ompscan_T *)OMPSCAN_TASK->value = total;
}

#endif // OMPSCAN_IS_ORDERED

/// Scans a tile of \p n iterations in all.
OMPSCAN_KERNEL void ompscan_tile_scan(OMPSCAN_PARAMETERS, const ulong n) {
  const ulong tile = get_group_id(0);
  ompscan_T *const value = (ompscan_T *)OMPSCAN_TASK->value;
  *value = ompscan_scan_run(OMPSCAN_ARGUMENTS, tile * OMPSCAN_TILE,
                            OMPSCAN_TILE_LENGTH(n, tile), *value);
}
