//===- LoweringModule.cpp - One kernel text being lowered -----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/Lowering/LoweringModule.h"
#include "AST/ComplexNumbers.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using namespace ompscan::plugin;

void LoweringModule::runInCallOf(const FunctionDecl *F, SourceLocation Call,
                                 llvm::function_ref<void()> Body) {
  Calls.push_back({F, Call});
  Body();
  Calls.pop_back();
}

bool LoweringModule::isInCallOf(const FunctionDecl *F) const {
  return llvm::any_of(Calls, [F](const Frame &C) { return C.Callee == F; });
}

unsigned LoweringModule::visibleFrame(SourceLocation &Loc) const {
  const SourceManager &SM = Context.getSourceManager();
  unsigned Frame = Calls.size();
  while (Frame && (Loc.isInvalid() || SM.isInSystemHeader(Loc)))
    Loc = Calls[--Frame].Call;
  return Frame;
}

/// The inlined call of the function whose body \p Loc is in; null if there is
/// none.
const InlinedCall *LoweringModule::inlinedAround(SourceLocation Loc) const {
  const SourceManager &SM = Context.getSourceManager();
  const auto *Found = llvm::find_if(Inlined, [&](const InlinedCall &C) {
    const SourceRange Body = C.Callee->getBody()->getSourceRange();
    return SM.isPointWithin(SM.getExpansionLoc(Loc),
                            SM.getExpansionLoc(Body.getBegin()),
                            SM.getExpansionLoc(Body.getEnd()));
  });
  return Found == Inlined.end() ? nullptr : Found;
}

/// Notes the calls that lead to \p Loc, the innermost \p Frame of which are
/// not inlined.
void LoweringModule::noteCallers(SourceLocation Loc, unsigned Frame) const {
  for (size_t Most = Frame + Inlined.size(); Most; --Most) {
    const InlinedCall *Around = Frame ? nullptr : inlinedAround(Loc);
    if (!Frame && !Around)
      return;
    Loc = Frame ? Calls[--Frame].Call : Around->Loc;
    auto Note = Diags.report(Loc, Diag::note_called_from);
    if (Frame)
      Note << Calls[Frame - 1].Callee;
    else if (const InlinedCall *Next = inlinedAround(Loc))
      Note << Next->Callee;
    else
      Note << "the scan";
  }
}

void LoweringModule::use(QualType T) {
  if (const QualType Part = complexPart(T); !Part.isNull())
    T = Part;
  if (T->isSpecificBuiltinType(BuiltinType::Double))
    UsesDouble = true;
  if (WideInteger.isNull() && isWideInteger(T, Context))
    WideInteger = T.getUnqualifiedType();
}

void LoweringModule::follow(const ArithmeticRules &Rules) {
  if (Rules.Uncontracted)
    AllowsContraction = false;
  if (Rules.Trapping)
    error(Rules.Trapping->getExprLoc(), Diag::err_trapping_overflow);
  else if (Rules.OnEnvironment)
    error(Rules.OnEnvironment->getExprLoc(), Diag::err_floating_environment);
}
