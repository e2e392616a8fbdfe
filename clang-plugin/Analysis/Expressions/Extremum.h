//===- Extremum.h - Minima and maxima in programs ------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_EXTREMUM_H
#define OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_EXTREMUM_H

#include "Model/Item.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

namespace ompscan::plugin {

/// The minimum or maximum of two values as a program writes it: a comparison
/// that selects one of its operands, or a call.
struct Extremum {
  bool IsMax = false;
  /// The values that are selected, in the order of the operands.
  const clang::Expr *Left = nullptr;
  const clang::Expr *Right = nullptr;
  /// The type in which they are compared.
  clang::QualType Type;
  /// Where the comparison or the call is.
  clang::SourceLocation Loc;
  /// Whether Left is the result where both are equal.
  bool TieLeft = true;
  /// The values of a call with a list, which has neither Left nor Right.
  llvm::ArrayRef<const clang::Expr *> List;
  /// Whether a NaN gives way to the other operand, as in fmin and fmax.
  bool IgnoresNaN = false;

  /// How the extremum selects values of type \p Item if the value before is in
  /// the operand Left, or else in Right. Integers are no NaN.
  Choice choice(bool BeforeLeft, clang::QualType Item) const {
    return IgnoresNaN && Item->isFloatingType() ? Choice::FloatCall
           : TieLeft == BeforeLeft              ? Choice::CompareFirst
                                                : Choice::Compare;
  }
};

/// Reads `condition ? then : otherwise`, where \p AreSame tells whether two
/// expressions have the same value; std::nullopt if it is no extremum.
std::optional<Extremum> extremumOf(
    const clang::Expr *Condition, const clang::Expr *Then,
    const clang::Expr *Otherwise,
    llvm::function_ref<bool(const clang::Expr *, const clang::Expr *)> AreSame);

/// Reads a call of std::min, std::max, fmin, fmax or their variants. The
/// operands are null if the function has other arguments than two values.
std::optional<Extremum> extremumOf(const clang::CallExpr &Call);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_EXTREMUM_H
