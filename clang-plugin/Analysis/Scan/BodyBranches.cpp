//===- BodyBranches.cpp - The if and switch of a body ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Scan/BodyReader.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace ompscan::plugin;

/// Walks \p S, a branch of \p If.
bool BodyReader::walkBranch(const Stmt *S, const IfStmt &If, bool Depends) {
  Accesses.pushCondition(If.getCond(), S == If.getThen());
  Guards.push_back(S);
  DependentGuards += Depends;
  const bool Valid = walk(S);
  DependentGuards -= Depends;
  Guards.pop_back();
  Accesses.popCondition();
  return Valid;
}

bool BodyReader::walkIf(const IfStmt &If) {
  if (const std::optional<bool> Done = updateByIf(If))
    return *Done;
  if (If.getInit() && !walk(If.getInit()))
    return false;
  if (const DeclStmt *Declaration = If.getConditionVariableDeclStmt();
      Declaration && !walkDeclaration(*Declaration))
    return false;
  bool Depends = false;
  const std::vector<Count> Start = Counts;
  if (!readExpr(If.getCond(), Depends))
    return false;
  for (unsigned I = 0; I != Counts.size(); ++I)
    if (Counts[I].Most != Start[I].Most) {
      Diags.report(If.getCond()->getExprLoc(), Diag::err_update_place)
          << Loop.Items[I].Name << 1;
      return false;
    }
  Done.Output |= Depends;
  if (!finish(&If) || !walkBranch(If.getThen(), If, Depends))
    return false;
  const std::vector<Count> Then = std::exchange(Counts, Start);
  if (If.getElse() && !walkBranch(If.getElse(), If, Depends))
    return false;
  for (unsigned I = 0; I != Counts.size(); ++I)
    Counts[I] = {std::min(Counts[I].Least, Then[I].Least),
                 std::max(Counts[I].Most, Then[I].Most)};
  return true;
}

/// The cases of \p Switch; std::nullopt, with an error, if there is more to it
/// than these.
std::optional<std::vector<BodyReader::Case>>
BodyReader::casesOf(const SwitchStmt &Switch, bool &HasDefault) const {
  std::vector<Case> Cases;
  const auto *Body = dyn_cast<CompoundStmt>(Switch.getBody());
  auto Refuse = [&](const Stmt *S) {
    Diags.report(S->getBeginLoc(), Diag::err_case);
    return std::nullopt;
  };
  if (!Body)
    return Refuse(Switch.getBody());
  for (const Stmt *S : Body->body()) {
    if (isa<SwitchCase>(S)) {
      Cases.emplace_back();
      while (const auto *Label = dyn_cast<SwitchCase>(S)) {
        HasDefault |= isa<DefaultStmt>(Label);
        S = Label->getSubStmt();
      }
    }
    if (Cases.empty() || Cases.back().Ends)
      return Refuse(S);
    Case &Last = Cases.back();
    const auto *Block = dyn_cast<CompoundStmt>(S);
    if (Block && !Block->body_empty() && isa<BreakStmt>(Block->body_back())) {
      Last.Statements.insert(Last.Statements.end(), Block->body_begin(),
                             Block->body_end() - 1);
      Last.Ends = true;
    } else if (isa<BreakStmt>(S)) {
      Last.Ends = true;
    } else {
      Last.Statements.push_back(S);
    }
  }
  return Cases;
}

bool BodyReader::walkSwitch(const SwitchStmt &Switch) {
  bool HasDefault = false;
  const auto Cases = casesOf(Switch, HasDefault);
  if (!Cases)
    return false;
  if (Switch.getInit() && !walk(Switch.getInit()))
    return false;
  if (const DeclStmt *Declaration = Switch.getConditionVariableDeclStmt();
      Declaration && !walkDeclaration(*Declaration))
    return false;
  bool Depends = false;
  const std::vector<Count> Start = Counts;
  if (!readExpr(Switch.getCond(), Depends))
    return false;
  for (unsigned I = 0; I != Counts.size(); ++I)
    if (Counts[I].Most != Start[I].Most) {
      Diags.report(Switch.getCond()->getExprLoc(), Diag::err_update_place)
          << Loop.Items[I].Name << 1;
      return false;
    }
  Done.Output |= Depends;
  if (!finish(&Switch))
    return false;
  const auto Either = [](std::vector<Count> A, const std::vector<Count> &B) {
    for (size_t I = 0; I != A.size(); ++I)
      A[I] = {std::min(A[I].Least, B[I].Least), std::max(A[I].Most, B[I].Most)};
    return A;
  };
  std::optional<std::vector<Count>> All;
  if (!HasDefault)
    All = Start;
  bool GoesOn = false; // The case before goes on into the next one.
  llvm::SaveAndRestore<unsigned> Deeper(SwitchDepth, SwitchDepth + 1);
  for (const Case &Next : *Cases) {
    Counts = GoesOn ? Either(Start, Counts) : Start;
    Accesses.pushUnknownCondition();
    Guards.push_back(Next.Statements.empty() ? &Switch
                                             : Next.Statements.front());
    DependentGuards += Depends;
    const bool Valid =
        llvm::all_of(Next.Statements, [&](const Stmt *S) { return walk(S); });
    DependentGuards -= Depends;
    Guards.pop_back();
    Accesses.popCondition();
    if (!Valid)
      return false;
    GoesOn = !Next.Ends;
    if (!GoesOn || &Next == &Cases->back())
      All = All ? Either(*All, Counts) : Counts;
  }
  Counts = All.value_or(Start);
  return true;
}
