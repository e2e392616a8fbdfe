//===- key-order.cl - The order of keys -------------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text in front defines
//
//   ompscan_E                the type of a key, an unsigned integer; one of 128
//                            bits is a ulong2, the lower half first
//   OMPSCAN_KEY_BITS         bits of a key
//   OMPSCAN_IS_FLOATING      1: keys are floating-point numbers
//
//===----------------------------------------------------------------------===//

/// \returns the unsigned integer that stands for a key: these are in ascending
/// order. \p flip has all bits set for a descending order of keys, otherwise
/// none; the sign bit of signed integers is inverted. For keys of 128 bits it
/// is the upper half.
OMPSCAN_INLINE ompscan_E ompscan_ordered(const ompscan_E key,
                                         const ulong flip) {
#if OMPSCAN_KEY_BITS == 128
  return key ^ (ulong2)(flip & 1 ? ~0ul : 0ul, flip);
#elif OMPSCAN_IS_FLOATING
  const ompscan_E sign_bit = (ompscan_E)1 << (OMPSCAN_KEY_BITS - 1);
  return key ^ (key & sign_bit ? (ompscan_E)~0ul : sign_bit) ^ (ompscan_E)flip;
#else
  return key ^ (ompscan_E)flip;
#endif
}
