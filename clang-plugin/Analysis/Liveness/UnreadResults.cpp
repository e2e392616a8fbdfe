//===- UnreadResults.cpp - Accumulators that nobody reads -----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `float s = 0; for (...) { s += x[i]; y[i] = s; }`: s is local, nothing knows
/// its address, and no statement behind the loop, or run again with it, uses
/// it.
///
//===----------------------------------------------------------------------===//

#include "Analysis/Liveness/UnreadResults.h"
#include "AST/Control.h"
#include "AST/Expressions.h"
#include "AST/TreeVisitor.h"
#include "AST/TreeWalk.h"
#include "Pragma/ItemPlaceholder.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// Looks in source order for uses of variables behind a directive.
class Readers : public TreeVisitor {
public:
  Readers(const VariableSet &Vars, const Stmt *Directive)
      : Vars(Vars), Directive(Directive) {}

  /// A variable is used behind the directive, or that is not known.
  bool IsFound = false;
  bool IsPast = false; ///< The directive has been met.

  bool traverseStmt(Stmt *St) override {
    if (!St)
      return true;
    if (Stmt *Behind = behindPlaceholder(St))
      return traverseStmt(Behind);
    if (St == Directive) {
      IsPast = true;
      // The innermost enclosing loop runs its body again behind the directive,
      // but variables declared in the body are new ones then.
      return Loops.empty() || Loops.back() == Vars.size() || found();
    }
    if (const Stmt *Body = loopBody(St))
      return traverseLoop(*St, Body);
    return TreeVisitor::traverseStmt(St) && !IsFound;
  }

protected:
  bool visitDecl(Decl &D) override {
    const auto *Var = dyn_cast<VarDecl>(&D);
    if (Var && Vars.contains(Var) && !Loops.empty())
      ++Loops.back();
    return true;
  }

  bool visitStmt(Stmt &S) override {
    // Jumps to labels are not followed.
    if (isa<LabelStmt, IndirectGotoStmt>(S))
      return found();
    const auto *Ref = dyn_cast<DeclRefExpr>(&S);
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return !IsPast || !Var || !Vars.contains(Var) || found();
  }

private:
  bool traverseLoop(Stmt &Loop, const Stmt *Body) {
    Loops.push_back(0);
    for (Stmt *Child : childrenOf(&Loop)) {
      if (Child == Body)
        Loops.back() = 0; // What the head declares, all iterations share.
      if (!traverseStmt(Child))
        return false;
    }
    Loops.pop_back();
    return true;
  }

  bool found() {
    IsFound = true;
    return false;
  }

  const VariableSet &Vars;
  const Stmt *const Directive;
  /// The number of variables that each enclosing loop has declared.
  llvm::SmallVector<size_t, 4> Loops;
};

} // namespace

bool ompscan::plugin::hasUnreadResults(const ScanLoop &Loop,
                                       const VariableSet &Unexposed,
                                       const Stmt *Directive,
                                       const Stmt *Function) {
  VariableSet Vars;
  const auto Add = [&](const Expr *E) {
    const VarDecl *Var = variableOf(strip(E));
    return Var && Unexposed.contains(Var->getCanonicalDecl()) &&
           (Vars.insert(Var), true);
  };
  for (const Item &I : Loop.Items)
    if (I.isList() || !llvm::all_of(I.places(), [&](const Item::Place &Place) {
          return Add(Place.At);
        }))
      return false;
  for (const DeclRefExpr *Last : Loop.Lasts)
    if (!Add(Last))
      return false;
  if (Vars.empty())
    return false;
  Readers R(Vars, Directive);
  R.traverseStmt(const_cast<Stmt *>(Function));
  return R.IsPast && !R.IsFound;
}
