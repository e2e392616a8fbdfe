//===- ClauseCode.cpp - Host code of clauses ------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/ClauseCode.h"
#include "AST/Expressions.h"
#include "Support/Printable.h"
#include "ompscan/abi.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using namespace ompscan::plugin;

std::string ompscan::plugin::describePlace(const ASTContext &Context,
                                           SourceLocation Loc,
                                           StringRef Function) {
  const SourceManager &SM = Context.getSourceManager();
  const PresumedLoc Place = SM.getPresumedLoc(SM.getFileLoc(Loc));
  return (Twine(printable(Place.getFilename())) + ":" + Twine(Place.getLine()) +
          ":" + Twine(Place.getColumn()) + " (" + Function + ")")
      .str();
}

Expr *ompscan::plugin::deviceNumber(RuntimeCalls &Calls,
                                    const DeviceChoice &Device,
                                    const Rebase &Move) {
  switch (Device.Kind) {
  case DeviceClauseKind::Any:
    return Calls.number(OMPSCAN_DEVICE_DEFAULT);
  case DeviceClauseKind::GPU:
    return Calls.number(OMPSCAN_DEVICE_GPU);
  case DeviceClauseKind::CPU:
    return Calls.number(OMPSCAN_DEVICE_CPU);
  case DeviceClauseKind::Number:
    return Move.expression(Device.Number);
  }
  llvm_unreachable("unknown device");
}

Expr *ompscan::plugin::allHold(const CodeBuilder &Code,
                               ArrayRef<Expr *> Conditions) {
  Expr *All = nullptr;
  for (Expr *E : Conditions) {
    const ExprResult Next =
        E ? Code.sema().PerformContextuallyConvertToBool(E) : ExprError();
    if (Next.isInvalid())
      return nullptr;
    All = Code.both(All, Next.get());
    if (!All)
      return nullptr;
  }
  return All;
}

Expr *ompscan::plugin::allHold(const CodeBuilder &Code,
                               ArrayRef<const Expr *> Conditions,
                               const Rebase &Move) {
  llvm::SmallVector<Expr *, 2> All;
  for (const Expr *E : Conditions)
    All.push_back(Move.expression(stripImplicit(E)));
  return allHold(Code, All);
}

Stmt *ompscan::plugin::waitForTasks(const ASTContext &Context,
                                    ArrayRef<OMPClause *> Dependences,
                                    const Rebase &Move, SourceLocation Loc) {
  if (Dependences.empty())
    return nullptr;
  for (OMPClause *C : Dependences)
    for (Stmt *&Child : C->children())
      if (Child)
        Child = Move.statement(Child);
  return OMPTaskwaitDirective::Create(Context, Loc, Loc, Dependences);
}
