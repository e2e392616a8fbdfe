//===- Affine.h - Subscripts as formulas ---------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_AFFINE_H
#define OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_AFFINE_H

#include "Model/ScanLoop.h"
#include <optional>

namespace ompscan::plugin {

/// `(Coefficient + sum of Strides) * i + sum of Symbols + Constant`. Strides
/// and Symbols do not change in the loop. The formula is exact over the
/// integers as long as every NoWrap holds.
struct Affine {
  int64_t Coefficient = 0;
  int64_t Constant = 0;
  llvm::SmallVector<Scaled, 1> Strides;
  llvm::SmallVector<Scaled, 2> Symbols;
  /// Their Stride is the coefficient of i, not the change per iteration.
  llvm::SmallVector<NoWrap, 2> NoWraps;

  /// This minus \p Other; NoWraps are dropped.
  std::optional<Affine> minus(const Affine &Other) const;
  /// Whether it has the same value in every iteration.
  bool isInvariant() const { return Coefficient == 0 && Strides.empty(); }
  bool isConstant() const { return isInvariant() && Symbols.empty(); }
  bool isZero() const { return isConstant() && Constant == 0; }
  /// The change from one iteration of the loop over \p IV to the next, which is
  /// invariant; std::nullopt if it overflows.
  std::optional<Affine> step(const Induction &IV) const;
};

/// The elements of an array that a loop uses at two formulas.
enum class Meeting {
  SameIteration, ///< Each iteration uses one element at both.
  Elsewhere, ///< An iteration may use at one what another uses at the other.
  Never,
  Unknown ///< Never, or Elsewhere, or SameIteration: only values tell.
};

/// How the elements at \p A and \p B meet in a loop over \p IV.
Meeting meet(const Affine &A, const Affine &B, const Induction &IV);

/// The formula of \p E in the variable or member \p Var, or std::nullopt if it
/// has none.
std::optional<Affine> affine(const clang::Expr *E, const clang::VarDecl *Var,
                             const clang::ASTContext &Context);
std::optional<Affine> affine(const clang::Expr *E, const clang::Expr *Var,
                             const clang::ASTContext &Context);

/// The formula of \p E in the value of its subexpression \p Node.
std::optional<Affine> affineAt(const clang::Expr *E, const clang::Expr *Node,
                               const clang::ASTContext &Context);

/// The change of \p E from one iteration of the loop over \p IV to the next;
/// std::nullopt if it has no formula.
std::optional<Movement> movement(const clang::Expr *E, const Induction &IV,
                                 const clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_AFFINE_H
