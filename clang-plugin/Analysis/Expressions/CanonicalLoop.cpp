//===- CanonicalLoop.cpp - OpenMP's canonical loop form -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expressions/CanonicalLoop.h"
#include "AST/Expressions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

class InductionReader {
public:
  InductionReader(const ForStmt &For, const ASTContext &Context,
                  const Diagnostics &Diags)
      : For(For), Context(Context), Diags(Diags) {}

  std::optional<Induction> read() {
    if (!readInit() || !readStep() || !readCondition())
      return std::nullopt;
    return IV;
  }

  std::optional<VariableStep> readVariable() {
    MayVary = true;
    if (!readInit() || !readStep() || !Amount || !readCondition())
      return std::nullopt;
    // A loop that runs more than once steps towards its bound.
    IV.Step = IV.Rel == Relation::GT || IV.Rel == Relation::GE ? -1 : 1;
    return VariableStep{IV, Amount, IsSubtracted};
  }

private:
  bool isVar(const Expr *E) const {
    return isReferenceTo(stripImplicit(E), IV.Var);
  }

  bool readInit();
  bool readStep();
  bool readCondition();
  bool setStep(const Expr *Amount, bool Negative, SourceLocation Loc);

  const ForStmt &For;
  const ASTContext &Context;
  const Diagnostics &Diags;
  Induction IV;
  bool MayVary = false;
  /// The step, unless it is a constant.
  const Expr *Amount = nullptr;
  bool IsSubtracted = false;
};

} // namespace

bool InductionReader::readInit() {
  if (const VarDecl *Declared = variableDeclaredBy(For.getInit())) {
    IV.Var = Declared;
    IV.Lower = Declared->getInit();
  } else if (const auto *Init = dyn_cast_or_null<Expr>(For.getInit())) {
    const auto *Assign = dyn_cast<BinaryOperator>(strip(Init));
    if (Assign && Assign->getOpcode() == BO_Assign) {
      if (const auto *Ref = dyn_cast<DeclRefExpr>(strip(Assign->getLHS())))
        IV.Var = dyn_cast<VarDecl>(Ref->getDecl());
      IV.Lower = Assign->getRHS();
    }
  }
  if (!IV.Var || !IV.Lower)
    return Diags.report(For.getForLoc(), Diag::err_no_for);
  IV.Type = IV.Var->getType().getNonReferenceType().getUnqualifiedType();
  if (!IV.Type->isIntegerType() || IV.Type->isBooleanType() ||
      Context.getTypeSize(IV.Type) > 64)
    return Diags.report(IV.Var->getLocation(), Diag::err_induction_type)
           << IV.Type;
  return true;
}

bool InductionReader::setStep(const Expr *Amount, bool Negative,
                              SourceLocation Loc) {
  const std::optional<int64_t> Value = constantValue(Amount, Context);
  if (Value && llvm::isInt<63>(*Value)) {
    IV.Step = Negative ? -*Value : *Value;
    if (IV.Step != 0)
      return true;
  }
  if (MayVary && !Value && Amount->getType()->isIntegerType() &&
      !mentions(Amount, IV.Var)) {
    this->Amount = Amount;
    IsSubtracted = Negative;
    return true;
  }
  return Diags.report(Loc, Diag::err_step);
}

bool InductionReader::readStep() {
  const Expr *Inc = strip(For.getInc());
  if (const auto *Unary = dyn_cast<UnaryOperator>(Inc);
      Unary && Unary->isIncrementDecrementOp()) {
    IV.Step = Unary->isIncrementOp() ? 1 : -1;
    return true;
  }
  const auto *Binary = dyn_cast<BinaryOperator>(Inc);
  if (Binary && (Binary->getOpcode() == BO_AddAssign ||
                 Binary->getOpcode() == BO_SubAssign))
    return setStep(Binary->getRHS(), Binary->getOpcode() == BO_SubAssign,
                   Binary->getRHS()->getExprLoc());
  if (Binary && Binary->getOpcode() == BO_Assign) {
    const auto *Sum = dyn_cast<BinaryOperator>(stripImplicit(Binary->getRHS()));
    if (Sum && Sum->isAdditiveOp()) {
      const bool VarLeft = isVar(Sum->getLHS());
      return setStep(VarLeft ? Sum->getRHS() : Sum->getLHS(),
                     Sum->getOpcode() == BO_Sub, Sum->getExprLoc());
    }
  }
  return Diags.report(For.getInc()->getExprLoc(), Diag::err_step);
}

std::optional<BinaryOperatorKind>
ompscan::plugin::loopComparison(BinaryOperatorKind Op, bool Swapped) {
  if (Op != BO_NE && !BinaryOperator::isRelationalOp(Op))
    return std::nullopt;
  return Swapped ? BinaryOperator::reverseComparisonOp(Op) : Op;
}

bool InductionReader::readCondition() {
  const auto *Condition =
      For.getCond() ? dyn_cast<BinaryOperator>(strip(For.getCond())) : nullptr;
  std::optional<BinaryOperatorKind> Rel;
  if (Condition) {
    const bool Swapped = !isVar(Condition->getLHS());
    const Expr *Var = Swapped ? Condition->getRHS() : Condition->getLHS();
    IV.Bound = Swapped ? Condition->getLHS() : Condition->getRHS();
    if (mentions(IV.Bound, IV.Var))
      return false; // Clang has said so.
    if (isVar(Var))
      Rel = loopComparison(Condition->getOpcode(), Swapped);
  }
  if (!Rel || !IV.Bound->getType()->isIntegerType() ||
      Context.getTypeSize(IV.Bound->getType()) > 64)
    return Diags.report(For.getCond() ? For.getCond()->getExprLoc()
                                      : For.getForLoc(),
                        Diag::err_condition)
           << false << IV.Var;
  IV.Rel = relationOf(*Rel);
  IV.ComparedType = IV.Bound->getType().getUnqualifiedType();

  // `i <= max` always holds.
  const bool Upwards = IV.Rel == Relation::LE;
  Expr::EvalResult Result;
  if ((Upwards || IV.Rel == Relation::GE) &&
      IV.Bound->EvaluateAsInt(Result, Context)) {
    const unsigned Width = Context.getIntWidth(IV.Type);
    const bool Unsigned = IV.Type->isUnsignedIntegerOrEnumerationType();
    const llvm::APSInt Limit = Upwards
                                   ? llvm::APSInt::getMaxValue(Width, Unsigned)
                                   : llvm::APSInt::getMinValue(Width, Unsigned);
    if (llvm::APSInt::compareValues(Result.Val.getInt(), Limit) == 0)
      return Diags.report(IV.Bound->getExprLoc(), Diag::err_never_ends)
             << !Upwards << IV.Type;
  }
  return true;
}

std::optional<Induction>
ompscan::plugin::analyzeInduction(const ForStmt &For, const ASTContext &Context,
                                  const Diagnostics &Diags) {
  return InductionReader(For, Context, Diags).read();
}

std::optional<VariableStep>
ompscan::plugin::variableStep(const ForStmt &For, const ASTContext &Context,
                              const Diagnostics &Diags) {
  return InductionReader(For, Context, Diags).readVariable();
}
