//===- Expressions.cpp - Looking at expressions of a loop -----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loop/Expressions.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace ompscan;

const Expr *ompscan::strip(const Expr *E) {
  while (true) {
    E = E->IgnoreParens();
    if (const auto *Cast = dyn_cast<CastExpr>(E)) {
      if (Cast->getCastKind() != CK_NoOp &&
          Cast->getCastKind() != CK_LValueToRValue)
        return E;
      E = Cast->getSubExpr();
    } else if (const auto *Full = dyn_cast<FullExpr>(E)) {
      E = Full->getSubExpr();
    } else if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E)) {
      E = Temporary->getSubExpr();
    } else if (const auto *Subst = dyn_cast<SubstNonTypeTemplateParmExpr>(E)) {
      E = Subst->getReplacement();
    } else if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      const auto *Captured = dyn_cast<OMPCapturedExprDecl>(Ref->getDecl());
      if (!Captured || !Captured->getInit())
        return E;
      E = Captured->getInit();
    } else {
      return E;
    }
  }
}

const Expr *ompscan::stripImplicit(const Expr *E) {
  while (true) {
    E = strip(E);
    const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
    if (!Cast)
      return E;
    E = Cast->getSubExpr();
  }
}

bool ompscan::anyOf(const Expr *E,
                    llvm::function_ref<bool(const Expr *)> Pred) {
  E = E->IgnoreParens();
  if (Pred(E))
    return true;
  if (const Expr *Resolved = strip(E); isa<DeclRefExpr>(E) && Resolved != E)
    return anyOf(Resolved, Pred);
  return llvm::any_of(E->children(), [&](const Stmt *Child) {
    const auto *Sub = dyn_cast_or_null<Expr>(Child);
    return Sub && anyOf(Sub, Pred);
  });
}

bool ompscan::mentions(const Expr *E, const VarDecl *Var) {
  return anyOf(E, [&](const Expr *Sub) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Sub);
    return Ref &&
           Ref->getDecl()->getCanonicalDecl() == Var->getCanonicalDecl();
  });
}

bool ompscan::sameExpression(const Expr *A, const Expr *B) {
  A = strip(A);
  B = strip(B);
  if (A->getStmtClass() != B->getStmtClass() &&
      !(isa<CastExpr>(A) && isa<CastExpr>(B)))
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(A))
    return Ref->getDecl()->getCanonicalDecl() ==
           cast<DeclRefExpr>(B)->getDecl()->getCanonicalDecl();
  if (const auto *Member = dyn_cast<MemberExpr>(A)) {
    const auto *Other = cast<MemberExpr>(B);
    return Member->getMemberDecl() == Other->getMemberDecl() &&
           Member->isArrow() == Other->isArrow() &&
           sameExpression(Member->getBase(), Other->getBase());
  }
  if (isa<CXXThisExpr>(A))
    return true;
  if (A->getType().getCanonicalType().getUnqualifiedType() !=
      B->getType().getCanonicalType().getUnqualifiedType())
    return false;
  if (const auto *Literal = dyn_cast<IntegerLiteral>(A))
    return Literal->getValue() == cast<IntegerLiteral>(B)->getValue();
  if (const auto *Literal = dyn_cast<FloatingLiteral>(A))
    return Literal->getValue().bitwiseIsEqual(
        cast<FloatingLiteral>(B)->getValue());
  if (const auto *Literal = dyn_cast<CharacterLiteral>(A))
    return Literal->getValue() == cast<CharacterLiteral>(B)->getValue();
  if (const auto *Cast = dyn_cast<CastExpr>(A))
    return Cast->getCastKind() == cast<CastExpr>(B)->getCastKind() &&
           sameExpression(Cast->getSubExpr(),
                          cast<CastExpr>(B)->getSubExpr());
  if (const auto *Unary = dyn_cast<UnaryOperator>(A)) {
    const auto *Other = cast<UnaryOperator>(B);
    return !Unary->isIncrementDecrementOp() &&
           Unary->getOpcode() == Other->getOpcode() &&
           sameExpression(Unary->getSubExpr(), Other->getSubExpr());
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(A)) {
    const auto *Other = cast<BinaryOperator>(B);
    return !Binary->isAssignmentOp() &&
           Binary->getOpcode() == Other->getOpcode() &&
           sameExpression(Binary->getLHS(), Other->getLHS()) &&
           sameExpression(Binary->getRHS(), Other->getRHS());
  }
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(A)) {
    const auto *Other = cast<ArraySubscriptExpr>(B);
    return sameExpression(Subscript->getBase(), Other->getBase()) &&
           sameExpression(Subscript->getIdx(), Other->getIdx());
  }
  if (const auto *Conditional = dyn_cast<ConditionalOperator>(A)) {
    const auto *Other = cast<ConditionalOperator>(B);
    return sameExpression(Conditional->getCond(), Other->getCond()) &&
           sameExpression(Conditional->getTrueExpr(), Other->getTrueExpr()) &&
           sameExpression(Conditional->getFalseExpr(), Other->getFalseExpr());
  }
  return false;
}

/// \p E without the decay of an array to a pointer.
static const Expr *stripDecay(const Expr *E) {
  E = strip(E);
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
      Cast && Cast->getCastKind() == CK_ArrayToPointerDecay)
    return strip(Cast->getSubExpr());
  return E;
}

ElementAccess ompscan::elementAccess(const Expr *E) {
  E = strip(E);
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return {stripDecay(Subscript->getBase()), Subscript->getIdx()};
  const auto *Deref = dyn_cast<UnaryOperator>(E);
  if (!Deref || Deref->getOpcode() != UO_Deref)
    return {};
  const Expr *Address = strip(Deref->getSubExpr());
  if (const auto *Sum = dyn_cast<BinaryOperator>(Address);
      Sum && Sum->getOpcode() == BO_Add) {
    if (Sum->getLHS()->getType()->isPointerType())
      return {stripDecay(Sum->getLHS()), Sum->getRHS()};
    return {stripDecay(Sum->getRHS()), Sum->getLHS()};
  }
  return {stripDecay(Address), nullptr};
}
