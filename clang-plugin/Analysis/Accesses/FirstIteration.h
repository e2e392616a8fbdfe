//===- FirstIteration.h - What the first iteration evaluates -- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_ACCESSES_FIRSTITERATION_H
#define OMPSCAN_PLUGIN_ANALYSIS_ACCESSES_FIRSTITERATION_H

#include "Model/ScanLoop.h"
#include "Nest/Statement.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace ompscan::plugin {

/// Knows what the first iteration of a loop does not evaluate: it does not read
/// `y[-1]` in `i > 0 ? y[i-1] : 0` if `i` begins at 0.
class FirstIteration {
public:
  FirstIteration(const Induction &IV, const clang::ASTContext &Context)
      : IV(IV), Context(Context) {}

  using Predicate = llvm::function_ref<bool(const clang::Expr *)>;
  /// Whether it may evaluate an expression in \p S, a part of the body, for
  /// which \p Is holds.
  bool evaluates(const nest::Statement &S, Predicate Is) const;

private:
  /// The lower bound, or a constant that is not negative.
  struct Number {
    bool IsLower;
    int64_t Constant;
  };

  std::optional<Number> numberOf(const clang::Expr *E) const;
  std::optional<bool> holds(const clang::Expr *Condition) const;
  std::optional<bool> holds(const clang::BinaryOperator &Comparison) const;
  bool evaluates(const clang::Expr &E, Predicate Is) const;
  template <typename T>
  bool evaluatesBranch(const clang::Expr &Condition, const T *Then,
                       const T *Else, Predicate Is) const;

  const Induction &IV;
  const clang::ASTContext &Context;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_ACCESSES_FIRSTITERATION_H
