//===- Operator.h - Operators of scans and reductions --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_MODEL_OPERATOR_H
#define OMPSCAN_PLUGIN_MODEL_OPERATOR_H

#include "clang/AST/OperationKinds.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace ompscan::plugin {

/// The operators of Operators.def, and Declared.
enum class Operator {
#define OMPSCAN_OPERATOR(Name, ...) Name,
#include "Model/Operators.def"
  Declared, ///< By `declare scan` or `declare reduction`.
  Auto      ///< The analysis chooses the operator that fits.
};

/// Operators of one family are lowered alike and commute with the same
/// conversions.
enum class OperatorFamily {
  Arithmetic, ///< Computed modulo 2^n on integers.
  Bitwise,    ///< Bit by bit, on integers.
  Logical,    ///< On truth values; the left operand guards the right one.
  Extremum,   ///< Keeps one of the operands.
  Function,   ///< Composes functions; see Function.h.
  Declared
};

/// The identity of an operator, for a type that is known later.
enum class IdentityKind {
  None,
  Zero,
  NegativeZero, ///< -0.0 of floating types: `-0.0 + x` is x for x = -0.0, too.
  One,
  AllOnes,
  Largest,
  Smallest
};

/// One line of Operators.def.
struct OperatorTraits {
  Operator Op;
  llvm::StringLiteral Spelling, Inverse;
  OperatorFamily Family;
  IdentityKind Identity;
  llvm::StringLiteral Atomic, Relation, Function;
};

/// The predefined operators, in the order of Operators.def.
llvm::ArrayRef<OperatorTraits> predefinedOperators();

/// The traits of \p Op; those of Declared and Auto are the spelling and the
/// family, Declared.
const OperatorTraits &traits(Operator Op);

/// The operator as written in a clause: "+", "min".
inline llvm::StringRef spelling(Operator Op) { return traits(Op).Spelling; }

/// The predefined operator that is written \p Spelling or has this inverse.
std::optional<Operator> predefinedOperator(llvm::StringRef Spelling);

/// The predefined operator that the infix operator \p Opcode combines by.
std::optional<Operator> predefinedOperator(clang::BinaryOperatorKind Opcode);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_MODEL_OPERATOR_H
