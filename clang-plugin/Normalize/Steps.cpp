//===- Steps.cpp - Steps of variables -----------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/Steps.h"
#include "AST/Containers.h"
#include "AST/Expressions.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace ompscan::plugin;

bool ompscan::plugin::isPlacePointer(QualType Type) {
  return Type->isPointerType() && Type->getPointeeType()->isObjectType();
}

bool ompscan::plugin::isVar(const Expr *E, const VarDecl &Var) {
  return isReferenceTo(E->IgnoreParens(), &Var);
}

const Expr *ompscan::plugin::placeIn(const Expr *E) {
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
  if (!Call || !isIterator(Call->getArg(0)->getType()))
    return nullptr;
  const OverloadedOperatorKind Operator = Call->getOperator();
  return (Operator == OO_Star && Call->getNumArgs() == 1) ||
                 Operator == OO_Subscript || Operator == OO_Arrow
             ? stripImplicit(Call->getArg(0))
             : nullptr;
}

Operation ompscan::plugin::movedIterator(const Expr *E) {
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
  if (!Call || !isIterator(Call->getArg(0)->getType()) ||
      !isIterator(Call->getType()))
    return {};
  const Operation Sum = operation(Call);
  return Sum.Right && (Sum.Kind == BO_Add || Sum.Kind == BO_Sub) ? Sum
                                                                 : Operation();
}

Step ompscan::plugin::stepOf(const Expr *E) {
  const Expr *Inner = E->IgnoreParens();
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(Inner);
  if (!isa<UnaryOperator, BinaryOperator>(Inner) &&
      !(Call && isIterator(Call->getArg(0)->getType())))
    return {};
  const Operation Op = operation(Inner);
  const auto *Ref =
      Op.Left ? dyn_cast<DeclRefExpr>(Op.Left->IgnoreParens()) : nullptr;
  const auto *Named = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Named)
    return {};
  if (Op.IsIncrement)
    return {Ref, nullptr, Op.Kind == BO_Sub,
            Call ? Call->getNumArgs() == 2
                 : cast<UnaryOperator>(Inner)->isPostfix()};
  if (Op.Kind == BO_AddAssign || Op.Kind == BO_SubAssign)
    return {Ref, Op.Right, Op.Kind == BO_SubAssign, /*YieldsOld=*/false};
  if (Op.Kind != BO_Assign)
    return {};
  const Operation Sum = operation(stripImplicit(Op.Right));
  if (!Sum.Right || (Sum.Kind != BO_Add && Sum.Kind != BO_Sub))
    return {};
  const bool OnLeft = isVar(stripImplicit(Sum.Left), *Named);
  if (!OnLeft &&
      (Sum.Kind == BO_Sub || !isVar(stripImplicit(Sum.Right), *Named)))
    return {};
  return {Ref, OnLeft ? Sum.Right : Sum.Left, Sum.Kind == BO_Sub,
          /*YieldsOld=*/false};
}
