//===- native-entries.cl - What the runtime calls ---------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ends a program for the host: functions of the type ompscan_native_kernel
// (ompscan/abi.h), which run one group of a kernel. `arguments` has the address
// of each argument.
//
//===----------------------------------------------------------------------===//

/// OMPSCAN_NATIVE_KERNELS of ompscan/abi.h
#define OMPSCAN_ENTRIES 5

/// Begins a function that the runtime calls with an ompscan_task.
#ifdef OMPSCAN_ROW_LENGTH
#define OMPSCAN_ENTRY(name)                                                    \
  OMPSCAN_INLINE void ompscan_run_##name(const ompscan_row_task *OMPSCAN_TASK, \
                                         const void *const *arguments);        \
  void ompscan_native_##name(const ompscan_task *const given,                  \
                             const void *const *const arguments) {             \
    ompscan_row_task task = {0};                                               \
    __builtin_memcpy(&task, given, sizeof *given);                             \
    ompscan_run_##name(&task, arguments);                                      \
  }                                                                            \
  OMPSCAN_INLINE void ompscan_run_##name(                                      \
      const ompscan_row_task *const OMPSCAN_TASK,                              \
      const void *const *const arguments)
#else
#define OMPSCAN_ENTRY(name)                                                    \
  void ompscan_native_##name(const ompscan_task *const OMPSCAN_TASK,           \
                             const void *const *const arguments)
#endif
/// Argument number \p I after those of the loop.
#define OMPSCAN_ARGUMENT(type, I)                                              \
  (*(type const *)arguments[OMPSCAN_PARAMETER_COUNT + (I)])

#if OMPSCAN_ALGORITHM == OMPSCAN_SINGLE_PASS

__constant uint ompscan_native_parameters[OMPSCAN_ENTRIES] = {
    OMPSCAN_PARAMETER_COUNT + (OMPSCAN_IS_SELECTION ? 4 : 5),
    OMPSCAN_HAS_INSPECTOR ? OMPSCAN_PARAMETER_COUNT + 4 : 0,
    OMPSCAN_IS_SELECTION ? OMPSCAN_PARAMETER_COUNT + 1
                         : OMPSCAN_PARAMETER_COUNT + 3,
    OMPSCAN_IS_SELECTION ? 0 : 2,
    OMPSCAN_IS_SELECTION ? 0 : OMPSCAN_PARAMETER_COUNT};

OMPSCAN_ENTRY(first) {
  ompscan_tile_scan(OMPSCAN_LOOP_ARGUMENTS, OMPSCAN_ARGUMENT(ulong, 0));
}

OMPSCAN_ENTRY(total) {
  ompscan_tile_total(OMPSCAN_LOOP_ARGUMENTS, OMPSCAN_ARGUMENT(ulong, 0));
}

#if !OMPSCAN_IS_SELECTION

/// Combines the value at the first address with that at the second one, and
/// stores the result at the second one.
OMPSCAN_ENTRY(combine) {
  const ompscan_T *const left = *(const ompscan_T *const *)arguments[0];
  ompscan_T *const right = *(ompscan_T *const *)arguments[1];
  *right = ompscan_combine(*left, *right);
}

OMPSCAN_ENTRY(seed) {
  *(ompscan_T *)OMPSCAN_TASK->value = ompscan_seed(OMPSCAN_LOOP_ARGUMENTS);
}

#endif

#if OMPSCAN_HAS_INSPECTOR
/// Inspects the iterations of a tile. The arguments are the number of all
/// iterations, the begin and end of each range that the loop may store to, the
/// number of these, and the result: one more than the number of an array that
/// has an inspected element there.
OMPSCAN_ENTRY(last) {
  const ulong begin = get_group_id(0) * OMPSCAN_ITEMS;
  const ulong end = min(begin + OMPSCAN_ITEMS, OMPSCAN_ARGUMENT(ulong, 0));
  __global uint *const found = OMPSCAN_ARGUMENT(__global uint *, 3);
  if (__atomic_load_n(found, __ATOMIC_RELAXED))
    return;
  for (ulong k = begin; k < end; ++k) {
    const uint array = ompscan_inspect(
        OMPSCAN_LOOP_ARGUMENTS, k, OMPSCAN_ARGUMENT(__global const ulong *, 1),
        OMPSCAN_ARGUMENT(ulong, 2));
    if (array) {
      __atomic_store_n(found, array, __ATOMIC_RELAXED);
      return;
    }
  }
}
#endif

#elif OMPSCAN_HAS_REDUCTIONS

__constant uint ompscan_native_parameters[OMPSCAN_ENTRIES] = {
    OMPSCAN_PARAMETER_COUNT + 2, OMPSCAN_PARAMETER_COUNT + 3};

OMPSCAN_ENTRY(first) {
  ompscan_reduce_loop(OMPSCAN_LOOP_ARGUMENTS, OMPSCAN_ARGUMENT(ulong, 0),
                      OMPSCAN_ARGUMENT(__global ompscan_T *, 1));
}

OMPSCAN_ENTRY(last) {
  ompscan_finish_reduction(OMPSCAN_LOOP_ARGUMENTS, OMPSCAN_ARGUMENT(ulong, 0),
                           OMPSCAN_ARGUMENT(__global const ompscan_T *, 1),
                           OMPSCAN_ARGUMENT(ulong, 2));
}

#else

__constant uint ompscan_native_parameters[OMPSCAN_ENTRIES] = {
    OMPSCAN_PARAMETER_COUNT + 2,
    OMPSCAN_HAS_COLUMNS ? OMPSCAN_PARAMETER_COUNT + 4 : 0};

OMPSCAN_ENTRY(first) {
  ompscan_for_each(OMPSCAN_LOOP_ARGUMENTS, OMPSCAN_ARGUMENT(ulong, 0),
                   OMPSCAN_ARGUMENT(ulong, 1));
}

#if OMPSCAN_HAS_COLUMNS
OMPSCAN_ENTRY(last) {
  ompscan_columns(OMPSCAN_LOOP_ARGUMENTS, OMPSCAN_ARGUMENT(ulong, 0),
                  OMPSCAN_ARGUMENT(ulong, 1), OMPSCAN_ARGUMENT(ulong, 2),
                  OMPSCAN_ARGUMENT(__global ulong *, 3));
}
#endif

#endif
