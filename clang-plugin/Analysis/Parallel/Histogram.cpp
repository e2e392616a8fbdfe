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

using namespace clang;
using namespace ompscan::plugin;

/// The maximum size of a work-item's scalars beside the lists.
static constexpr uint64_t MostScalarBytes = 8;

/// Whether devices have an atomic operation that updates accumulators of \p I
/// in any order.
static bool hasAtomic(const Item &I, const ASTContext &Context) {
  return !traits(I.Op).Atomic.empty() && I.Type->isIntegerType() &&
         Context.getTypeSize(I.Type) == 32;
}

/// The update of an accumulator that \p E is, whose value is not used;
/// std::nullopt if it is none.
static std::optional<HistogramUpdate> updateBy(const Expr *E,
                                               const ScanLoop &Loop) {
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
  const auto *Found =
      Target ? Loop.Meanings.find<Accumulator>(strip(Target)) : nullptr;
  if (!Found)
    return std::nullopt;
  New.Item = Found->Item, New.Index = Found->Index;
  const auto *Compound = dyn_cast<CompoundAssignOperator>(Node);
  const BinaryOperatorKind Opcode =
      Compound
          ? BinaryOperator::getOpForCompoundAssignment(Compound->getOpcode())
          : BO_Add;
  return predefinedOperator(Opcode) == Loop.Items[New.Item].Op
             ? std::optional(New)
             : std::nullopt;
}

void ompscan::plugin::findHistogramUpdates(ScanLoop &Loop,
                                           const ASTContext &Context) {
  for (const Item &I : Loop.Items)
    if (I.isList() ? !hasAtomic(I, Context)
                   : static_cast<uint64_t>(
                         Context.getTypeSizeInChars(I.Type).getQuantity()) >
                         MostScalarBytes)
      return;
  llvm::SmallVector<std::pair<const nest::Statement *, HistogramUpdate>, 4>
      Updates;
  nest::forEachStatement(Loop.body(), [&](const nest::Statement &S) {
    if (const Expr *E = S.expression())
      if (const std::optional<HistogramUpdate> Update = updateBy(E, Loop))
        Updates.push_back({&S, *Update});
  });
  // Every use of an accumulator has to be such an update.
  const size_t Uses = llvm::count_if(Loop.Meanings, [](const auto &Each) {
    return std::holds_alternative<Accumulator>(Each.second);
  });
  if (Updates.empty() || Updates.size() != Uses)
    return;
  Loop.parallel()->HasSharedLists = true;
  for (const auto &[S, Update] : Updates)
    Loop.Facts[S].Histogram = Update;
}
