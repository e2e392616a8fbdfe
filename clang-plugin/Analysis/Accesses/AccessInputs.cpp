//===- AccessInputs.cpp - What an expression reads ------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AST/Containers.h"
#include "AST/Expressions.h"
#include "Analysis/Accesses/Accesses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace ompscan::plugin;

bool AccessCollector::addScalar(const Expr *Key, const Expr *Value) {
  const QualType Type = Value->getType();
  if (Type.isVolatileQualified() || Type->isAtomicType()) {
    Diags.report(Value->getExprLoc(), Diag::err_volatile)
        << text(Value, Context);
    return false;
  }
  unsigned Number = 0;
  while (Number < Loop.Scalars.size() &&
         !sameExpression(Loop.Scalars[Number].Value, Value))
    ++Number;
  if (Number == Loop.Scalars.size())
    Loop.Scalars.push_back({text(Value, Context), Value,
                            Type.getNonReferenceType().getUnqualifiedType()});
  Loop.ScalarOf[Key] = Loop.ScalarOf[Value] = Number;
  return true;
}

bool AccessCollector::addChildren(const Expr *E, bool Guarded) {
  return llvm::all_of(E->children(), [&](const Stmt *Child) {
    const auto *Sub = dyn_cast_or_null<Expr>(Child);
    return !Sub || addInput(Sub, Guarded);
  });
}

/// The variable, member of a variable or of *this at the root of \p E, behind
/// any number of fields; null if \p E is something else.
static const Expr *memberRoot(const Expr *E) {
  while (const auto *Member = dyn_cast<MemberExpr>(E)) {
    if (!isa<FieldDecl>(Member->getMemberDecl()))
      return Member;
    E = stripImplicit(Member->getBase());
  }
  return E;
}

/// Records an operand that is evaluated only where \p Condition is \p Value.
bool AccessCollector::addOperand(const Expr *E, bool Guarded,
                                 const Expr *Condition, bool Value) {
  llvm::SaveAndRestore<bool> Conditional(InOperand, true);
  pushCondition(Condition, Value);
  const bool Valid = addInput(E, Guarded);
  popCondition();
  return Valid;
}

bool AccessCollector::addInput(const Expr *E, bool Guarded) {
  const Expr *Key = E->IgnoreParens();
  if (Intercept)
    if (const std::optional<bool> Done = Intercept(Key, Guarded))
      return *Done;
  E = strip(E);
  if (const Expr *Base = elementAccess(E, Context).Base;
      Base && !E->getType()->isArrayType()) {
    // An array that is filled for the scan is not read.
    if (const Fill *Filled = Loop.fillOf(Base)) {
      Loop.Computed[Key] = Loop.Computed[E] = Filled - Loop.Fills.begin();
      return addInput(Filled->Value, Guarded);
    }
    return addElement(E, AccessKind::Read, Guarded);
  }

  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Var || Loop.isInduction(Var) || E->isCXX11ConstantExpr(Context))
      return true; // An enumerator, a function, a constant.
    if (Var->getType().isVolatileQualified())
      return addScalar(Key, E);
    Expr::EvalResult Value;
    if (!Var->getType()->isReferenceType() &&
        Var->getType().isConstQualified() &&
        E->EvaluateAsRValue(Value, Context) && !Value.HasSideEffects)
      return true;
    if (isBitVector(E->getType())) {
      Diags.report(E->getExprLoc(), Diag::err_bits) << text(E, Context);
      return false;
    }
    if (isSequence(E->getType())) {
      Diags.report(E->getExprLoc(), Diag::err_operand) << text(E, Context);
      return false;
    }
    return addScalar(Key, E);
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    const Expr *Root = memberRoot(Member);
    if (elementAccess(Root, Context).Base || isa<ArraySubscriptExpr>(Root))
      return addInput(Root, Guarded);
    if (isa<DeclRefExpr, CXXThisExpr>(Root) &&
        isa<FieldDecl>(Member->getMemberDecl()) && !isSequence(E->getType()) &&
        !isBitVector(E->getType()))
      return addScalar(Key, E);
    Diags.report(E->getExprLoc(), Diag::err_operand) << text(E, Context);
    return false;
  }
  if (const Expr *Container = sizedContainer(E);
      Container && isFixed(Container) && !changes(Container))
    return addScalar(Key, E);
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
      Call && !addInput(Call->getImplicitObjectArgument(), Guarded))
    return false;
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return llvm::all_of(Call->arguments(), [&](const Expr *Argument) {
      return addInput(Argument, Guarded);
    });
  if (const auto *Conditional = dyn_cast<AbstractConditionalOperator>(E))
    return addInput(Conditional->getCond(), Guarded) &&
           addOperand(Conditional->getTrueExpr(), Guarded,
                      Conditional->getCond(), true) &&
           addOperand(Conditional->getFalseExpr(), Guarded,
                      Conditional->getCond(), false);
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (Binary->isAssignmentOp()) {
      Diags.report(Binary->getOperatorLoc(), Diag::err_side_effect);
      return false;
    }
    return addInput(Binary->getLHS(), Guarded) &&
           (Binary->isLogicalOp()
                ? addOperand(Binary->getRHS(), Guarded, Binary->getLHS(),
                             Binary->getOpcode() == BO_LAnd)
                : addInput(Binary->getRHS(), Guarded));
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    if (Unary->isIncrementDecrementOp()) {
      Diags.report(Unary->getOperatorLoc(), Diag::err_side_effect);
      return false;
    }
    if (Unary->getOpcode() == UO_AddrOf) {
      Diags.report(E->getExprLoc(), Diag::err_operand) << text(E, Context);
      return false;
    }
  }
  if (isa<CXXThisExpr, StmtExpr, LambdaExpr, CXXNewExpr, CXXDeleteExpr,
          CXXThrowExpr>(E)) {
    Diags.report(E->getExprLoc(), Diag::err_operand) << text(E, Context);
    return false;
  }
  if (isa<UnaryExprOrTypeTraitExpr>(E))
    return true;
  return addChildren(E, Guarded);
}
