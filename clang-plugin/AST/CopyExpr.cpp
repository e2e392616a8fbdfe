//===- CopyExpr.cpp - Expressions with something else put in --------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AST/CopyExpr.h"
#include "AST/ComplexNumbers.h"
#include "AST/CopyNode.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

class ExprCopier {
public:
  ExprCopier(Replacement Replace, ASTContext &Context)
      : Replace(Replace), Context(Context) {}

  Expr *copy(const Expr *E);

private:
  Replacement Replace;
  ASTContext &Context;
};

} // namespace

/// Whether a copy of \p E means the same wherever it is put. Effects would
/// happen twice.
static bool isCopied(const Expr *E) {
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
    return Cast->getType()->isArithmeticType() && Cast->isPRValue();
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return !Binary->isAssignmentOp();
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return !Unary->isIncrementDecrementOp();
  if (const auto *List = dyn_cast<InitListExpr>(E))
    return List->isSemanticForm() && List->getType()->isStructureType();
  if (isa<CompoundLiteralExpr>(E))
    return E->getType()->isStructureType();
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E))
    return !Call->isAssignmentOp();
  // The operators of complex classes take references to their operands.
  if (isa<MaterializeTemporaryExpr, ExprWithCleanups>(E))
    return isComplexClass(E->getType()->getAsRecordDecl());
  return isa<ParenExpr, ImplicitCastExpr, ArraySubscriptExpr, MemberExpr,
             ConditionalOperator, CXXMemberCallExpr>(E) ||
         E->getStmtClass() == Stmt::CallExprClass;
}

Expr *ExprCopier::copy(const Expr *E) {
  if (Expr *New = Replace(E))
    return New;
  llvm::SmallDenseMap<const Stmt *, Stmt *, 8> Instead;
  bool Changes = false;
  for (const Stmt *Child : E->children()) {
    const auto *Sub = dyn_cast_or_null<Expr>(Child);
    Expr *New = Sub ? copy(Sub) : nullptr;
    if (!New)
      return nullptr;
    Changes |= New != Sub;
    Instead[Sub] = New;
  }
  auto *Same = const_cast<Expr *>(E);
  if (!Changes)
    return Same;
  return isCopied(E)
             ? cast<Expr>(copyNode(
                   *Same, [&](Stmt *Child) { return Instead.lookup(Child); },
                   [](VarDecl *Var) { return Var; }, Context))
             : nullptr;
}

Expr *ompscan::plugin::copyExpr(const Expr *E, Replacement Replace,
                                ASTContext &Context) {
  return ExprCopier(Replace, Context).copy(E);
}
