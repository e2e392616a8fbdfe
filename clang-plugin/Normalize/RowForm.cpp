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
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace ompscan::plugin;

bool RowForm::put(ScanDirective &D) {
  if (D.Names.empty())
    return true;
  const auto HasNoEffects = [&](const Expr *E) {
    return !E->HasSideEffects(Context);
  };
  CapturedDecl *Region = D.Inner->getInnermostCapturedStmt()->getCapturedDecl();
  for (const VarDecl *Var : D.Names) {
    const QualType Type = Var->getType();
    if (!Var->hasLocalStorage() || Type->isReferenceType() ||
        !Known.add(*Var, const_cast<Expr *>(Var->getInit()), HasNoEffects) ||
        (!Type->isPointerType() && useOf(Var, Region->getBody()).IsAssigned))
      return false;
  }
  Known.rewriteChildren(Region->getBody());
  if (llvm::any_of(D.Names, [&](const VarDecl *Var) {
        return mentions(Region->getBody(), Var);
      }))
    return false;
  for (const VarDecl *Var : D.Names)
    if (const Expr *Base = Known.baseOf(*Var))
      D.Bases.push_back({Var, Base});
  // Drop the declarations of the names.
  ForStmt *Around = D.RowLoop;
  Changes.add([Around, Old = Around->getBody()] { Around->setBody(Old); });
  Around->setBody(D.Inner);
  return true;
}
