//===- InnerLoops.cpp - Loops in an iteration ---------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expressions/InnerLoops.h"
#include "AST/Expressions.h"
#include "Analysis/Expressions/Affine.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace ompscan::plugin;

/// The value of \p E where \p Var is \p N, if it is a formula of \p Var.
static std::optional<llvm::APSInt> valueAt(const Expr *E, const VarDecl *Var,
                                           const llvm::APSInt &N,
                                           const ASTContext &Context) {
  const std::optional<Affine> Formula = affine(E, Var, Context);
  if (!Formula || !Formula->Strides.empty() || !Formula->Symbols.empty())
    return std::nullopt;
  const auto Wide = [](int64_t Value) {
    return llvm::APSInt(llvm::APInt(256, Value, /*isSigned=*/true),
                        /*isUnsigned=*/false);
  };
  const llvm::APSInt At(N.extend(256), /*isUnsigned=*/false);
  // Of other formulas the values that wrap around are not known here.
  const bool IsVar = Formula->Coefficient == 1 && Formula->Constant == 0;
  if (!llvm::all_of(Formula->NoWraps, [&](const NoWrap &Each) {
        return IsVar && !At.isNegative() && At.getActiveBits() <= Each.Bits;
      }))
    return std::nullopt;
  return At * Wide(Formula->Coefficient) + Wide(Formula->Constant);
}

bool ompscan::plugin::runsAtLeastOnce(const nest::InnerLoop &Inner,
                                      const ASTContext &Context) {
  const nest::Head &H = Inner.head();
  const VarDecl *Var = H.Init ? variableDeclaredBy(H.Init->source()) : nullptr;
  const auto *Condition =
      H.Condition ? dyn_cast<BinaryOperator>(stripImplicit(H.Condition))
                  : nullptr;
  const auto LeavesEarly = [](const nest::Statement &S) {
    const auto *Jump = dyn_cast<nest::Jump>(&S);
    return Jump && Jump->isInLoop();
  };
  if (!Var || !Var->getInit() || !Condition || !Condition->isRelationalOp() ||
      nest::anyStatement(Inner.body(), LeavesEarly))
    return false;
  Expr::EvalResult Begin, Bound;
  if (!Var->getInit()->EvaluateAsInt(Begin, Context) ||
      !Condition->getRHS()->EvaluateAsInt(Bound, Context))
    return false;
  const std::optional<llvm::APSInt> First =
      valueAt(Condition->getLHS(), Var, Begin.Val.getInt(), Context);
  if (!First)
    return false;
  const int Order = llvm::APSInt::compareValues(*First, Bound.Val.getInt());
  switch (Condition->getOpcode()) {
  case BO_LT:
    return Order < 0;
  case BO_LE:
    return Order <= 0;
  case BO_GT:
    return Order > 0;
  default:
    return Order >= 0;
  }
}
