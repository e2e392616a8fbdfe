//===- FirstIteration.cpp - What the first iteration evaluates ------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Accesses/FirstIteration.h"
#include "AST/Control.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "Analysis/Expressions/ImplicitCasts.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace ompscan::plugin;

/// The value of \p E in the first iteration.
std::optional<FirstIteration::Number>
FirstIteration::numberOf(const Expr *E) const {
  E = stripWidening(E, Context);
  if (variableOf(E) == IV.Var)
    E = stripWidening(IV.Lower, Context);
  const std::optional<int64_t> Constant = constantValue(E, Context);
  if (Constant && *Constant < 0) // It may be a large unsigned number.
    return std::nullopt;
  return Number{Constant ? nullptr : E, Constant.value_or(0)};
}

std::optional<bool>
FirstIteration::holds(const BinaryOperator &Comparison) const {
  const std::optional<Number> Left = numberOf(Comparison.getLHS());
  const std::optional<Number> Right = numberOf(Comparison.getRHS());
  if (!Left || !Right || !Left->Value != !Right->Value ||
      (Left->Value && !sameExpression(Left->Value, Right->Value)))
    return std::nullopt;
  switch (Comparison.getOpcode()) {
  case BO_LT:
    return Left->Constant < Right->Constant;
  case BO_GT:
    return Left->Constant > Right->Constant;
  case BO_LE:
    return Left->Constant <= Right->Constant;
  case BO_GE:
    return Left->Constant >= Right->Constant;
  case BO_EQ:
    return Left->Constant == Right->Constant;
  case BO_NE:
    return Left->Constant != Right->Constant;
  default:
    return std::nullopt;
  }
}

/// Whether \p Condition holds in the first iteration; std::nullopt if that is
/// not known.
std::optional<bool> FirstIteration::holds(const Expr *Condition) const {
  const Expr *E = stripTruthCasts(Condition, Context);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && Unary->getOpcode() == UO_LNot) {
    const std::optional<bool> Inner = holds(Unary->getSubExpr());
    return Inner ? std::optional(!*Inner) : std::nullopt;
  }
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (Binary && Binary->isLogicalOp()) {
    // Either operand decides if it has this value.
    const bool Decisive = Binary->getOpcode() == BO_LOr;
    const std::optional<bool> Left = holds(Binary->getLHS());
    const std::optional<bool> Right = holds(Binary->getRHS());
    if (Left == Decisive || Right == Decisive)
      return Decisive;
    return Left && Right ? std::optional(!Decisive) : std::nullopt;
  }
  if (Binary && Binary->isComparisonOp())
    return holds(*Binary);
  if (variableOf(stripWidening(E, Context)) != IV.Var)
    return std::nullopt;
  const std::optional<Number> First = numberOf(E);
  return First && !First->Value ? std::optional(First->Constant != 0)
                                : std::nullopt;
}

bool FirstIteration::evaluates(
    const Stmt *S, llvm::function_ref<bool(const Expr *)> Is) const {
  if (!S)
    return false;
  if (const auto *E = dyn_cast<Expr>(S); E && Is(E))
    return true;
  const auto OneOf = [&](const Expr *Condition, const Stmt *Then,
                         const Stmt *Else) {
    const std::optional<bool> Known = holds(Condition);
    return evaluates(Condition, Is) ||
           (Known != false && evaluates(Then, Is)) ||
           (Known != true && evaluates(Else, Is));
  };
  if (const auto *Choice = dyn_cast<ConditionalOperator>(S))
    return OneOf(Choice->getCond(), Choice->getTrueExpr(),
                 Choice->getFalseExpr());
  if (const auto *Binary = dyn_cast<BinaryOperator>(S);
      Binary && Binary->isLogicalOp())
    return Binary->getOpcode() == BO_LAnd
               ? OneOf(Binary->getLHS(), Binary->getRHS(), nullptr)
               : OneOf(Binary->getLHS(), nullptr, Binary->getRHS());
  if (const std::optional<Branches> If = branchesOf(S); If && If->IsPlain)
    return OneOf(If->Condition, If->Then, If->Else);
  return llvm::any_of(childrenOf(S),
                      [&](const Stmt *Child) { return evaluates(Child, Is); });
}
