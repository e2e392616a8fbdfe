//===- PointerTests.cpp - Pointers as conditions --------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/PointerTests.h"
#include "AST/Control.h"
#include "AST/Expressions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace ompscan::plugin;

/// Whether the truth of \p Child is all that \p Parent uses of it.
static bool isTested(const Expr &Child, const Stmt &Parent) {
  if (const std::optional<Branches> Choice = branchesOf(&Parent))
    return Choice->Condition == &Child;
  if (const auto *Unary = dyn_cast<UnaryOperator>(&Parent))
    return Unary->getOpcode() == UO_LNot;
  const auto *Binary = dyn_cast<BinaryOperator>(&Parent);
  return Binary && Binary->isLogicalOp();
}

/// `E != 0` for the pointer \p E.
static Expr *isNotNull(Expr *E, const ASTContext &Context) {
  const SourceLocation Loc = E->getExprLoc();
  Expr *Null =
      convertTo(E->getType(), CK_NullToPointer,
                integerLiteral(0, Context.IntTy, Loc, Context), Context);
  return BinaryOperator::Create(Context, E, Null, BO_NE, Context.IntTy,
                                VK_PRValue, OK_Ordinary, Loc,
                                FPOptionsOverride());
}

static Stmt *rewritten(Stmt *S, const ASTContext &Context,
                       TreeRewriter &Rewriter) {
  if (isa<OMPExecutableDirective>(S))
    return S;
  return Rewriter.rebuilt(S, [&](Stmt *Child) -> Stmt * {
    auto *E = dyn_cast<Expr>(Child);
    Stmt *const New = rewritten(Child, Context, Rewriter);
    return E && E->getType()->isPointerType() && isTested(*E, *S)
               ? isNotNull(cast<Expr>(New), Context)
               : New;
  });
}

Stmt *ompscan::plugin::withPointerTests(Stmt *S, const ScanDirective &D,
                                        ASTContext &Context,
                                        TreeRewriter &Rewriter) {
  ForStmt *For = D.Scan && !Context.getLangOpts().CPlusPlus
                     ? innermostLoop(S, D.loopCount())
                     : nullptr;
  if (!For)
    return S;
  Stmt *Body = For->getBody();
  return Rewriter.replaced(S, Body, rewritten(Body, Context, Rewriter));
}
