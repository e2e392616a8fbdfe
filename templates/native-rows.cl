//===- native-rows.cl - Scans inside of rows on the host --- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes the place of team.cl in a program for the host, where a thread runs a
// row. The hooks of the inner loops come first; the macros below make functions
// of those whose operations wait for the preceding ones for longer than it
// takes to scan some inputs ahead of the value in front of them, as
// native-scan.cl does, or to reduce by the lanes of vectors. All other inner
// loops are statements of the row.
//
//===----------------------------------------------------------------------===//

#define OMPSCAN_TEAM_ARRAY(array) array, array##_origin
#define OMPSCAN_TEAM_ARGUMENT
#define OMPSCAN_TEAM_MEETS(trips) ((trips) > 0)
#define OMPSCAN_ROW_BARRIER
#define OMPSCAN_END_PART(name, n)

/// Iterations whose inputs are loaded together, which have to fit into
/// registers.
#define OMPSCAN_ROW_ABREAST (sizeof(ompscan_T) <= 4 ? 8 : 4)

/// Executes a statement for each of them.
#define OMPSCAN_FOR_ROW_ABREAST(j, first)                                      \
  _Pragma("unroll") for (uint j = first; j < OMPSCAN_ROW_ABREAST; ++j)

/// Begins the definition of name(), which scans the iterations 0 to n - 1 from
/// the seed, and returns the value after the last one. `value` is the value in
/// front of iteration k. The task asks for no iteration to be the last one, nor
/// for stores past the caches.
#define OMPSCAN_BEGIN_ROW_SCAN(name)                                           \
  OMPSCAN_INLINE ompscan_T name(OMPSCAN_PARAMETERS, const ulong n) {           \
    OMPSCAN_TASK_TYPE own = *OMPSCAN_TASK;                                     \
    own.is_inner = 1;                                                          \
    own.streams = 0;                                                           \
    {                                                                          \
      const OMPSCAN_TASK_TYPE *const OMPSCAN_TASK = &own;                      \
      ompscan_T value = ompscan_seed(OMPSCAN_ARGUMENTS), before;               \
      ulong k = 0;

/// Ends it: scans the other iterations one by one.
#define OMPSCAN_END_ROW_SCAN                                                   \
  OMPSCAN_FEW_ITERATIONS                                                       \
  for (; k < n; ++k) {                                                         \
    before = value;                                                            \
    value = ompscan_combine(before, ompscan_input(OMPSCAN_ARGUMENTS, k));      \
    ompscan_output(OMPSCAN_ARGUMENTS, k, before, value);                       \
  }                                                                            \
  return value;                                                                \
  }                                                                            \
  }

/// Stores \p after, the value after iteration k + j.
#define OMPSCAN_STORE_IN_ROW(j, after)                                         \
  {                                                                            \
    const ompscan_T next = after;                                              \
    ompscan_output(OMPSCAN_ARGUMENTS, k + j, before, next);                    \
    before = next;                                                             \
  }

/// Whether inputs may be loaded ahead of stores: the arrays overlap nowhere, or
/// not in the \p n iterations of this row.
#define OMPSCAN_MAY_LOAD_AHEAD(n)                                              \
  (n >= OMPSCAN_ROW_ABREAST &&                                                 \
   (OMPSCAN_TASK->is_apart || OMPSCAN_ROW_IS_APART(n)))

/// Defines a scan by an operator.
#define OMPSCAN_DEFINE_ROW_SCAN(name)                                          \
  OMPSCAN_BEGIN_ROW_SCAN(name)                                                 \
  if (OMPSCAN_MAY_LOAD_AHEAD(n))                                               \
    for (; k + OMPSCAN_ROW_ABREAST <= n; k += OMPSCAN_ROW_ABREAST) {           \
      ompscan_T inputs[OMPSCAN_ROW_ABREAST];                                   \
      OMPSCAN_FOR_ROW_ABREAST(j, 0)                                            \
      inputs[j] = ompscan_input(OMPSCAN_ARGUMENTS, k + j);                     \
      OMPSCAN_FOR_ROW_ABREAST(j, 1)                                            \
      inputs[j] = ompscan_combine(inputs[j - 1], inputs[j]);                   \
      before = value;                                                          \
      OMPSCAN_FOR_ROW_ABREAST(j, 0)                                            \
      OMPSCAN_STORE_IN_ROW(j, ompscan_combine(value, inputs[j]))               \
      value = before;                                                          \
    }                                                                          \
  OMPSCAN_END_ROW_SCAN

/// Defines a scan of a linear recurrence whose factors are the same in every
/// iteration (OMPSCAN_HAS_POWERS of native-scan.cl).
#define OMPSCAN_DEFINE_ROW_POWERS(name)                                        \
  OMPSCAN_BEGIN_ROW_SCAN(name)                                                 \
  if (OMPSCAN_MAY_LOAD_AHEAD(n)) {                                             \
    ompscan_T powers[OMPSCAN_ROW_ABREAST];                                     \
    powers[0] = ompscan_input(OMPSCAN_ARGUMENTS, 0);                           \
    OMPSCAN_FOR_ROW_ABREAST(j, 1)                                              \
    powers[j] = ompscan_combine(powers[j - 1], powers[0]);                     \
    for (; k + OMPSCAN_ROW_ABREAST <= n; k += OMPSCAN_ROW_ABREAST) {           \
      ompscan_T inputs[OMPSCAN_ROW_ABREAST], rest = ompscan_zero();            \
      OMPSCAN_FOR_ROW_ABREAST(j, 0)                                            \
      inputs[j] = ompscan_input(OMPSCAN_ARGUMENTS, k + j);                     \
      OMPSCAN_FOR_ROW_ABREAST(j, 0)                                            \
      inputs[j] = rest = ompscan_apply(inputs[j], rest, inputs[j]);            \
      before = value;                                                          \
      OMPSCAN_FOR_ROW_ABREAST(j, 0)                                            \
      OMPSCAN_STORE_IN_ROW(j, ompscan_apply(powers[j], value, inputs[j]))      \
      value = before;                                                          \
    }                                                                          \
  }                                                                            \
  OMPSCAN_END_ROW_SCAN

/// Defines name(), which reduces the iterations 0 to n - 1, and returns the
/// seed combined with all values. With the pragma, Clang may combine in another
/// order, by vectors: of any number of iterations, also of few.
#define OMPSCAN_DEFINE_ROW_REDUCE(name)                                        \
  OMPSCAN_INLINE ompscan_T name(OMPSCAN_PARAMETERS, const ulong n) {           \
    ompscan_T value = ompscan_seed(OMPSCAN_ARGUMENTS);                         \
    _Pragma("clang loop vectorize(enable)") for (ulong k = 0; k < n; ++k)      \
        ompscan_iteration(OMPSCAN_ARGUMENTS, k, &value);                       \
    return value;                                                              \
  }

/// Defines name() for minima and maxima, in lanes: Clang leaves these in their
/// order, since they could be NaN.
#define OMPSCAN_DEFINE_ROW_EXTREMUM(name)                                      \
  OMPSCAN_INLINE ompscan_T name(OMPSCAN_PARAMETERS, const ulong n) {           \
    enum { lanes = 32 };                                                       \
    ompscan_T value = ompscan_seed(OMPSCAN_ARGUMENTS);                         \
    ulong k = 0;                                                               \
    if (n >= lanes) {                                                          \
      ompscan_T own[lanes];                                                    \
      for (uint l = 0; l < lanes; ++l)                                         \
        own[l] = ompscan_neutral(OMPSCAN_ARGUMENTS);                           \
      _Pragma("clang loop unroll(disable)") for (; k + lanes <= n;             \
                                                 k += lanes) for (uint l = 0;  \
                                                                  l < lanes;   \
                                                                  ++l)         \
          ompscan_iteration(OMPSCAN_ARGUMENTS, k + l, &own[l]);                \
      for (uint d = lanes / 2; d > 0; d /= 2)                                  \
        for (uint l = 0; l < d; ++l)                                           \
          own[l] = ompscan_combine(own[l], own[l + d]);                        \
      value = ompscan_combine(value, own[0]);                                  \
    }                                                                          \
    OMPSCAN_FEW_ITERATIONS                                                     \
    for (; k < n; ++k)                                                         \
      ompscan_iteration(OMPSCAN_ARGUMENTS, k, &value);                         \
    return value;                                                              \
  }
