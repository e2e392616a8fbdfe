//===- ScanLoop.cpp - Description of one scan loop ------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Model/ScanLoop.h"
#include "AST/Containers.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace ompscan::plugin;

llvm::ArrayRef<NestedLoop> ScanLoop::countedLoops() const {
  if (const ParallelLoop *Parallel = parallel())
    return Parallel->Nested;
  return isBatch() ? llvm::ArrayRef<NestedLoop>(Outer)
                   : llvm::ArrayRef<NestedLoop>();
}

const StatementFacts &ScanLoop::factsOf(const nest::Statement &S) const {
  static const StatementFacts None;
  const auto Found = Facts.find(&S);
  return Found == Facts.end() ? None : Found->second;
}

const UpdateRef *ScanLoop::updateAt(const nest::Statement &S) const {
  if (const Expr *E = S.expression())
    return Meanings.find<UpdateRef>(strip(E));
  // No other `if` makes an update itself.
  const auto &Updates = factsOf(S).Updates;
  return isa<nest::If>(&S) && !Updates.empty() ? &Updates.front() : nullptr;
}

bool ScanLoop::isInduction(const VarDecl *Var) const {
  const VarDecl *Canonical = Var->getCanonicalDecl();
  return IV.Var->getCanonicalDecl() == Canonical ||
         (isBatch() && llvm::any_of(Outer, [&](const NestedLoop &Next) {
            return Next.IV.Var->getCanonicalDecl() == Canonical;
          }));
}

bool Induction::evaluates(const Expr *E) const {
  return plugin::evaluates(Lower, E) || plugin::evaluates(Bound, E);
}

bool ScanLoop::mentionsInduction(const Expr *E) const {
  return anyOf(E, [this](const Expr *Sub) {
    const VarDecl *Var = variableOf(Sub);
    return Var && isInduction(Var);
  });
}

/// Whether \p E has the same value in every iteration of \p Loop: it consists
/// of literals, and of scalars that the loop does not change.
static bool isSteady(const Expr *E, const ScanLoop &Loop) {
  E = strip(E);
  if (Loop.Meanings.find<ScalarValue>(E) ||
      isa<IntegerLiteral, FloatingLiteral>(E))
    return true;
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  return ((Unary && Unary->isArithmeticOp()) ||
          (Binary &&
           (Binary->isMultiplicativeOp() || Binary->isAdditiveOp())) ||
          isa<CastExpr>(E)) &&
         llvm::all_of(operands(E), [&Loop](const Expr *Operand) {
           return isSteady(Operand, Loop);
         });
}

bool ScanLoop::runsAllUpdates(const Item &I) const {
  size_t Count = 0;
  for (const nest::Statement *St : nest::sequence(body()))
    if (St->expression() || isa<nest::Declaration>(St))
      Count += llvm::count_if(factsOf(*St).Updates, [&](const UpdateRef &Ref) {
        return &Items[Ref.Item] == &I;
      });
  return Count == I.Updates.size();
}

bool ScanLoop::hasSteadyFactors(const Item &I) const {
  const auto Keeps = [this](const Update &U, const FunctionNode &Node) {
    switch (Node.Kind) {
    case FunctionKind::Multiply:
    case FunctionKind::Divide: {
      const bool OnLeft = U.usesBefore(Node.Left);
      if (OnLeft == U.usesBefore(Node.Right))
        return true;
      const FunctionNode &Factor = U.Function[OnLeft ? Node.Right : Node.Left];
      return Factor.Kind == FunctionKind::Input &&
             isSteady(U.Input[Factor.Term].Value, *this);
    }
    case FunctionKind::Choose:
      return false;
    default:
      return true;
    }
  };
  return (!I.isSystem() || runsAllUpdates(I)) &&
         llvm::all_of(I.Updates, [&](const Update &U) {
           return llvm::all_of(U.Function, [&](const FunctionNode &Node) {
             return Keeps(U, Node);
           });
         });
}

bool ScanLoop::isFold() const {
  return Body && !isBatch() &&
         llvm::none_of(Arrays,
                       [](const ArrayUse &A) { return A.isStored(); }) &&
         llvm::all_of(Fills, [](const Fill &F) { return F.Stores.empty(); });
}

const Fill *ScanLoop::fillOf(const Expr *Base) const {
  const auto *Found = llvm::find_if(
      Fills, [&](const Fill &F) { return sameExpression(F.Base, Base); });
  return Found == Fills.end() ? nullptr : Found;
}

const Item *ScanLoop::scalarItem(const Expr *E) const {
  E = strip(E);
  if (!isa<DeclRefExpr, MemberExpr>(E))
    return nullptr;
  const auto *Found =
      llvm::find_if(Items, [E](const Item &I) { return I.rowOf(E) != 0; });
  return Found == Items.end() ? nullptr : Found;
}

const Item *ScanLoop::listItem(const Expr *E, const ASTContext &Context) const {
  if (llvm::none_of(Items, [](const Item &I) { return I.isList(); }))
    return nullptr;
  const Expr *Base = elementAccess(strip(E), Context).Base;
  const auto *Found = llvm::find_if(Items, [&](const Item &I) {
    return Base && I.isList() && sameExpression(I.Base, Base);
  });
  return Found == Items.end() ? nullptr : Found;
}
