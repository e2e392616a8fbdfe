//===- VariableUse.h - What a body does with a variable ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_AST_VARIABLEUSE_H
#define OMPSCAN_PLUGIN_AST_VARIABLEUSE_H

#include "Support/Diagnostics.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include <optional>

namespace ompscan::plugin {

/// The uses of an outer variable in one run of a loop's body. The results are
/// conservative where control flow is not structured.
struct VariableUse {
  /// The body may change it.
  bool IsAssigned = false;
  /// The number of places that may change it.
  unsigned Changes = 0;
  /// All paths through the body assign the whole variable.
  bool AlwaysAssigned = false;
  /// The first use that is reached without an assignment on some path
  /// (ReadBefore) or on all paths (ReadUnassigned): it reads the value from
  /// before the body. Null if there is none.
  const clang::Expr *ReadBefore = nullptr;
  const clang::Expr *ReadUnassigned = nullptr;
};

VariableUse useOf(const clang::VarDecl *Var, const clang::Stmt *Body);

/// The variables that \p Declaration creates in each iteration of a loop: all
/// but static constants. Reports an error and returns std::nullopt if a
/// variable is static and not constant, or is used in its own initializer.
std::optional<llvm::SmallVector<const clang::VarDecl *, 2>>
declaredVariables(const clang::DeclStmt &Declaration, const Diagnostics &Diags);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_AST_VARIABLEUSE_H
