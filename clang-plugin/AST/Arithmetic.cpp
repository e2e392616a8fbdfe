//===- Arithmetic.cpp - What options say of arithmetic --------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AST/Arithmetic.h"
#include "AST/ComplexNumbers.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;
using namespace ompscan::plugin;

bool ompscan::plugin::mayOverflow(BinaryOperatorKind Op, QualType T) {
  if (BinaryOperator::isCompoundAssignmentOp(Op))
    Op = BinaryOperator::getOpForCompoundAssignment(Op);
  return (Op == BO_Add || Op == BO_Sub || Op == BO_Mul) &&
         T->isSignedIntegerOrEnumerationType();
}

/// The width of a signed type that has every value of \p E, if no part of \p E
/// overflows.
static unsigned signedBits(const Expr *E, const ASTContext &Context) {
  if (const std::optional<int64_t> Constant = constantValue(E, Context)) {
    unsigned Bits = 1;
    while (!llvm::isIntN(Bits, *Constant))
      ++Bits;
    return Bits;
  }
  const Expr *Inner = E->IgnoreParenImpCasts();
  if (!Inner->getType()->isIntegralOrUnscopedEnumerationType())
    Inner = E;
  const unsigned Own = Context.getIntWidth(Inner->getType()) +
                       Inner->getType()->isUnsignedIntegerOrEnumerationType();
  const auto *Binary = dyn_cast<BinaryOperator>(Inner);
  if (!Binary || Binary->isAssignmentOp() ||
      !mayOverflow(Binary->getOpcode(), Inner->getType()))
    return Own;
  const unsigned Left = signedBits(Binary->getLHS(), Context);
  const unsigned Right = signedBits(Binary->getRHS(), Context);
  return std::min(Own, Binary->getOpcode() == BO_Mul
                           ? Left + Right
                           : std::max(Left, Right) + 1);
}

/// Whether the operands of \p E have types so narrow that \p E stays in the
/// range of \p Computed.
static bool isInRange(const BinaryOperator &E, QualType Computed,
                      const ASTContext &Context) {
  const unsigned Left = signedBits(E.getLHS(), Context);
  const unsigned Right = signedBits(E.getRHS(), Context);
  const bool IsProduct =
      E.getOpcode() == BO_Mul || E.getOpcode() == BO_MulAssign;
  return (IsProduct ? Left + Right : std::max(Left, Right) + 1) <=
         Context.getIntWidth(Computed);
}

/// Whether \p E ends the program if it overflows.
static bool traps(const Expr &E, const ASTContext &Context) {
  if (Context.getLangOpts().getSignedOverflowBehavior() !=
          LangOptions::SOB_Trapping ||
      constantValue(&E, Context))
    return false;
  if (const auto *Compound = dyn_cast<CompoundAssignOperator>(&E))
    return mayOverflow(Compound->getOpcode(),
                       Compound->getComputationResultType()) &&
           !isInRange(*Compound, Compound->getComputationResultType(), Context);
  if (const auto *Binary = dyn_cast<BinaryOperator>(&E))
    return mayOverflow(Binary->getOpcode(), E.getType()) &&
           !isInRange(*Binary, E.getType(), Context);
  const auto *Unary = dyn_cast<UnaryOperator>(&E);
  return Unary && Unary->canOverflow() &&
         E.getType()->isSignedIntegerOrEnumerationType() &&
         (Unary->getOpcode() == UO_Minus || Unary->isIncrementDecrementOp());
}

namespace {
/// How \p E uses floating-point numbers.
enum class Floating {
  None,
  Exact,  ///< It may raise an exception.
  Rounded ///< It may also round.
};
} // namespace

/// Whether the type \p To has every value of the type of \p E, or the constant
/// \p E.
static bool isExact(const Expr &E, QualType To, const ASTContext &Context) {
  const QualType From = E.getType();
  if (From->isFloatingType())
    return Context.getFloatingTypeOrder(From, To) <= 0;
  if (const auto *Complex = To->getAs<ComplexType>())
    To = Complex->getElementType();
  const unsigned Bits =
      llvm::APFloat::semanticsPrecision(Context.getFloatTypeSemantics(To));
  const std::optional<int64_t> Constant = constantValue(&E, Context);
  return Context.getIntWidth(From) <= Bits ||
         (Constant && llvm::isIntN(Bits, *Constant));
}

static Floating floatingOf(const Expr &E, const ASTContext &Context) {
  const auto Floats = [](const Expr &Operand) {
    const QualType T = Operand.getType();
    return T->hasFloatingRepresentation() || !complexPart(T).isNull();
  };
  if (const auto *Binary = dyn_cast<BinaryOperator>(&E)) {
    if (!Floats(*Binary->getLHS()) || Binary->getOpcode() == BO_Assign ||
        Binary->getOpcode() == BO_Comma || Binary->isLogicalOp())
      return Floating::None;
    return Binary->isComparisonOp() ? Floating::Exact : Floating::Rounded;
  }
  if (const auto *Cast = dyn_cast<CastExpr>(&E))
    switch (Cast->getCastKind()) {
    case CK_IntegralToFloating:
    case CK_FloatingCast:
      return isExact(*Cast->getSubExpr(), Cast->getType(), Context)
                 ? Floating::None
                 : Floating::Rounded;
    case CK_FloatingToIntegral:
      return Floating::Exact;
    default:
      return Floating::None;
    }
  if (const auto *Unary = dyn_cast<UnaryOperator>(&E))
    return Unary->isIncrementDecrementOp() && Floats(E) ? Floating::Rounded
                                                        : Floating::None;
  const auto *Call = dyn_cast<CallExpr>(&E);
  return Call && Call->getBuiltinCallee() != 0 && Floats(E) ? Floating::Rounded
                                                            : Floating::None;
}

/// Whether the environment matters to \p Kind, under \p Features.
static bool dependsOnEnvironment(Floating Kind, const FPOptions &Features) {
  return Kind == Floating::Rounded
             ? Features.isFPConstrained()
             : Features.getAllowFEnvAccess() ||
                   Features.getExceptionMode() != LangOptions::FPE_Ignore;
}

/// Whether \p E is never evaluated.
static bool isUnevaluated(const Stmt &S) {
  return isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, CXXTypeidExpr>(S);
}

ArithmeticRules ompscan::plugin::rulesOf(const Expr &E, bool IsPlace,
                                         const ASTContext &Context) {
  ArithmeticRules Result;
  if (E.isInstantiationDependent())
    return Result;
  if (!IsPlace && traps(E, Context))
    Result.Trapping = &E;
  const Floating Kind = floatingOf(E, Context);
  if (Kind == Floating::None)
    return Result;
  const FPOptions Features = E.getFPFeaturesInEffect(Context.getLangOpts());
  if (dependsOnEnvironment(Kind, Features))
    Result.OnEnvironment = &E;
  if (isa<BinaryOperator>(E) && !cast<BinaryOperator>(E).isComparisonOp() &&
      Features.getFPContractMode() == LangOptions::FPM_Off)
    Result.Uncontracted = &E;
  return Result;
}

static void add(const Stmt *Code, bool IsPlace, const ASTContext &Context,
                ArithmeticRules &To) {
  if (isUnevaluated(*Code))
    return;
  const auto *E = dyn_cast<Expr>(Code);
  if (E) {
    const ArithmeticRules Own = rulesOf(*E, IsPlace, Context);
    for (const auto Member :
         {&ArithmeticRules::Trapping, &ArithmeticRules::OnEnvironment,
          &ArithmeticRules::Uncontracted})
      if (!(To.*Member))
        To.*Member = Own.*Member;
  }
  const Stmt *Place = nullptr;
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(Code))
    Place = Element->getIdx();
  else if (const auto *For = dyn_cast<ForStmt>(Code))
    Place = For->getInc();
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(Code);
  IsPlace |= (Call && Call->getOperator() == OO_Subscript) ||
             (E && isa<BinaryOperator>(E) && E->getType()->isPointerType());
  for (const Stmt *Child : childrenOf(Code))
    add(Child, IsPlace || Child == Place, Context, To);
}

ArithmeticRules ompscan::plugin::rulesIn(const Stmt *Code,
                                         const ASTContext &Context) {
  ArithmeticRules Result;
  add(Code, /*IsPlace=*/false, Context, Result);
  return Result;
}
