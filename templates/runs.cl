//===- runs.cl - Runs of neighbours ------------------------ -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Steps over the run of a work-item, with a few elements in registers each.
//
// Integers of 1 and 2 bytes lie in local memory as words. Each of them is
// computed in a register of 32 bits, at the top or the bottom, beside bits of
// no meaning. In registers of 16 bits, which compilers choose for such
// integers, most instructions would take elements out of words and make words
// of results.
//
//===----------------------------------------------------------------------===//

/// \returns the \p count elements at \p e, a power of 2, combined. Overwrites
/// them.
OMPSCAN_INLINE ompscan_T ompscan_combine_elements(ompscan_T *const e,
                                                  const uint count) {
  // A tree is shorter than a chain.
#pragma unroll
  for (uint d = 1; d < count; d *= 2)
#pragma unroll
    for (uint i = 0; i < count; i += 2 * d)
      e[i] = ompscan_combine(e[i], e[i + d]);
  return e[0];
}

/// Replaces the \p count elements at \p e by their scan, which begins with \p
/// left if it \p has_left.
/// \returns the last of them.
OMPSCAN_INLINE ompscan_T ompscan_scan_elements(ompscan_T *const e,
                                               const uint count, ompscan_T left,
                                               const bool has_left) {
#pragma unroll
  for (uint i = 0; i < count; ++i)
    e[i] = left = has_left || i ? ompscan_combine(left, e[i]) : e[i];
  return left;
}

/// Whether the hooks have an operator on registers that hold more than an
/// element, and runs consist of words.
#if defined(OMPSCAN_WIDE_IDENTITY) && OMPSCAN_IS_PLAIN &&                      \
    (!OMPSCAN_PTX || OMPSCAN_VECTOR * OMPSCAN_ITEM_SIZE % 4 == 0)
#define OMPSCAN_HAS_WIDE 1

#define OMPSCAN_ELEMENT_BITS (8 * OMPSCAN_ITEM_SIZE)
#define OMPSCAN_ELEMENTS_OF_WORD (4 / OMPSCAN_ITEM_SIZE)
/// Where an element lies in its register.
#define OMPSCAN_WIDE_SHIFT (OMPSCAN_WIDE_AT_TOP ? 32 - OMPSCAN_ELEMENT_BITS : 0)

OMPSCAN_INLINE ompscan_wide ompscan_widen(const ompscan_T value) {
  return (ompscan_wide)((uint)value << OMPSCAN_WIDE_SHIFT);
}

OMPSCAN_INLINE ompscan_T ompscan_narrow(const ompscan_wide value) {
  return (ompscan_T)((uint)value >> OMPSCAN_WIDE_SHIFT);
}

/// \returns element \p i of \p word.
OMPSCAN_INLINE ompscan_wide ompscan_wide_element(const uint word,
                                                 const uint i) {
  return (ompscan_wide)(OMPSCAN_WIDE_AT_TOP
                            ? word << (OMPSCAN_ELEMENTS_OF_WORD - 1 - i) *
                                          OMPSCAN_ELEMENT_BITS
                            : word >> i * OMPSCAN_ELEMENT_BITS);
}

/// \returns the word of the elements \p v.
OMPSCAN_INLINE uint ompscan_word_of_wide(const ompscan_wide *const v) {
#if OMPSCAN_PTX && OMPSCAN_ITEM_SIZE == 1
  uint r;
  __asm__("{.reg .b32 low, high; prmt.b32 low, %1, %2, %5; "
          "prmt.b32 high, %3, %4, %5; prmt.b32 %0, low, high, 0x5410;}"
          : "=r"(r)
          : "r"((uint)v[0]), "r"((uint)v[1]), "r"((uint)v[2]), "r"((uint)v[3]),
            "n"(OMPSCAN_WIDE_AT_TOP ? 0x73 : 0x40));
  return r;
#elif OMPSCAN_PTX
  uint r;
  __asm__("prmt.b32 %0, %1, %2, %3;"
          : "=r"(r)
          : "r"((uint)v[0]), "r"((uint)v[1]),
            "n"(OMPSCAN_WIDE_AT_TOP ? 0x7632 : 0x5410));
  return r;
#else
  union {
    ompscan_T e[OMPSCAN_ELEMENTS_OF_WORD];
    uint w;
  } word;
#pragma unroll
  for (uint i = 0; i < OMPSCAN_ELEMENTS_OF_WORD; ++i)
    word.e[i] = ompscan_narrow(v[i]);
  return word.w;
#endif
}

/// Combines the elements of \p word into \p total.
OMPSCAN_INLINE void ompscan_combine_word(ompscan_wide *const total,
                                         const uint word) {
  ompscan_wide v[OMPSCAN_ELEMENTS_OF_WORD];
#pragma unroll
  for (uint i = 0; i < OMPSCAN_ELEMENTS_OF_WORD; ++i)
    v[i] = ompscan_wide_element(word, i);
  // A tree is shorter than a chain.
#pragma unroll
  for (uint d = 1; d < OMPSCAN_ELEMENTS_OF_WORD; d *= 2)
#pragma unroll
    for (uint i = 0; i < OMPSCAN_ELEMENTS_OF_WORD; i += 2 * d)
      v[i] = ompscan_combine_wide(v[i], v[i + d]);
  *total = ompscan_combine_wide(*total, v[0]);
}

/// \returns the scan of the elements of \p word after \p left, which becomes
/// the last of them.
OMPSCAN_INLINE uint ompscan_scan_word(ompscan_wide *const left,
                                      const uint word) {
  ompscan_wide v[OMPSCAN_ELEMENTS_OF_WORD];
#pragma unroll
  for (uint i = 0; i < OMPSCAN_ELEMENTS_OF_WORD; ++i)
    v[i] = *left = ompscan_combine_wide(*left, ompscan_wide_element(word, i));
  return ompscan_word_of_wide(v);
}

#else
#define OMPSCAN_HAS_WIDE 0
#endif
