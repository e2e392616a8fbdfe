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

/// A type of 1 to 8 bytes.
struct NumberType {
  const char *Name; ///< in OpenCL C
  uint64_t Size;
  NumberKind Kind;
};

/// \returns the type called \p Name.
/// \param Whose the arrays with this type, in the plural, as in "keys".
/// \param Problem the participle for messages about other types: "sorted".
/// \throws Refusal
NumberType numberType(const char *Name, const char *Whose, const char *Problem);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PRIMITIVES_NUMBERTYPE_H
