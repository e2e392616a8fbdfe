//===- ItemTargets.cpp - Items that are targets of pointers
//-----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/ItemTargets.h"
#include "AST/ElementParts.h"
#include "AST/Expressions.h"
#include "Analysis/Clauses/ItemReader.h"
#include "Pragma/ItemPlaceholder.h"
#include "Support/ClangCompat.h"
#include "clang/AST/OpenMPClause.h"

using namespace clang;
using namespace ompscan::plugin;

llvm::SmallVector<const Expr *, 4>
ompscan::plugin::namedItems(const OMPExecutableDirective &Directive,
                            const ASTContext &Context) {
  llvm::SmallVector<const Expr *, 4> Items;
  for (const auto *Clause : Directive.getClausesOfKind<OMPReductionClause>())
    for (const Expr *Item : compat::varlist(Clause)) {
      const Expr *Base = tableOf(itemBase(Item), Context);
      const Expr *Named = standInFor(Base);
      Items.push_back(strip(Named ? Named : Base));
    }
  return Items;
}

/// Replaces \p Target in the children of \p Parent by \p Item.
static void replaceIn(Stmt &Parent, const Expr *Target, const ValueDecl *Item,
                      const ASTContext &Context, AstChanges &Changes) {
  for (Stmt *&Child : Parent.children()) {
    if (!Child)
      continue;
    const auto *E = dyn_cast<Expr>(Child);
    if (E && sameExpression(E->IgnoreParens(), Target))
      Changes.replace(Child, referTo(Item, E->getExprLoc(), Context));
    else
      replaceIn(*Child, Target, Item, Context, Changes);
  }
}

void ompscan::plugin::replaceItemTargets(
    const OMPExecutableDirective &Directive, ForStmt &For,
    const ASTContext &Context, AstChanges &Changes) {
  for (const auto *Clause : Directive.getClausesOfKind<OMPReductionClause>())
    for (const Expr *Item : compat::varlist(Clause)) {
      const Expr *Base = stripImplicit(Item);
      if (const Expr *Target = targetOf(Base))
        replaceIn(For, Target, cast<DeclRefExpr>(Base)->getDecl(), Context,
                  Changes);
    }
}
