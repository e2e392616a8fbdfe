//===- FusionFills.cpp - What a scan fills for another loop ---------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AST/CopyExpr.h"
#include "AST/Expressions.h"
#include "Analysis/Fusion/Fuser.h"
#include "Analysis/Liveness/OtherUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace ompscan::plugin;

/// How many elements the first loop may store beside each end of what the scan
/// reads: one iteration of the scan stores them.
static constexpr int64_t MostBeside = 2;

Expr *Fuser::integer(int64_t N, QualType Type) const {
  return IntegerLiteral::Create(
      Context, llvm::APInt(Context.getIntWidth(Type), N, /*isSigned=*/true),
      Type, FirstFor->getForLoc());
}

Expr *Fuser::binary(BinaryOperatorKind Op, Expr *Left, Expr *Right,
                    QualType Type) const {
  return BinaryOperator::Create(Context, Left, Right, Op, Type, VK_PRValue,
                                OK_Ordinary, FirstFor->getForLoc(),
                                FPOptionsOverride());
}

/// \p E, which stores or is stored to array \p Number of those that the first
/// loop fills, with \p At in place of its variable and with what it has stored
/// to the arrays before in place of their elements.
Expr *Fuser::atIndex(const Expr *E, Expr *At, size_t Number) const {
  bool Fails = false;
  auto Replace = [&](const Expr *Sub) -> Expr * {
    const auto *Load = dyn_cast<ImplicitCastExpr>(Sub);
    if (!Load || Load->getCastKind() != CK_LValueToRValue)
      return nullptr;
    const Expr *Place = Load->getSubExpr()->IgnoreParens();
    const Expr *Base = elementAccess(Place, Context).Base;
    const auto *Ref = dyn_cast<DeclRefExpr>(Place);
    Expr *Value = nullptr;
    if (Ref &&
        Ref->getDecl()->getCanonicalDecl() == FirstIV.Var->getCanonicalDecl())
      Value = At;
    for (const auto &[Other, F] : llvm::enumerate(All))
      if (Base && sameExpression(F.Base, Base)) {
        Value = Other < Number && sameExpression(Place, F.Target)
                    ? atIndex(F.Value, At, Other)
                    : nullptr;
        Fails |= !Value;
      }
    return Value ? new (Context)
                       ParenExpr(Sub->getExprLoc(), Sub->getExprLoc(), Value)
                 : nullptr;
  };
  Expr *Result = copyExpr(E, Replace, Context);
  return Fails ? nullptr : Result;
}

/// The subscript \p Distance behind the one at which the scan reads.
Expr *Fuser::besideIndex(int64_t Distance) const {
  auto *At = const_cast<Expr *>(Index);
  if (Distance == 0)
    return At;
  return binary(Distance < 0 ? BO_Sub : BO_Add, At,
                integer(std::abs(Distance), Index->getType()),
                Index->getType());
}

/// \p E with the first value of the scan's variable.
Expr *Fuser::startsWith(const Expr *E) const {
  return copyExpr(
      E,
      [&](const Expr *Sub) -> Expr * {
        const auto *Load = dyn_cast<ImplicitCastExpr>(Sub);
        if (!Load || Load->getCastKind() != CK_LValueToRValue)
          return nullptr;
        const auto *Ref =
            dyn_cast<DeclRefExpr>(Load->getSubExpr()->IgnoreParens());
        return Ref && Ref->getDecl()->getCanonicalDecl() ==
                           IV.Var->getCanonicalDecl()
                   ? new (Context)
                         ParenExpr(Sub->getExprLoc(), Sub->getExprLoc(),
                                   const_cast<Expr *>(IV.Lower))
                   : nullptr;
      },
      Context);
}

/// Adds what the scan computes of array \p Number and, unless nothing else
/// reads it, what it stores.
bool Fuser::addFill(size_t Number) {
  const Filled &F = All[Number];
  Fill New;
  New.Base = F.Base;
  New.Type = F.Target->getType().getUnqualifiedType();
  New.Value = atIndex(F.Value, besideIndex(0), Number);
  if (!New.Value)
    return refuse(F.Value->getExprLoc(), Why::Body);
  if (!isUsedNowhereElse(F.Base, *First.Outer, *Second.Outer, Context)) {
    if (Before > MostBeside || Behind > MostBeside)
      return refuse(FirstFor->getForLoc(), Why::Bounds);
    const auto *Condition = cast<BinaryOperator>(strip(For->getCond()));
    const QualType Bool = Condition->getType();
    for (int64_t Distance = -Before; Distance <= Behind; ++Distance) {
      Expr *Guard = nullptr;
      if (Distance != 0) {
        // `i == lower`, or `i == bound - 1`, as the loop compares them.
        const bool IsLeft = Condition->getRHS() == IV.Bound;
        Expr *Var = IsLeft ? Condition->getLHS() : Condition->getRHS();
        auto *End = const_cast<Expr *>(IV.Bound);
        if (Distance < 0)
          End = startsWith(Var);
        else if (IV.Rel != Relation::LE)
          End =
              binary(BO_Sub, End, integer(1, IV.ComparedType), IV.ComparedType);
        Guard = End ? binary(BO_EQ, Var, End, Bool) : nullptr;
        if (!Guard)
          return refuse(For->getForLoc(), Why::Bounds);
      }
      Expr *At = besideIndex(Distance);
      Expr *Target = atIndex(F.Target, At, Number);
      Expr *Value = Distance == 0 ? const_cast<Expr *>(New.Value)
                                  : atIndex(F.Value, At, Number);
      if (!Target || !Value)
        return refuse(F.Value->getExprLoc(), Why::Body);
      New.Stores.push_back({Target, Value, Guard});
    }
  }
  Said->Fills.push_back(std::move(New));
  return true;
}
