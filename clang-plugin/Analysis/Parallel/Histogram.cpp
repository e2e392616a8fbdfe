//===- Histogram.cpp - Lists that iterations only count in ----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Parallel/Histogram.h"
#include "AST/Expressions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace ompscan::plugin;

/// What a work-item keeps for itself beside the lists has this size at most.
static constexpr uint64_t MostScalarBytes = 8;

/// Whether devices update accumulators of \p I by one operation, whatever order
/// they come in.
static bool hasAtomic(const Item &I, const ASTContext &Context) {
  return !traits(I.Op).Atomic.empty() && I.Type->isIntegerType() &&
         Context.getTypeSize(I.Type) == 32;
}

/// Notes the update of an accumulator that \p E, whose value nobody uses, is.
static void addPut(ScanLoop &Loop, const Expr *E) {
  const Expr *Node = strip(E);
  const Expr *Target = nullptr;
  HistogramUpdate New;
  if (const auto *Unary = dyn_cast<UnaryOperator>(Node);
      Unary && Unary->isIncrementDecrementOp()) {
    Target = Unary->getSubExpr();
    New.IsNegated = Unary->isDecrementOp();
  } else if (const auto *Binary = dyn_cast<CompoundAssignOperator>(Node);
             Binary && Binary->getRHS()->getType()->isIntegerType()) {
    Target = Binary->getLHS();
    New.Value = Binary->getRHS();
    New.IsNegated = Binary->getOpcode() == BO_SubAssign;
  }
  const auto Found =
      Target ? Loop.Listed.find(strip(Target)) : Loop.Listed.end();
  if (Found == Loop.Listed.end())
    return;
  New.Item = Found->second.Array, New.Index = Found->second.Index;
  const auto *Compound = dyn_cast<CompoundAssignOperator>(Node);
  const BinaryOperatorKind Opcode =
      Compound
          ? BinaryOperator::getOpForCompoundAssignment(Compound->getOpcode())
          : BO_Add;
  if (predefinedOperator(Opcode) == Loop.Items[New.Item].Op)
    Loop.parallel()->HistogramUpdates[E] = New;
}

/// The same of all statements in \p S.
static void addPuts(ScanLoop &Loop, const Stmt *S) {
  if (const auto *E = dyn_cast_or_null<Expr>(S))
    addPut(Loop, E);
  else if (const auto *Block = dyn_cast_or_null<CompoundStmt>(S))
    for (const Stmt *Child : Block->body())
      addPuts(Loop, Child);
  else if (const auto *If = dyn_cast_or_null<IfStmt>(S))
    addPuts(Loop, If->getThen()), addPuts(Loop, If->getElse());
  else if (const auto *For = dyn_cast_or_null<ForStmt>(S))
    addPuts(Loop, For->getBody());
  else if (const auto *Range = dyn_cast_or_null<CXXForRangeStmt>(S))
    addPuts(Loop, Range->getBody());
  else if (const auto *While = dyn_cast_or_null<WhileStmt>(S))
    addPuts(Loop, While->getBody());
  else if (const auto *Do = dyn_cast_or_null<DoStmt>(S))
    addPuts(Loop, Do->getBody());
}

void ompscan::plugin::findPuts(ScanLoop &Loop, const ASTContext &Context) {
  for (const Item &I : Loop.Items)
    if (I.isList() ? !hasAtomic(I, Context)
                   : static_cast<uint64_t>(
                         Context.getTypeSizeInChars(I.Type).getQuantity()) >
                         MostScalarBytes)
      return;
  addPuts(Loop, Loop.Body);
  // Each accumulator that is named has to be the target of one.
  if (Loop.parallel()->HistogramUpdates.size() != Loop.Listed.size())
    Loop.parallel()->HistogramUpdates.clear();
}
