//===- Assignments.cpp - What expressions assign --------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AST/Assignments.h"
#include "AST/Expressions.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace ompscan::plugin;

Assignment ompscan::plugin::plainAssignment(const Expr *E) {
  E = strip(E);
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return Binary->getOpcode() == BO_Assign
               ? Assignment{Binary->getLHS(), Binary->getRHS()}
               : Assignment();
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
  if (!Call || Call->getOperator() != OO_Equal || Call->getNumArgs() != 2)
    return {};
  return {Call->getArg(0), Call->getArg(1)};
}

const Expr *ompscan::plugin::changedBy(const Expr *E) {
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && Unary->isIncrementDecrementOp())
    return Unary->getSubExpr();
  if (const auto *Binary = dyn_cast<BinaryOperator>(E);
      Binary && Binary->isAssignmentOp())
    return Binary->getLHS();
  return plainAssignment(E).Target;
}

llvm::SmallVector<const Expr *, 2>
ompscan::plugin::changedOperands(const CallExpr &Call, bool WithRValues) {
  llvm::SmallVector<const Expr *, 2> Changed;
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee)
    return Changed;
  unsigned First = 0;
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  const bool HasObject = Method && Method->isInstance();
  const Expr *Object = nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call)) {
    Object = Member->getImplicitObjectArgument();
  } else if (HasObject && isa<CXXOperatorCallExpr>(Call)) {
    Object = Call.getArg(0);
    First = 1;
  }
  if (Object && HasObject && !Method->isConst())
    Changed.push_back(Object);
  for (unsigned I = First; I < Call.getNumArgs(); ++I)
    if (const unsigned P = I - First; P < Callee->getNumParams()) {
      const QualType Type = Callee->getParamDecl(P)->getType();
      if ((Type->isLValueReferenceType() ||
           (WithRValues && Type->isRValueReferenceType())) &&
          !Type.getNonReferenceType().isConstQualified())
        Changed.push_back(Call.getArg(I));
    }
  return Changed;
}
