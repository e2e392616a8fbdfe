//===- NumberType.h - Arithmetic types of OpenCL C ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_PRIMITIVES_NUMBERTYPE_H
#define OMPSCAN_RT_PRIMITIVES_NUMBERTYPE_H

#include <cstdint>

namespace ompscan::rt {

enum class NumberKind { Unsigned = 0, Signed = 1, Floating = 2 };

/// A type of 1 to 8 bytes, or an integer of 16.
struct NumberType {
  const char *Name; ///< in OpenCL C, which has none for those of 16 bytes
  uint64_t Size;
  NumberKind Kind;
};

/// \returns the type called \p Name, of at most 8 bytes.
/// \param Whose the arrays with this type, in the plural, as in "keys".
/// \param Problem the participle for messages about other types: "sorted".
/// \throws Refusal
NumberType numberType(const char *Name, const char *Whose, const char *Problem);

/// \returns the type of keys called \p Name: one that numberType() returns, or
/// "int128" or "uint128".
/// \throws Refusal
NumberType keyType(const char *Name);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PRIMITIVES_NUMBERTYPE_H
