//===- CarriedItems.cpp - Items that no clause names ----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/CarriedItems.h"
#include "AST/Assignments.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "AST/VariableUse.h"
#include "Analysis/Scan/Passes.h"
#include "Normalize/UnitStep.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace ompscan::plugin;

/// The numbers from outside of the loop of \p Own that an iteration reads
/// before it assigns them, and that no clause of \p D names.
static llvm::SmallVector<Item, 2> carriedBy(const ScanDirective &D,
                                            const DirectiveLoop &Own) {
  const Stmt *Body = Own.Loops.back()->getBody();
  llvm::SmallVector<Item, 2> Carried;
  forEachNode(Body, [&](const Stmt *S) {
    const auto *E = dyn_cast<Expr>(S);
    const Expr *Target = E ? plainAssignment(E).Target : nullptr;
    const VarDecl *Var = Target ? variableOf(strip(Target)) : nullptr;
    if (!Var)
      return true;
    const QualType Type = Var->getType().getNonReferenceType();
    const auto Names = [&](const Item &I) {
      return variableOf(strip(I.Base)) == Var;
    };
    if (!Type->isArithmeticType() || Type.isVolatileQualified() ||
        llvm::any_of(Own.Said.Items, Names) || llvm::any_of(Carried, Names) ||
        isInClause(*D.Inner, *Var) || isInClause(*D.Outer, *Var) ||
        !useOf(Var, Body).ReadBefore)
      return true;
    Item New;
    New.Base = strip(Target);
    New.Name = Var->getNameAsString();
    New.Type = Type.getUnqualifiedType();
    New.Op = Operator::Last;
    Carried.push_back(std::move(New));
    return true;
  });
  return Carried;
}

void ompscan::plugin::addCarriedItems(const ScanDirective &D,
                                      DirectiveLoop &Own, DeclContext &Function,
                                      const ASTContext &Context) {
  if (D.IsClangsToo || Own.Loops.size() != 1)
    return;
  const auto IsScan = [&](const DirectiveLoop &Loop) {
    return isScan(Loop, Function, Context, /*Lacking=*/Diag::err_extent);
  };
  const llvm::SmallVector<Item, 2> Carried = carriedBy(D, Own);
  if (Carried.empty() || IsScan(Own))
    return;
  DirectiveLoop With = Own;
  With.Said.Items.append(Carried.begin(), Carried.end());
  if (IsScan(With))
    Own = std::move(With);
}
