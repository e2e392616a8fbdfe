//===- BodyUpdates.cpp - The updates in a body ----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AST/Assignments.h"
#include "AST/Expressions.h"
#include "Analysis/Expressions/Combination.h"
#include "Analysis/Scan/BodyReader.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace ompscan::plugin;

bool BodyReader::addUpdate(unsigned Number, Update U, SourceLocation Loc) {
  Item &Target = Loop.Items[Number];
  if (LoopDepth != 0 && !Target.isList()) {
    Diags.report(Loc, Diag::err_update_place) << Target.Name << 0;
    return false;
  }
  if (Accesses.isInOperand()) {
    Diags.report(Loc, Diag::err_update_place) << Target.Name << 1;
    return false;
  }
  if (DependentGuards != 0) {
    Diags.report(Loc, Diag::err_depends) << 1;
    return false;
  }
  if (Counts[Number].Most != 0 && !Target.isList()) {
    Diags.report(Loc, Diag::err_update_again) << Target.Name;
    return false;
  }
  if (bool Depends = false; U.Index && !readExpr(U.Index, Depends)) {
    return false;
  } else if (Depends) {
    Diags.report(U.Index->getExprLoc(), Diag::err_depends) << 0;
    return false;
  }
  for (const Term &T : U.Input) {
    bool Depends = false;
    if (!readExpr(T.Value, Depends))
      return false;
    if (Depends) {
      Diags.report(T.Value->getExprLoc(), Diag::err_depends) << 0;
      return false;
    }
  }
  if (U.Input.empty()) {
    Diags.report(Loc, Diag::err_no_input) << Target.Name;
    return false;
  }
  // Any number of accumulators of a list, and often, and in some iterations
  // none.
  Counts[Number] = {Target.isList() ? 0u : 1u, Counts[Number].Most + 1};
  UpdateGuards[Number] = Guards;
  Done.Output = true;
  // The bodies of inner loops are walked several times.
  const auto *Known = llvm::find_if(
      Target.Updates, [&](const Update &Old) { return Old.Node == U.Node; });
  Done.Updates.push_back(
      {Number, static_cast<unsigned>(Known - Target.Updates.begin())});
  if (Known == Target.Updates.end())
    Target.Updates.push_back(std::move(U));
  ExprDepends = true;
  return true;
}

/// An update by \p Node of \p Place, which is the item \p Number or one of its
/// accumulators.
bool BodyReader::updateScalar(const Expr *Node, const Expr *Place,
                              unsigned Number) {
  Item &Target = Loop.Items[Number];
  auto IsBefore = [&](const Expr *E) { return isSameAccumulator(E, Place); };
  CombinationReader Reader(Target, IsBefore, Context, Diags);
  Update U;
  U.Node = Node;
  if (Target.isList()) {
    U.Index = elementAccess(Place, Context).Index;
    if (!checkListed(Place, Number))
      return false;
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(Node)) {
    if (Target.Op != Operator::Add)
      return Reader.reportOperator(
          Unary->getOperatorLoc(),
          UnaryOperator::getOpcodeStr(Unary->getOpcode()));
    U.YieldsOld = Unary->isPostfix();
    auto *One = IntegerLiteral::Create(
        Context, llvm::APInt(Context.getIntWidth(Context.IntTy), 1),
        Context.IntTy, Unary->getOperatorLoc());
    U.Input.push_back({One, Unary->isDecrementOp()});
  } else if (const auto *Compound = dyn_cast<CompoundAssignOperator>(Node);
             Compound && !Target.Declared) {
    if (!Reader.readCompound(*Compound, U))
      return false;
  } else if (Compound) {
    if (!Reader.readCombiner(Node, IsBefore, U))
      return false;
  } else if (!Reader.readValue(plainAssignment(Node).Value, U)) {
    return false;
  }
  return addUpdate(Number, std::move(U), Node->getExprLoc());
}

bool BodyReader::updateArray(const Expr *Node, const Expr *Target,
                             unsigned Number) {
  Item &Stored = Loop.Items[Number];
  Recurrence &Array = Arrays[Number];
  const auto *Compound = dyn_cast<CompoundAssignOperator>(Node);
  const Expr *Value =
      Compound ? Compound->getRHS() : plainAssignment(Node).Value;
  if (!Value) {
    Diags.report(Node->getExprLoc(), Diag::err_statement) << Stored.Name;
    return false;
  }
  if (Counts[Number].Most != 0) {
    Diags.report(Node->getExprLoc(), Diag::err_update_again) << Stored.Name;
    return false;
  }
  if (!Array.setStore(Target) || !Array.checkReads(Value) ||
      !Array.requirePrevious(Value->getExprLoc()))
    return false;
  auto IsBefore = [&](const Expr *E) {
    return Array.role(E) == Role::Previous;
  };
  CombinationReader Reader(Stored, IsBefore, Context, Diags);
  Update U;
  U.Node = Node;
  if (!(Compound ? Reader.readInPlace(*Compound, U)
                 : Reader.readValue(Value, U)))
    return false;
  return addUpdate(Number, std::move(U), Node->getExprLoc());
}

/// `if (x < s) s = x;`, where s is an item of operator min.
std::optional<bool> BodyReader::updateByIf(const IfStmt &If) {
  const Stmt *Then = If.getThen();
  while (const auto *Compound = dyn_cast<CompoundStmt>(Then)) {
    if (Compound->size() != 1)
      return std::nullopt;
    Then = Compound->body_front();
  }
  const auto *E = dyn_cast<Expr>(Then);
  if (!E || If.getElse() || If.hasInitStorage() || If.hasVarStorage())
    return std::nullopt;
  const Assignment Plain = plainAssignment(E);
  const std::optional<unsigned> Number =
      Plain.Target ? accumulator(Plain.Target) : std::nullopt;
  if (!Number)
    return std::nullopt;
  Item &Target = Loop.Items[*Number];
  auto IsBefore = [&](const Expr *Sub) {
    return isSameAccumulator(Sub, Plain.Target);
  };
  if (!anyOf(If.getCond(), IsBefore))
    return std::nullopt;
  CombinationReader Reader(Target, IsBefore, Context, Diags);
  if (!Reader.isMinMax())
    return Reader.reportOperator(If.getIfLoc(), "if");
  Update U;
  U.Node = &If;
  if (Target.isList()) {
    U.Index = elementAccess(strip(Plain.Target), Context).Index;
    if (!checkListed(strip(Plain.Target), *Number))
      return false;
  }
  if (!Reader.readChoice(If.getCond(), Plain.Value, Plain.Target, U))
    return false;
  return addUpdate(*Number, std::move(U), If.getIfLoc()) && finish(&If);
}
