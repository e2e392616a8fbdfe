//===- LoweringOperands.cpp - Literals and the like -----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Literals, what only the host's compiler knows, and expressions that stand
/// for another one.
///
//===----------------------------------------------------------------------===//

#include "Kernel/Lowering/LoweringExpr.h"

using namespace clang;
using namespace ompscan::plugin;

Piece ExprLowering::VisitIntegerLiteral(const IntegerLiteral *E) {
  bool IsUnsigned = E->getType()->isUnsignedIntegerType();
  return M.integer(llvm::APSInt(E->getValue(), IsUnsigned), E->getType(),
                   E->getLocation());
}

Piece ExprLowering::VisitCharacterLiteral(const CharacterLiteral *E) {
  return M.integer(Context.MakeIntValue(E->getValue(), E->getType()),
                   E->getType(), E->getLocation());
}

Piece ExprLowering::VisitFloatingLiteral(const FloatingLiteral *E) {
  return M.floating(E->getValue(), E->getType(), E->getLocation());
}

Piece ExprLowering::VisitStringLiteral(const StringLiteral *E) {
  return Piece(M.table(E), Space::Constant);
}

Piece ExprLowering::VisitCXXBoolLiteralExpr(const CXXBoolLiteralExpr *E) {
  return std::string(E->getValue() ? "1" : "0");
}

Piece ExprLowering::VisitCXXNullPtrLiteralExpr(const CXXNullPtrLiteralExpr *) {
  return std::string("0");
}

/// What only the host's compiler can know: sizes, offsets, traits.
Piece ExprLowering::folded(const Expr *E) {
  Expr::EvalResult Result;
  if (E->EvaluateAsRValue(Result, Context) && !Result.HasSideEffects)
    return M.initializer(Result.Val, E->getType(), E->getExprLoc());
  return VisitStmt(E);
}

Piece ExprLowering::VisitUnaryExprOrTypeTraitExpr(
    const UnaryExprOrTypeTraitExpr *E) {
  return folded(E);
}

Piece ExprLowering::VisitOffsetOfExpr(const OffsetOfExpr *E) {
  return folded(E);
}

Piece ExprLowering::VisitTypeTraitExpr(const TypeTraitExpr *E) {
  return folded(E);
}

Piece ExprLowering::VisitSizeOfPackExpr(const SizeOfPackExpr *E) {
  return folded(E);
}

Piece ExprLowering::VisitCXXNoexceptExpr(const CXXNoexceptExpr *E) {
  return folded(E);
}

Piece ExprLowering::VisitRequiresExpr(const RequiresExpr *E) {
  return folded(E);
}

Piece ExprLowering::VisitConceptSpecializationExpr(
    const ConceptSpecializationExpr *E) {
  return folded(E);
}

Piece ExprLowering::VisitSubstNonTypeTemplateParmExpr(
    const SubstNonTypeTemplateParmExpr *E) {
  return lower(E->getReplacement(), WantsLValue);
}

Piece ExprLowering::VisitGenericSelectionExpr(const GenericSelectionExpr *E) {
  return lower(E->getResultExpr(), WantsLValue);
}

Piece ExprLowering::VisitChooseExpr(const ChooseExpr *E) {
  return lower(E->getChosenSubExpr(), WantsLValue);
}

Piece ExprLowering::VisitCXXRewrittenBinaryOperator(
    const CXXRewrittenBinaryOperator *E) {
  return lower(E->getSemanticForm(), WantsLValue);
}

Piece ExprLowering::VisitCXXDefaultArgExpr(const CXXDefaultArgExpr *E) {
  return lower(E->getExpr(), WantsLValue);
}

Piece ExprLowering::VisitCXXBindTemporaryExpr(const CXXBindTemporaryExpr *E) {
  return lower(E->getSubExpr(), WantsLValue);
}

Piece ExprLowering::VisitCXXNewExpr(const CXXNewExpr *E) {
  M.refuse(E->getBeginLoc(), "'new'");
  return {};
}

Piece ExprLowering::VisitCXXDeleteExpr(const CXXDeleteExpr *E) {
  M.refuse(E->getBeginLoc(), "'delete'");
  return {};
}

Piece ExprLowering::VisitCXXThrowExpr(const CXXThrowExpr *E) {
  M.refuse(E->getThrowLoc(), "an exception");
  return {};
}

Piece ExprLowering::VisitCXXTypeidExpr(const CXXTypeidExpr *E) {
  M.refuse(E->getBeginLoc(), "'typeid'");
  return {};
}

Piece ExprLowering::VisitVAArgExpr(const VAArgExpr *E) {
  M.refuse(E->getBeginLoc(), "a variable argument");
  return {};
}

Piece ExprLowering::VisitAtomicExpr(const AtomicExpr *E) {
  M.refuse(E->getBeginLoc(), "an atomic operation");
  return {};
}
