//===- LibraryMacros.cpp - Calls instead of macros ------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/LibraryMacros.h"
#include "AST/Expressions.h"
#include "AST/LibraryMacros.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace ompscan::plugin;

/// The expression in place of \p E; null if it stays.
static Expr *replacement(Expr *E, const ASTContext &Context) {
  if (const auto *Block = dyn_cast<StmtExpr>(E))
    if (CallExpr *Call = characterConversion(*Block))
      return Call;
  if (!E->getType()->isVoidType() || !isAssertion(E))
    return nullptr;
  return convertTo(Context.VoidTy, CK_ToVoid,
                   integerLiteral(0, Context.IntTy, E->getExprLoc(), Context),
                   Context);
}

void ompscan::plugin::replaceLibraryMacros(Stmt *S, const ASTContext &Context,
                                           AstChanges &Changes) {
  for (Stmt *&Child : S->children()) {
    auto *E = dyn_cast_or_null<Expr>(Child);
    if (Expr *New = E ? replacement(E, Context) : nullptr)
      Changes.replace(Child, New);
    else if (Child && !isa<LambdaExpr>(Child))
      replaceLibraryMacros(Child, Context, Changes);
  }
}
