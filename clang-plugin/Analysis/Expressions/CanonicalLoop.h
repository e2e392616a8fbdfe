//===- CanonicalLoop.h - OpenMP's canonical loop form --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_CANONICALLOOP_H
#define OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_CANONICALLOOP_H

#include "Model/ScanLoop.h"
#include "Support/Diagnostics.h"
#include <optional>

namespace ompscan::plugin {

/// Reads induction variable, bounds and step of \p For (OpenMP 5.2, section
/// 4.4.1, restricted to integer variables and constant steps). Clang has
/// checked the form; parts of it that a scan does not support are reported.
std::optional<Induction> analyzeInduction(const clang::ForStmt &For,
                                          const clang::ASTContext &Context,
                                          const Diagnostics &Diags);

/// How a loop compares its variable with the bound, where its condition is of
/// the kind \p Op and, if \p Swapped, names the bound first; std::nullopt if
/// loops have no such conditions.
std::optional<clang::BinaryOperatorKind>
loopComparison(clang::BinaryOperatorKind Op, bool Swapped);

/// A loop whose step is an integer that is no constant.
struct VariableStep {
  Induction IV; ///< Its step is 1 or -1: the direction.
  /// The operand of the increment: each iteration adds it to the variable, or
  /// subtracts it if \c IsSubtracted.
  const clang::Expr *Amount = nullptr;
  bool IsSubtracted = false;
};

/// Reads \p For if its step is an integer that is no constant; std::nullopt for
/// others.
std::optional<VariableStep> variableStep(const clang::ForStmt &For,
                                         const clang::ASTContext &Context,
                                         const Diagnostics &Diags);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_CANONICALLOOP_H
