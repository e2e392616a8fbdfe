//===- Rebase.h - Out of OpenMP's captured regions ------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_HOST_REBASE_H
#define OMPSCAN_PLUGIN_HOST_REBASE_H

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"

namespace ompscan::plugin {

/// Moves statements out of the captured regions of a directive that goes away,
/// into the context that the directive stood in. There a variable may no longer
/// be marked as captured by the region, and what OpenMP captured by expression
/// (`this->y`) has to be that expression again.
class Rebase {
public:
  /// \p Target is the context that is left: a function, or the captured region
  /// of a directive further out.
  Rebase(const clang::ASTContext &Context, const clang::DeclContext *Target)
      : Context(Context), Target(Target) {}

  /// From now on \p Copy stands for \p Var.
  void replace(const clang::VarDecl *Var, clang::VarDecl *Copy) {
    Copies[Var->getCanonicalDecl()] = Copy;
  }

  /// Rebases \p S in place and returns its replacement.
  clang::Stmt *statement(clang::Stmt *S) const;
  clang::Expr *expression(const clang::Expr *E) const;

  /// A copy of \p E, which is a variable, `this` or a member of one, for the
  /// context that is left. \p E stays as it is.
  clang::Expr *copy(const clang::Expr *E) const;

private:
  clang::Expr *reference(clang::DeclRefExpr *Ref) const;

  const clang::ASTContext &Context;
  const clang::DeclContext *Target;
  llvm::DenseMap<const clang::Decl *, clang::VarDecl *> Copies;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_HOST_REBASE_H
