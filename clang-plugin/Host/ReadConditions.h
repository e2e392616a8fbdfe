//===- ReadConditions.h - Values that need not be defined ----- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_HOST_READCONDITIONS_H
#define OMPSCAN_PLUGIN_HOST_READCONDITIONS_H

#include "Host/Rebase.h"
#include "Host/RuntimeCalls.h"
#include "Model/ScanLoop.h"

namespace ompscan::plugin {

/// Builds the conditions under which a loop with iterations reads values that
/// need not be defined otherwise, such as targets of pointers.
///
/// Where all conditions in front of a read are known before the loop, the value
/// is read if they hold: in all iterations, or in one of them. Where some are
/// not known, it is read unless a pointer on the way to it, or a divisor, is 0.
class ReadConditions {
public:
  ReadConditions(RuntimeCalls &Calls, const ScanLoop &Loop, const Rebase &Move)
      : Context(Calls.context()), Calls(Calls), Loop(Loop), Move(Move) {}

  /// Where the variables go that hold conditions; otherwise each use of one
  /// evaluates it.
  void declareIn(llvm::SmallVectorImpl<clang::Stmt *> &Statements) {
    Declarations = &Statements;
  }

  /// Whether some iteration reads \p Value; null if that is certain.
  clang::Expr *of(const clang::Expr *Value);

  /// Whether all items of the loop exist: the iterations may use one that is
  /// the target of a null pointer nowhere. Null if that is certain.
  clang::Expr *ofItems();

  /// Whether no pointer on the way to \p Value is null, and no divisor in it is
  /// 0; null where there are none.
  clang::Expr *pointersOf(const clang::Expr *Value);

  /// \p E in the host code, with 0 for values in it that no iteration reads,
  /// other than those that depend on the induction variable.
  clang::Expr *value(const clang::Expr *E);

  /// \p Value if \p Condition, which may be null, holds; else 0. Both may be
  /// null, if they cannot be built.
  clang::Expr *orZero(clang::Expr *Condition, clang::Expr *Value);

private:
  clang::Expr *build(const clang::Expr *Value);
  clang::Expr *onWay(const GuardedRead &Read);
  clang::Expr *holds(const GuardedRead::Condition &C);
  clang::Expr *inAnyIteration(clang::Expr *Condition);
  bool isVarying(const GuardedRead::Condition &C) const;

  clang::ASTContext &Context;
  RuntimeCalls &Calls;
  const ScanLoop &Loop;
  const Rebase &Move;
  llvm::SmallVectorImpl<clang::Stmt *> *Declarations = nullptr;
  struct Known {
    const clang::Expr *Value;
    clang::VarDecl *Variable; ///< Null if it is certain.
  };
  llvm::SmallVector<Known, 4> All;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_HOST_READCONDITIONS_H
