//===- LoopAnalysis.cpp - From Clang's AST to a ScanLoop ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loop/LoopAnalysis.h"
#include "Loop/Accesses.h"
#include "Loop/Body.h"
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

/// Whether Clang has reported an error inside of \p S.
static bool containsErrors(const Stmt *S) {
  const auto *E = dyn_cast<Expr>(S);
  if (E)
    return E->containsErrors();
  return llvm::any_of(S->children(), [](const Stmt *Child) {
    return Child && containsErrors(Child);
  });
}

/// Reports a bound of \p Loop that the loop changes.
static bool checkBounds(const ScanLoop &Loop, const ASTContext &Context,
                        const Diagnostics &Diags) {
  for (const Expr *E : {Loop.IV.Lower, Loop.IV.Bound}) {
    const bool Changes = anyOf(E, [&](const Expr *Sub) {
      if (const auto *Ref = dyn_cast<DeclRefExpr>(Sub))
        return Loop.scalarItem(Ref->getDecl()) != nullptr;
      const ElementAccess Element = elementAccess(Sub, Context);
      return Element.Base && llvm::any_of(Loop.Arrays, [&](const ArrayUse &A) {
               return A.isStored() && sameExpression(A.Base, Element.Base);
             });
    });
    if (Changes) {
      Diags.report(E->getExprLoc(), Diag::err_condition) << Loop.IV.Var;
      return false;
    }
  }
  return true;
}

static bool isArray(const Item &I) {
  return I.Base->getType()->isPointerType() || I.Base->getType()->isArrayType();
}

/// Records what the single update of \p Loop uses.
static bool addAccesses(const ScanLoop &Loop, AccessCollector &Collector) {
  const Item &Target = Loop.Items.front();
  return Collector.addElement(Target.Store, AccessKind::Write) &&
         Collector.addElement(Target.Previous, AccessKind::Seed) &&
         llvm::all_of(Target.Updates.front().Input, [&](const Term &T) {
           return Collector.addInput(T.Value);
         });
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
  Loop.Items = Said->Items;
  Loop.Privates = Said->Privates;
  Loop.Device = Said->Device;
  Loop.DeviceNumber = Said->DeviceNumber;
  Loop.For = findLoop(D, Said->ScanLoc, Diags);
  if (!Loop.For)
    return std::nullopt;
  if (containsErrors(Loop.For))
    return std::nullopt;
  std::optional<Induction> IV = analyzeInduction(*Loop.For, Context, Diags);
  if (!IV)
    return std::nullopt;
  Loop.IV = *IV;

  AccessCollector Collector(Loop, *Said, Context, Diags);
  for (const Item &I : Loop.Items)
    if (isArray(I))
      Collector.addItem(I.Base);
  std::optional<bool> Simple;
  if (Loop.Items.size() == 1 && isArray(Loop.Items.front()))
    Simple = analyzeRecurrence(Loop, Loop.Items.front(), Context, Diags);
  if (!(Simple ? *Simple && addAccesses(Loop, Collector)
               : analyzeBody(Loop, Collector, Context, Diags)) ||
      !Collector.checkMaps() || !checkBounds(Loop, Context, Diags))
    return std::nullopt;
  return Loop;
}
