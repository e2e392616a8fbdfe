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
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace ompscan::plugin {

/// What the first iteration of a loop evaluates. In `i > 0 ? y[i-1] : 0` of a
/// loop from 0 on, it does not read `y[-1]`.
class FirstIteration {
public:
  FirstIteration(const Induction &IV, const clang::ASTContext &Context)
      : IV(IV), Context(Context) {}

  /// Whether it may evaluate an expression in \p S, a part of the body, for
  /// which \p Is holds.
  bool evaluates(const clang::Stmt *S,
                 llvm::function_ref<bool(const clang::Expr *)> Is) const;

private:
  /// A number that is not negative: a constant, or what Value is.
  struct Number {
    const clang::Expr *Value;
    int64_t Constant;
  };

  std::optional<Number> numberOf(const clang::Expr *E) const;
  std::optional<bool> holds(const clang::Expr *Condition) const;
  std::optional<bool> holds(const clang::BinaryOperator &Comparison) const;

  const Induction &IV;
  const clang::ASTContext &Context;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_ACCESSES_FIRSTITERATION_H
