//===- AccessGuards.cpp - Conditions on the induction variable ------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AST/Containers.h"
#include "AST/Expressions.h"
#include "Analysis/Accesses/Accesses.h"
#include "Analysis/Expressions/Affine.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;
using namespace ompscan::plugin;

/// The guard that `Left Rel Right` is, if it is one.
std::optional<Guard> AccessCollector::compare(const Expr *Left,
                                              const Expr *Right,
                                              Relation Rel) const {
  auto Formula = [&](const Expr *E) -> std::optional<Affine> {
    if (!E)
      return Affine();
    if (!E->getType()->isIntegralOrUnscopedEnumerationType() || changes(E) ||
        Context.getTypeSize(E->getType()) > 64 || readsMemory(E, Context))
      return std::nullopt;
    return affine(E, Loop.IV.Var, Context);
  };
  const std::optional<Affine> A = Formula(Left), B = Formula(Right);
  Guard Result{Left, Right, Rel, 0, {}};
  int64_t Coefficient = 0;
  if (!A || !B || !A->Strides.empty() || !B->Strides.empty() ||
      llvm::SubOverflow(A->Coefficient, B->Coefficient, Coefficient) ||
      llvm::MulOverflow(Coefficient, Loop.IV.Step, Result.Stride))
    return std::nullopt;
  for (const Affine &Side : {*A, *B})
    for (NoWrap N : Side.NoWraps) {
      if (!N.Symbols.empty() ||
          llvm::MulOverflow(N.Stride, Loop.IV.Step, N.Stride))
        return std::nullopt;
      Result.NoWraps.push_back(N);
    }
  return Result;
}

/// Adds to \p Set what follows from \p E being \p Value.
void AccessCollector::collectGuards(const Expr *E, bool Value,
                                    GuardSet &Set) const {
  E = stripImplicit(E);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && Unary->getOpcode() == UO_LNot)
    return collectGuards(Unary->getSubExpr(), !Value, Set);
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (Binary && Binary->isLogicalOp()) {
    // Either side of a disjunction may be what holds.
    if ((Binary->getOpcode() == BO_LAnd) != Value) {
      Set.IsComplete = false;
      return;
    }
    collectGuards(Binary->getLHS(), Value, Set);
    collectGuards(Binary->getRHS(), Value, Set);
    return;
  }
  std::optional<Guard> Found;
  if (Binary && Binary->isComparisonOp()) {
    const BinaryOperatorKind Opcode =
        Value ? Binary->getOpcode()
              : BinaryOperator::negateComparisonOp(Binary->getOpcode());
    Found = compare(Binary->getLHS(), Binary->getRHS(),
                    Opcode == BO_LT   ? Relation::LT
                    : Opcode == BO_LE ? Relation::LE
                    : Opcode == BO_GT ? Relation::GT
                    : Opcode == BO_GE ? Relation::GE
                    : Opcode == BO_EQ ? Relation::EQ
                                      : Relation::NE);
  } else {
    Found = compare(E, nullptr, Value ? Relation::NE : Relation::EQ);
  }
  if (Found)
    Set.Guards.push_back(std::move(*Found));
  else
    Set.IsComplete = false;
}

void AccessCollector::pushCondition(const Expr *Condition, bool Value) {
  GuardSet Set;
  collectGuards(Condition, Value, Set);
  Conditions.push_back(std::move(Set));
}
