//===- VariableUse.h - What a body does with a variable ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_AST_VARIABLEUSE_H
#define OMPSCAN_PLUGIN_AST_VARIABLEUSE_H

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

namespace ompscan::plugin {

/// What one run of a loop's body does with a variable from outside of it.
/// Where control flow is not plain, the answers err to the careful side.
struct VariableUse {
  /// It may be changed.
  bool IsAssigned = false;
  /// At how many places.
  unsigned Changes = 0;
  /// Every way through the body assigns it as a whole.
  bool AlwaysAssigned = false;
  /// The first use that some way, or that every way, leads to without an
  /// assignment before it: a use of the value that the variable has when the
  /// body begins. Null if there is none.
  const clang::Expr *ReadBefore = nullptr;
  const clang::Expr *ReadUnassigned = nullptr;
};

VariableUse useOf(const clang::VarDecl *Var, const clang::Stmt *Body);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_AST_VARIABLEUSE_H
