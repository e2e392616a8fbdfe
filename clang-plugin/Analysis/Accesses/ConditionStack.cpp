//===- ConditionStack.cpp - Conditions around an access -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Accesses/ConditionStack.h"
#include "AST/Expressions.h"
#include "Analysis/Expressions/Affine.h"
#include "Analysis/Expressions/ImplicitCasts.h"
#include "clang/AST/ASTContext.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;
using namespace ompscan::plugin;

/// `Left Rel Right` as a guard, if it is one.
std::optional<Guard> ConditionStack::compare(const Expr *Left,
                                             const Expr *Right, Relation Rel,
                                             Predicate Changes) const {
  auto Formula = [&](const Expr *E) -> std::optional<Affine> {
    if (!E)
      return Affine();
    if (!E->getType()->isIntegralOrUnscopedEnumerationType() || Changes(E) ||
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

/// Adds to \p Set that \p E is \p Value, as the host can evaluate it.
void ConditionStack::addWritten(const Expr *E, bool Value, Predicate Changes,
                                GuardSet &Set) const {
  const bool VariesByRow =
      Loop.isBatch() && llvm::any_of(Loop.Outer, [&](const NestedLoop &Next) {
        return mentions(E, Next.IV.Var);
      });
  const bool IsKnown = E->getType()->isScalarType() && !VariesByRow &&
                       !Changes(E) && !readsMemory(E, Context) &&
                       !changesAnything(E);
  Set.Written.push_back({IsKnown ? E : nullptr, Value});
}

/// Adds to \p Set the guards that follow from \p E being \p Value.
void ConditionStack::collectGuards(const Expr *E, bool Value, Predicate Changes,
                                   GuardSet &Set) const {
  const Expr *Written = E;
  E = stripTruthCasts(E, Context);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && Unary->getOpcode() == UO_LNot)
    return collectGuards(Unary->getSubExpr(), !Value, Changes, Set);
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (Binary && Binary->isLogicalOp()) {
    // Either operand of a disjunction may hold.
    if ((Binary->getOpcode() == BO_LAnd) != Value) {
      Set.IsComplete = false;
      addWritten(Written, Value, Changes, Set);
      return;
    }
    collectGuards(Binary->getLHS(), Value, Changes, Set);
    collectGuards(Binary->getRHS(), Value, Changes, Set);
    return;
  }
  std::optional<Guard> Found;
  if (Binary && Binary->isComparisonOp()) {
    const BinaryOperatorKind Opcode =
        Value ? Binary->getOpcode()
              : BinaryOperator::negateComparisonOp(Binary->getOpcode());
    Found = compare(Binary->getLHS(), Binary->getRHS(), relationOf(Opcode),
                    Changes);
  } else {
    Found = compare(E, nullptr, Value ? Relation::NE : Relation::EQ, Changes);
  }
  if (Found) {
    for (const Expr *Side : {Found->Left, Found->Right})
      if (Side && !isAlwaysDefined(Side, Context)) {
        Set.Operands.push_back(readOf(Side, /*Guarded=*/false));
        addTo(Set.Operands.back(), Set, Context);
      }
    Set.Guards.push_back(std::move(*Found));
  } else {
    Set.IsComplete = false;
  }
  addWritten(Written, Value, Changes, Set);
}

llvm::SmallVector<GuardedRead, 0>
ConditionStack::push(const Expr *Condition, bool Value, Predicate Changes) {
  GuardSet Set;
  collectGuards(Condition, Value, Changes, Set);
  llvm::SmallVector<GuardedRead, 0> Operands = std::move(Set.Operands);
  Conditions.push_back(std::move(Set));
  return Operands;
}

/// Adds the conditions of \p Set to those of \p Read.
void ConditionStack::addTo(GuardedRead &Read, const GuardSet &Set,
                           const ASTContext &Context) {
  for (const GuardedRead::Condition &C : Set.Written)
    // An expression behind an unknown condition may be defined only where that
    // holds.
    if (C.Value && (Read.IsComplete || isAlwaysDefined(C.Value, Context)))
      Read.Conditions.push_back(C);
    else
      Read.IsComplete = false;
}

GuardedRead ConditionStack::readOf(const Expr *Value, bool Guarded) const {
  GuardedRead Read{Value, {}, true};
  for (const GuardSet &Set : Conditions)
    addTo(Read, Set, Context);
  Read.IsComplete &= !Guarded;
  return Read;
}
