//===- CopyExpr.cpp - Expressions with something else put in --------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AST/CopyExpr.h"
#include "Support/ClangCompat.h"
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
  Expr *node(Expr *E, ArrayRef<Expr *> New);

  Replacement Replace;
  ASTContext &Context;
};

} // namespace

Expr *ExprCopier::copy(const Expr *E) {
  if (Expr *New = Replace(E))
    return New;
  llvm::SmallVector<Expr *, 4> Children;
  bool Changes = false;
  for (const Stmt *Child : E->children()) {
    const auto *Sub = dyn_cast_or_null<Expr>(Child);
    Expr *New = Sub ? copy(Sub) : nullptr;
    if (!New)
      return nullptr;
    Changes |= New != Sub;
    Children.push_back(New);
  }
  auto *Same = const_cast<Expr *>(E);
  return Changes ? node(Same, Children) : Same;
}

/// A copy of the node \p E with the children \p New.
Expr *ExprCopier::node(Expr *E, ArrayRef<Expr *> New) {
  if (auto *Paren = dyn_cast<ParenExpr>(E))
    return new (Context)
        ParenExpr(Paren->getLParen(), Paren->getRParen(), New[0]);
  if (auto *Cast = dyn_cast<ImplicitCastExpr>(E)) {
    const CXXCastPath Bases(Cast->path_begin(), Cast->path_end());
    return ImplicitCastExpr::Create(
        Context, Cast->getType(), Cast->getCastKind(), New[0], &Bases,
        Cast->getValueKind(), Cast->getFPFeatures());
  }
  if (auto *Cast = dyn_cast<ExplicitCastExpr>(E);
      Cast && Cast->getType()->isArithmeticType() && Cast->isPRValue())
    return CStyleCastExpr::Create(
        Context, Cast->getType(), VK_PRValue, Cast->getCastKind(), New[0],
        /*BasePath=*/nullptr, Cast->getFPFeatures(),
        Cast->getTypeInfoAsWritten(), Cast->getBeginLoc(), Cast->getEndLoc());
  if (auto *Binary = dyn_cast<BinaryOperator>(E);
      Binary && !Binary->isAssignmentOp())
    return BinaryOperator::Create(
        Context, New[0], New[1], Binary->getOpcode(), Binary->getType(),
        Binary->getValueKind(), Binary->getObjectKind(),
        Binary->getOperatorLoc(), compat::fpFeatures(*Binary, Context));
  if (auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && !Unary->isIncrementDecrementOp())
    return UnaryOperator::Create(
        Context, New[0], Unary->getOpcode(), Unary->getType(),
        Unary->getValueKind(), Unary->getObjectKind(), Unary->getOperatorLoc(),
        Unary->canOverflow(), Unary->getFPOptionsOverride());
  if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return new (Context) ArraySubscriptExpr(
        New[0], New[1], Subscript->getType(), Subscript->getValueKind(),
        Subscript->getObjectKind(), Subscript->getRBracketLoc());
  if (auto *Member = dyn_cast<MemberExpr>(E))
    return MemberExpr::Create(
        Context, New[0], Member->isArrow(), Member->getOperatorLoc(),
        Member->getQualifierLoc(), Member->getTemplateKeywordLoc(),
        Member->getMemberDecl(), Member->getFoundDecl(),
        Member->getMemberNameInfo(), /*TemplateArgs=*/nullptr,
        Member->getType(), Member->getValueKind(), Member->getObjectKind(),
        Member->isNonOdrUse());
  if (auto *Choice = dyn_cast<ConditionalOperator>(E))
    return new (Context) ConditionalOperator(
        New[0], Choice->getQuestionLoc(), New[1], Choice->getColonLoc(), New[2],
        Choice->getType(), Choice->getValueKind(), Choice->getObjectKind());
  if (auto *List = dyn_cast<InitListExpr>(E);
      List && List->isSemanticForm() && List->getType()->isStructureType()) {
    auto *Same = new (Context)
        InitListExpr(Context, List->getLBraceLoc(), New, List->getRBraceLoc());
    Same->setType(List->getType());
    return Same;
  }
  if (auto *Literal = dyn_cast<CompoundLiteralExpr>(E);
      Literal && Literal->getType()->isStructureType())
    return new (Context) CompoundLiteralExpr(
        Literal->getLParenLoc(), Literal->getTypeSourceInfo(),
        Literal->getType(), Literal->getValueKind(), New[0],
        Literal->isFileScope());
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
      Call && !Call->isAssignmentOp())
    return CXXOperatorCallExpr::Create(
        Context, Call->getOperator(), New[0], New.drop_front(), Call->getType(),
        Call->getValueKind(), Call->getOperatorLoc(), Call->getFPFeatures());
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E))
    return CXXMemberCallExpr::Create(
        Context, New[0], New.drop_front(), Call->getType(),
        Call->getValueKind(), Call->getRParenLoc(), Call->getFPFeatures());
  if (E->getStmtClass() == Stmt::CallExprClass) {
    auto *Call = cast<CallExpr>(E);
    return CallExpr::Create(Context, New[0], New.drop_front(), Call->getType(),
                            Call->getValueKind(), Call->getRParenLoc(),
                            Call->getFPFeatures());
  }
  return nullptr;
}

Expr *ompscan::plugin::copyExpr(const Expr *E, Replacement Replace,
                                ASTContext &Context) {
  return ExprCopier(Replace, Context).copy(E);
}
