//===- RowForm.cpp - Names for the rows of a scan -------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/RowForm.h"
#include "AST/Expressions.h"
#include "AST/VariableUse.h"
#include "Normalize/Names.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace ompscan::plugin;

bool ompscan::plugin::replaceRowNames(ScanDirective &D, Sema &S) {
  if (D.Names.empty())
    return true;
  const auto HasNoEffects = [&](const Expr *E) {
    return !E->HasSideEffects(S.Context);
  };
  Stmt *Written = D.onHost();
  TreeRewriter Rewriter(*Written, S.Context);
  Names Known(S, Rewriter, Names::Integers::Everywhere);
  for (const VarDecl *Var : D.Names) {
    const QualType Type = Var->getType();
    if (!Var->hasLocalStorage() || Type->isReferenceType() ||
        !Known.add(*Var, const_cast<Expr *>(Var->getInit()), HasNoEffects) ||
        (!Type->isPointerType() && useOf(Var, Written).IsAssigned))
      return false;
  }
  D.OnHost = Rewriter.finished(Known.rewritten(Written));
  if (llvm::any_of(D.Names,
                   [&](const VarDecl *Var) { return mentions(D.OnHost, Var); }))
    return false;
  for (const VarDecl *Var : D.Names)
    if (const Expr *Base = Known.baseOf(*Var))
      D.Bases.push_back({Var, Base});
  return true;
}
