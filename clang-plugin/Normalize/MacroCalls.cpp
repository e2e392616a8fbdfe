//===- MacroCalls.cpp - Calls instead of macros ---------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/MacroCalls.h"
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

Stmt *ompscan::plugin::withoutLibraryMacros(Stmt *S, const ASTContext &Context,
                                            TreeRewriter &Rewriter) {
  auto *E = dyn_cast<Expr>(S);
  if (Expr *New = E ? replacement(E, Context) : nullptr)
    return New;
  return Rewriter.rebuilt(S, [&](Stmt *Child) {
    return withoutLibraryMacros(Child, Context, Rewriter);
  });
}
