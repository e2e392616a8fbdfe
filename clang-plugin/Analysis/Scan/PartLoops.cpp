//===- PartLoops.cpp - Loops over the parts of a region -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Scan/PartLoops.h"
#include "AST/Expressions.h"
#include "AST/VariableUse.h"
#include "Analysis/Expressions/CanonicalLoop.h"
#include "Analysis/Scan/PlainLoop.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/OpenMPClause.h"

using namespace clang;
using namespace ompscan::plugin;

/// The loop \p Step; null if it has not the form that OpenMP requires.
static const ForStmt *canonicalLoop(const RegionStep &Step) {
  const auto *For = dyn_cast<ForStmt>(Step.Statement->source());
  return For && (Step.Sharing || isCanonical(*For, /*InRegion=*/true))
             ? For
             : nullptr;
}

std::optional<Induction> PartLoops::inductionOf(const RegionStep &Step) const {
  const ForStmt *For = canonicalLoop(Step);
  return For ? analyzeInduction(*For, Context, Quiet) : std::nullopt;
}

bool PartLoops::isDivided(const RegionStep &Step) const {
  const std::optional<Induction> IV =
      Step.IsByParts ? inductionOf(Step) : std::nullopt;
  if (!IV)
    return false;
  if (!Step.Sharing)
    return IV->Step == 1 && Region.dependsOnPart(IV->Lower) &&
           Region.dependsOnPart(IV->Bound);
  return llvm::all_of(Step.Sharing->clauses(), [](const OMPClause *C) {
    const auto *Schedule = dyn_cast_or_null<OMPScheduleClause>(C);
    return !Schedule || (Schedule->getScheduleKind() == OMPC_SCHEDULE_static &&
                         !Schedule->getChunkSize());
  });
}

/// The loop \p Step as one of a directive without clauses for its variables.
std::optional<DirectiveLoop> PartLoops::loopOf(const RegionStep &Step) const {
  const ForStmt *For = canonicalLoop(Step);
  if (!For)
    return std::nullopt;
  Clauses Said;
  Said.ScanLoc = For->getForLoc();
  // Variables that every iteration sets are its own.
  for (const VarDecl *Var : Region.own()) {
    const VariableUse Use = useOf(Var, For->getBody());
    if (Use.IsAssigned && !Use.ReadBefore && !mentions(For->getCond(), Var))
      Said.Privates.push_back(Var);
  }
  return DirectiveLoop{std::move(Said), {For}, {For}};
}

/// The context of \p Step.
const DeclContext &PartLoops::contextOf(const RegionStep &Step) const {
  return Step.Function ? *Step.Function : Function;
}

std::optional<ScanLoop> PartLoops::scanOf(const RegionStep &Step) const {
  const DeclContext &In = contextOf(Step);
  if (scanCandidates(*Step.Statement->source(), In, Context, Quiet).empty())
    return std::nullopt;
  const std::optional<DirectiveLoop> Loop = loopOf(Step);
  return Loop ? findPlainScan(*Loop, In, Context, Quiet) : std::nullopt;
}

std::optional<ScanLoop> PartLoops::sumOf(const RegionStep &Step,
                                         const Expr *Of) const {
  std::optional<DirectiveLoop> Loop = loopOf(Step);
  const VarDecl *Var = variableOf(Of);
  if (!Loop || !Var || !Var->getType()->isArithmeticType())
    return std::nullopt;
  Item Sum;
  Sum.Base = Of;
  Sum.Name = Var->getNameAsString();
  Sum.Type = Var->getType().getUnqualifiedType();
  Sum.Op = Operator::Auto;
  Loop->Said.Items.push_back(Sum);
  std::optional<ScanLoop> Read =
      analyzeLoop(*Loop, contextOf(Step), Context, Quiet);
  return Read && Read->isFold() ? std::move(Read) : std::nullopt;
}
