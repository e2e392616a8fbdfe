//===- IteratorCalls.cpp - Functions of <iterator> ------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/IteratorCalls.h"
#include "Normalize/Positions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using namespace ompscan::plugin;

/// The argument \p E of a parameter by value, without the copy of an iterator.
static Expr *argument(Expr *E) {
  if (auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
    return Default->getExpr();
  const auto *Construct = dyn_cast<CXXConstructExpr>(E);
  if (!Construct || Construct->getNumArgs() != 1)
    return E;
  auto *Copied = const_cast<Expr *>(Construct->getArg(0));
  auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(Copied);
  return Temporary ? Temporary->getSubExpr() : Copied;
}

/// The operator that \p Call stands for; null if it stays a call.
static Expr *replacement(CallExpr &Call, Sema &S) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee || !Callee->isInStdNamespace() || !Callee->getIdentifier() ||
      Call.getNumArgs() != 2)
    return nullptr;
  const BinaryOperatorKind Kind =
      llvm::StringSwitch<BinaryOperatorKind>(Callee->getName())
          .Case("next", BO_Add)
          .Case("prev", BO_Sub)
          .Case("distance", BO_Sub)
          .Case("advance", BO_AddAssign)
          .Default(BO_Comma);
  if (Kind == BO_Comma || !isContiguousIterator(Call.getArg(0)->getType()))
    return nullptr;
  Expr *Left = argument(Call.getArg(0)), *Right = argument(Call.getArg(1));
  if (Callee->getName() == "distance") {
    if (!isContiguousIterator(Right->getType()))
      return nullptr;
    std::swap(Left, Right);
  }
  const SourceLocation Loc = Call.getExprLoc();
  Expr *Operator = S.BuildBinOp(/*S=*/nullptr, Loc, Kind, Left, Right).get();
  return Operator ? new (S.Context) ParenExpr(Loc, Loc, Operator) : nullptr;
}

Stmt *ompscan::plugin::withoutIteratorCalls(Stmt *St, Sema &S,
                                            TreeRewriter &Rewriter) {
  // Arguments come first: the operator has them as operands.
  Stmt *New = Rewriter.rebuilt(St, [&](Stmt *Child) {
    return withoutIteratorCalls(Child, S, Rewriter);
  });
  auto *Call = dyn_cast<CallExpr>(New);
  Expr *Operator = Call ? replacement(*Call, S) : nullptr;
  return Operator ? Operator : New;
}
