//===- Columns.cpp - Rows that are scanned side by side -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Parallel/Columns.h"
#include "AST/Assignments.h"
#include "AST/Expressions.h"
#include "Analysis/Parallel/TeamLoops.h"
#include <cstdlib>

using namespace clang;
using namespace ompscan::plugin;

bool ompscan::plugin::accessesNeighbours(const ScanLoop &Nest) {
  // Or at least elements of one line of a cache.
  constexpr int64_t MostStride = 8;
  unsigned Near = 0, Far = 0;
  for (const TeamLoop &T : Nest.parallel()->Team)
    for (const ArrayUse &Array : T.Loop->Arrays)
      for (const Access &Use : Array.Accesses)
        if (Use.Kind == AccessKind::Read || Use.Kind == AccessKind::Write)
          ++(Use.Symbols.empty() && std::abs(Use.Stride) <= MostStride ? Near
                                                                       : Far);
  return Near >= Far;
}

namespace {

/// Looks at what precedes the scan \p Scanned in an iteration of \p Nest.
class Prologue {
public:
  Prologue(const ScanLoop &Nest, const ScanLoop &Scanned)
      : Nest(Nest), Scanned(Scanned) {}

  /// Whether \p S only computes what can be computed again.
  bool isRepeatable(const nest::Statement &S) const;

private:
  bool isItem(const VarDecl *Var) const;
  bool isPure(const Expr &E) const;
  bool isFixed(const Expr &E) const;

  const ScanLoop &Nest, &Scanned;
};

} // namespace

/// Whether \p Var is a variable that is scanned.
bool Prologue::isItem(const VarDecl *Var) const {
  return Var && llvm::any_of(Scanned.Items, [&](const Item &I) {
           const VarDecl *Own =
               I.isArray() ? nullptr : variableAround(I.place());
           return Own && Own->getCanonicalDecl() == Var->getCanonicalDecl();
         });
}

/// Whether an evaluation of \p E has no effect, and takes no time if nothing
/// uses the value.
bool Prologue::isPure(const Expr &E) const {
  return !changesAnything(&E) &&
         !anyOf(&E, [](const Expr *Sub) { return isa<CallExpr>(Sub); });
}

/// Whether each evaluation of \p E has the same value. The first values of the
/// scan may be elements that the nest stores.
bool Prologue::isFixed(const Expr &E) const {
  return isPure(E) && !anyOf(&E, [&](const Expr *Sub) {
           const auto *Element = Nest.Meanings.find<ArrayElement>(Sub);
           return (Element && Nest.Arrays[Element->Array].isStored()) ||
                  isItem(variableOf(Sub));
         });
}

bool Prologue::isRepeatable(const nest::Statement &S) const {
  if (S.kind() == nest::Statement::Kind::Empty)
    return true;
  if (const auto *Declared = dyn_cast<nest::Declaration>(&S))
    return llvm::all_of(Declared->declared().decls(), [&](const Decl *D) {
      const auto *Var = dyn_cast<VarDecl>(D);
      const Expr *Init = Var ? Var->getInit() : nullptr;
      return !Init || (isItem(Var) ? isPure(*Init) : isFixed(*Init));
    });
  const Expr *E = S.expression();
  const Assignment Set = E ? plainAssignment(strip(E)) : Assignment();
  return Set.Target && isItem(variableAround(Set.Target)) && isPure(*Set.Value);
}

bool ompscan::plugin::hasColumns(const ScanLoop &Nest) {
  const ArrayRef<TeamLoop> Team = Nest.parallel()->Team;
  if (Team.size() != 1 || !Team.front().Loop->scan() ||
      accessesNeighbours(Nest) || !hasEqualRows(Nest))
    return false;
  const TeamLoop &Only = Team.front();
  const auto *Body = dyn_cast<nest::Block>(&Nest.body());
  if (!Body)
    return true;
  const Prologue Before(Nest, *Only.Loop);
  const auto Front = Body->statements().take_until(
      [&](const nest::Statement *S) { return S == Only.Statement; });
  return llvm::all_of(
      Front, [&](const nest::Statement *S) { return Before.isRepeatable(*S); });
}
