//===- native-vectors.cl - Scans of elements in vectors ---- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Precedes native-scan.cl. A recurrence that stores neighbouring elements of 4
// bytes, whose operator takes a cycle, is scanned by vectors: each element is
// combined with the one 1, 2, 4 in front of it. Of two vectors only the last
// step waits for the value in front of them. On an AMD EPYC a running maximum
// of integers takes a quarter of the time, a sum 0.88, a running maximum of
// floats by comparison 0.72; operators with a longer latency, such as a sum of
// floats, take 1.1 to 1.2 times as long as in native-scan.cl.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_IS_ORDERED
#undef OMPSCAN_HAS_VECTOR_OPERATOR
#endif

#if OMPSCAN_NATIVE && OMPSCAN_HAS_VECTOR_OPERATOR

/// The elements of a vector.
#define OMPSCAN_VECTOR_LENGTH 8
/// The bytes of one.
#define OMPSCAN_VECTOR_SIZE (OMPSCAN_VECTOR_LENGTH * 4)

/// \returns the inputs from iteration \p k on.
OMPSCAN_INLINE ompscan_lanes ompscan_vector_input(OMPSCAN_PARAMETERS,
                                                  const ulong k) {
#if OMPSCAN_IS_PLAIN
  ompscan_lanes x;
  __builtin_memcpy(&x, ompscan_input_address(OMPSCAN_ARGUMENTS, k), sizeof(x));
  return x;
#else
  union {
    ompscan_T all[OMPSCAN_VECTOR_LENGTH];
    ompscan_lanes x;
  } inputs;
#pragma unroll
  for (uint j = 0; j < OMPSCAN_VECTOR_LENGTH; ++j)
    inputs.all[j] = ompscan_input(OMPSCAN_ARGUMENTS, k + j);
  return inputs.x;
#endif
}

/// Stores \p x, the results from iteration \p k on, which begin at the border
/// of a vector if the task streams.
OMPSCAN_INLINE void ompscan_vector_output(OMPSCAN_PARAMETERS, const ulong k,
                                          const ompscan_lanes x) {
  __global ompscan_T *const to = ompscan_output_address(OMPSCAN_ARGUMENTS, k);
  if (OMPSCAN_STREAMS)
    __builtin_nontemporal_store(x, (__global ompscan_lanes *)to);
  else
    __builtin_memcpy(to, &x, sizeof(x));
}

/// \returns the scan of \p x.
OMPSCAN_INLINE ompscan_lanes ompscan_scan_vector(ompscan_lanes x) {
#define OMPSCAN_SCAN_STEP(...)                                                 \
  x = __builtin_shufflevector(                                                 \
      x,                                                                       \
      ompscan_combine_lanes(__builtin_shufflevector(x, x, __VA_ARGS__), x),
  OMPSCAN_SCAN_STEP(0, 0, 1, 2, 3, 4, 5, 6) 0, 9, 10, 11, 12, 13, 14, 15);
  OMPSCAN_SCAN_STEP(0, 0, 0, 1, 2, 3, 4, 5) 0, 1, 10, 11, 12, 13, 14, 15);
  OMPSCAN_SCAN_STEP(0, 0, 0, 0, 0, 1, 2, 3) 0, 1, 2, 3, 12, 13, 14, 15);
#undef OMPSCAN_SCAN_STEP
  return x;
}

/// The last element of \p x, in all places.
OMPSCAN_INLINE ompscan_lanes ompscan_last_of(const ompscan_lanes x) {
  return __builtin_shufflevector(x, x, 7, 7, 7, 7, 7, 7, 7, 7);
}

/// Iterations from \p k on whose results are in front of the border of a
/// vector, where stores past the caches begin; as many as there are, if their
/// elements are not aligned.
OMPSCAN_INLINE ulong ompscan_unaligned_iterations(OMPSCAN_PARAMETERS,
                                                  const ulong k) {
  if (!OMPSCAN_STREAMS)
    return 0;
  const ulong place = (ulong)ompscan_output_address(OMPSCAN_ARGUMENTS, k);
  return place % 4 ? ~(ulong)0 / 2 : (0 - place) % OMPSCAN_VECTOR_SIZE / 4;
}

/// Stores the scan of the iterations \p first + \p c to \p first + \p end after
/// \p value. Results are exact, so it does not matter where vectors begin.
/// \returns the value after them.
__attribute__((always_inline)) OMPSCAN_INLINE ompscan_T
ompscan_scan_vectors(OMPSCAN_PARAMETERS, const ulong first, ulong c,
                     const ulong end, ompscan_T value) {
  ulong stop =
      min(end, c + ompscan_unaligned_iterations(OMPSCAN_ARGUMENTS, first + c));
  for (;; stop = end) {
    OMPSCAN_FEW_ITERATIONS
    for (; c < stop; ++c) {
      const ompscan_T before = value;
      value =
          ompscan_combine(before, ompscan_input(OMPSCAN_ARGUMENTS, first + c));
      ompscan_output(OMPSCAN_ARGUMENTS, first + c, before, value);
    }
    if (c == end)
      return value;
    ompscan_lanes before = (ompscan_element)value;
    // The last iteration of the loop is not among these.
    for (; c + 2 * OMPSCAN_VECTOR_LENGTH < end;
         c += 2 * OMPSCAN_VECTOR_LENGTH) {
      const ulong k = first + c, next = k + OMPSCAN_VECTOR_LENGTH;
      const ompscan_lanes left =
          ompscan_scan_vector(ompscan_vector_input(OMPSCAN_ARGUMENTS, k));
      const ompscan_lanes right = ompscan_combine_lanes(
          ompscan_last_of(left),
          ompscan_scan_vector(ompscan_vector_input(OMPSCAN_ARGUMENTS, next)));
      ompscan_vector_output(OMPSCAN_ARGUMENTS, k,
                            ompscan_combine_lanes(before, left));
      const ompscan_lanes after = ompscan_combine_lanes(before, right);
      ompscan_vector_output(OMPSCAN_ARGUMENTS, next, after);
      before = ompscan_last_of(after);
    }
    value = (ompscan_T)before[0];
  }
}

#else
#define OMPSCAN_HAS_VECTOR_OPERATOR 0
#endif
