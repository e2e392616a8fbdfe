//===- plain-hooks.cl - The hooks of a plain recurrence ---- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The hooks of `y[i] = combine(y[i - 1], x[i])` (docs/kernel-contract.md) for
// primitives, tools, benchmarks and tests. The plugin writes the hooks of loops
// itself.
//
// The text in front defines ompscan_T and ompscan_combine(). It may define:
//
//   OMPSCAN_IN_PLACE        1: x is y
//   OMPSCAN_X_TYPE          the type of an element of x; ompscan_T
//   OMPSCAN_INPUT_OF(e)     the input that the element e is; e
//   OMPSCAN_X_AT(k), OMPSCAN_Y_AT(k)
//                           the subscripts of iteration k, -1 for the seed;
//                           ompscan_lower + k
//   OMPSCAN_SCALARS, OMPSCAN_SCALAR_ARGUMENTS
//                           scalar parameters, each with a comma behind it
//   OMPSCAN_SEED            the seed; the element of y before the first one
//   OMPSCAN_HAS_RESULT      1: the last iteration stores to F_values
//
//===----------------------------------------------------------------------===//

#ifndef OMPSCAN_IN_PLACE
#define OMPSCAN_IN_PLACE 0
#endif
#ifndef OMPSCAN_X_TYPE
#define OMPSCAN_X_TYPE ompscan_T
#endif
#ifndef OMPSCAN_INPUT_OF
#define OMPSCAN_INPUT_OF(e) (e)
#endif
#ifndef OMPSCAN_X_AT
#define OMPSCAN_X_AT(k) (ompscan_lower + (k))
#endif
#ifndef OMPSCAN_Y_AT
#define OMPSCAN_Y_AT(k) (ompscan_lower + (k))
#endif
#ifndef OMPSCAN_SCALARS
#define OMPSCAN_SCALARS
#define OMPSCAN_SCALAR_ARGUMENTS
#endif
#ifndef OMPSCAN_SEED
#define OMPSCAN_SEED F_y[OMPSCAN_Y_AT(-1l) - F_y_origin]
#endif
#ifndef OMPSCAN_HAS_RESULT
#define OMPSCAN_HAS_RESULT 0
#endif

#define OMPSCAN_Y_ELEMENT F_y[OMPSCAN_Y_AT((long)ompscan_k) - F_y_origin]
#if OMPSCAN_IN_PLACE
#define OMPSCAN_X_PARAMETERS
#define OMPSCAN_X_ARGUMENTS
#define OMPSCAN_X_ELEMENT F_y[OMPSCAN_X_AT((long)ompscan_k) - F_y_origin]
#else
#define OMPSCAN_X_PARAMETERS                                                   \
  __global const OMPSCAN_X_TYPE *F_x, const long F_x_origin,
#define OMPSCAN_X_ARGUMENTS F_x, F_x_origin,
#define OMPSCAN_X_ELEMENT F_x[OMPSCAN_X_AT((long)ompscan_k) - F_x_origin]
#endif
#if OMPSCAN_HAS_RESULT
#define OMPSCAN_RESULT_PARAMETERS                                              \
  , __global ompscan_T *F_values, const ulong F_trips
#define OMPSCAN_RESULT_ARGUMENTS , F_values, F_trips
#else
#define OMPSCAN_RESULT_PARAMETERS
#define OMPSCAN_RESULT_ARGUMENTS
#endif

#define OMPSCAN_PARAMETERS                                                     \
  __global ompscan_T *F_y, const long F_y_origin,                              \
      OMPSCAN_X_PARAMETERS OMPSCAN_SCALARS const long ompscan_lower            \
          OMPSCAN_RESULT_PARAMETERS
#define OMPSCAN_ARGUMENTS                                                      \
  F_y, F_y_origin,                                                             \
      OMPSCAN_X_ARGUMENTS OMPSCAN_SCALAR_ARGUMENTS ompscan_lower               \
          OMPSCAN_RESULT_ARGUMENTS

static inline ompscan_T ompscan_input(OMPSCAN_PARAMETERS,
                                      const ulong ompscan_k) {
  return OMPSCAN_INPUT_OF(OMPSCAN_X_ELEMENT);
}

static inline ompscan_T ompscan_seed(OMPSCAN_PARAMETERS) {
  return OMPSCAN_SEED;
}

static inline void ompscan_output(OMPSCAN_PARAMETERS, const ulong ompscan_k,
                                  const ompscan_T ompscan_before,
                                  const ompscan_T ompscan_after) {
  OMPSCAN_Y_ELEMENT = ompscan_after;
#if OMPSCAN_HAS_RESULT
  if (OMPSCAN_IS_LAST(ompscan_k))
    *F_values = ompscan_after;
#endif
}

static inline ompscan_T ompscan_reload(OMPSCAN_PARAMETERS,
                                       const ulong ompscan_k) {
  return OMPSCAN_Y_ELEMENT;
}

#if OMPSCAN_HAS_VECTORS

static inline __global ompscan_T *
ompscan_output_address(OMPSCAN_PARAMETERS, const ulong ompscan_k) {
  return &OMPSCAN_Y_ELEMENT;
}

#if OMPSCAN_IS_PLAIN
static inline __global const ompscan_T *
ompscan_input_address(OMPSCAN_PARAMETERS, const ulong ompscan_k) {
  return &OMPSCAN_X_ELEMENT;
}
#endif

#if OMPSCAN_PTX

typedef struct {
  OMPSCAN_PART_OF(OMPSCAN_X_TYPE, x);
} ompscan_vectors;

typedef struct {
  uint none;
} ompscan_halos;

static inline void ompscan_take_halos(__local const ompscan_vectors *from,
                                      const uint place, ompscan_halos *to) {}

static inline void ompscan_fetch(OMPSCAN_PARAMETERS, const ulong ompscan_k,
                                 __local ompscan_vectors *to) {
  OMPSCAN_FETCH(to->x, &OMPSCAN_X_ELEMENT);
}

static inline void ompscan_inputs(OMPSCAN_PARAMETERS, const ulong ompscan_k,
                                  __local const ompscan_vectors *from,
                                  const uint place, ompscan_halos *halo,
                                  ompscan_T *values) {
  OMPSCAN_VECTOR_OF(OMPSCAN_X_TYPE) x;
  OMPSCAN_TAKE(x, from->x, place);
#pragma unroll
  for (uint i = 0; i < OMPSCAN_VECTOR; ++i)
    values[i] = OMPSCAN_INPUT_OF(x.e[i]);
}

#endif // OMPSCAN_PTX

#endif // OMPSCAN_HAS_VECTORS
