//===- ShortLoop.h - Loops too short for the runtime --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_HOST_SHORTLOOP_H
#define OMPSCAN_PLUGIN_HOST_SHORTLOOP_H

#include "Host/LaunchBuilder.h"

namespace ompscan::plugin {

/// The work of an iteration of \p Loop, by which the object code decides
/// whether the loop is too short for a call of the runtime. \p Optimizes: the
/// host code is compiled with optimization.
unsigned shortWork(const ScanLoop &Loop, const Program &P, bool Optimizes);

/// Whether the host runs a loop without asking the runtime: it is short, or has
/// no iterations. The values of a launch need not be defined then.
class ShortLoop {
public:
  explicit ShortLoop(RuntimeCalls &Calls) : Calls(Calls) {}

  /// No loop is short from here on.
  void reset() { Holds = nullptr; }
  /// Keeps the answer for \p Loop, whose iterations take \p Work, in a variable
  /// that goes to \p Statements. False if that cannot be built.
  bool declare(const ScanLoop &Loop, unsigned Work, const Rebase &Move,
               llvm::SmallVectorImpl<clang::Stmt *> &Statements);
  /// Keeps the same of one row of \p Loop, in \p Statements of the row.
  bool declareForRow(const ScanLoop &Loop, const Rebase &Move,
                     llvm::SmallVectorImpl<clang::Stmt *> &Statements);

  /// \p E, or \p IfShort if the loop is short. Null if that cannot be built.
  clang::Expr *unless(clang::Expr *E, clang::Expr *IfShort) const;
  /// \p Statement if the loop is not short. Null if that cannot be built.
  clang::Stmt *unless(clang::Stmt *Statement) const;

private:
  bool addUnless(clang::Expr *Condition, clang::Expr *&Idle) const;
  clang::Expr *unlessShared(clang::Expr *Idle) const;
  void keep(clang::Expr *Condition,
            llvm::SmallVectorImpl<clang::Stmt *> &Statements);

  RuntimeCalls &Calls;
  /// Null if the loop is never short.
  clang::Expr *Holds = nullptr;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_HOST_SHORTLOOP_H
