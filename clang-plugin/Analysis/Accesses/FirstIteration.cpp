//===- FirstIteration.cpp - What the first iteration evaluates ------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Accesses/FirstIteration.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "Analysis/Expressions/ImplicitCasts.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace ompscan::plugin;

/// The value of \p E in the first iteration; std::nullopt if it is not known.
std::optional<FirstIteration::Number>
FirstIteration::numberOf(const Expr *E) const {
  const Expr *Lower = stripWidening(IV.Lower, Context);
  E = stripWidening(E, Context);
  if (variableOf(E) == IV.Var)
    E = Lower;
  if (const std::optional<int64_t> Constant = constantValue(E, Context)) {
    // A negative one may be a large unsigned number.
    return *Constant < 0 ? std::nullopt
                         : std::optional(Number{false, *Constant});
  }
  // The body may store to memory; the variables of the bound do not change.
  return !readsMemory(Lower, Context) && sameExpression(E, Lower)
             ? std::optional(Number{true, 0})
             : std::nullopt;
}

std::optional<bool>
FirstIteration::holds(const BinaryOperator &Comparison) const {
  const std::optional<Number> Left = numberOf(Comparison.getLHS());
  const std::optional<Number> Right = numberOf(Comparison.getRHS());
  if (!Left || !Right || Left->IsLower != Right->IsLower)
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
  return First && !First->IsLower ? std::optional(First->Constant != 0)
                                  : std::nullopt;
}

/// Whether the first iteration may evaluate such an expression in \p Condition,
/// or in the branch that follows it. Branches may be null.
template <typename T>
bool FirstIteration::evaluatesBranch(const Expr &Condition, const T *Then,
                                     const T *Else, Predicate Is) const {
  const std::optional<bool> Known = holds(&Condition);
  return evaluates(Condition, Is) ||
         (Then && Known != false && evaluates(*Then, Is)) ||
         (Else && Known != true && evaluates(*Else, Is));
}

bool FirstIteration::evaluates(const Expr &E, Predicate Is) const {
  if (Is(&E))
    return true;
  if (const auto *Choice = dyn_cast<ConditionalOperator>(&E))
    return evaluatesBranch(*Choice->getCond(), Choice->getTrueExpr(),
                           Choice->getFalseExpr(), Is);
  const Expr *const None = nullptr;
  if (const auto *Binary = dyn_cast<BinaryOperator>(&E);
      Binary && Binary->isLogicalOp()) {
    const bool IsAnd = Binary->getOpcode() == BO_LAnd;
    const Expr *Right = Binary->getRHS();
    return evaluatesBranch(*Binary->getLHS(), IsAnd ? Right : None,
                           IsAnd ? None : Right, Is);
  }
  return llvm::any_of(childrenOf(&E), [&](const Stmt *Child) {
    if (const auto *Operand = dyn_cast<Expr>(Child))
      return evaluates(*Operand, Is);
    return anyNode(Child, [&](const Stmt *Node) {
      const auto *Inner = dyn_cast<Expr>(Node);
      return Inner && Is(Inner);
    });
  });
}

bool FirstIteration::evaluates(const nest::Statement &S, Predicate Is) const {
  if (const auto *If = dyn_cast<nest::If>(&S); If && If->head().isPlain())
    return evaluatesBranch(If->condition(), &If->thenBranch(), If->elseBranch(),
                           Is);
  bool IsFound = false;
  nest::forEachExpression(S,
                          [&](const Expr &E) { IsFound |= evaluates(E, Is); });
  nest::forEachChild(S, [&](const nest::Statement &Child) {
    IsFound |= evaluates(Child, Is);
  });
  return IsFound;
}
