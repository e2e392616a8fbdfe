//===- LoopAnalysis.cpp - From Clang's AST to a ScanLoop ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loop/LoopAnalysis.h"
#include "Loop/Accesses.h"
#include "Loop/CanonicalLoop.h"
#include "Loop/Expressions.h"
#include "Loop/Recurrence.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace ompscan;

/// The loop of \p D, or null with an error.
static const ForStmt *findLoop(const ScanDirective &D, SourceLocation ScanLoc,
                               const Diagnostics &Diags) {
  const Stmt *S = D.Inner->getInnermostCapturedStmt()->getCapturedStmt();
  while (const auto *Compound = dyn_cast<CompoundStmt>(S)) {
    if (Compound->size() != 1)
      break;
    S = Compound->body_front();
  }
  const auto *For = dyn_cast<ForStmt>(S);
  if (!For)
    Diags.report(ScanLoc, Diag::err_no_for) << isa<CXXForRangeStmt>(S);
  return For;
}

static std::string nameOf(const DeclContext &Context) {
  for (const DeclContext *DC = &Context; DC; DC = DC->getParent())
    if (const auto *Function = dyn_cast<FunctionDecl>(DC))
      return Function->getQualifiedNameAsString();
  return "file scope";
}

std::optional<ScanLoop> ompscan::analyzeLoop(const ScanDirective &D,
                                             const DeclContext &Function,
                                             const ASTContext &Context,
                                             const Diagnostics &Diags) {
  const std::optional<Clauses> Said = analyzeClauses(D, Context, Diags);
  if (!Said)
    return std::nullopt;
  ScanLoop Loop;
  Loop.Loc = Said->ScanLoc;
  Loop.Function = nameOf(Function);
  Loop.Op = Said->Op;
  Loop.Declared = Said->Declared;
  Loop.Device = Said->Device;
  Loop.DeviceNumber = Said->DeviceNumber;
  Loop.For = findLoop(D, Said->ScanLoc, Diags);
  if (!Loop.For)
    return std::nullopt;
  std::optional<Induction> IV = analyzeInduction(*Loop.For, Context, Diags);
  if (!IV)
    return std::nullopt;
  Loop.IV = *IV;

  AccessCollector Collector(Loop, *Said, Context, Diags);
  Collector.addItem(Said->Item);
  if (!analyzeRecurrence(Loop, Said->Item, Context, Diags) ||
      !Collector.addElement(Loop.Store, AccessKind::Write) ||
      !Collector.addElement(Loop.Previous, AccessKind::Seed))
    return std::nullopt;
  for (const Term &T : Loop.Input)
    if (!Collector.addInput(T.Value))
      return std::nullopt;
  if (!Collector.checkMaps())
    return std::nullopt;
  return Loop;
}
