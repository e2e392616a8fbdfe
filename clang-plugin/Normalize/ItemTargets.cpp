//===- ItemTargets.cpp - Items that are targets of pointers ---------------===//
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
ompscan::plugin::namedItems(const ScanDirective &D, const ASTContext &Context) {
  llvm::SmallVector<const Expr *, 4> Items;
  for (const auto *Clause : D.Inner->getClausesOfKind<OMPReductionClause>())
    for (const Expr *Item : compat::varlist(Clause)) {
      const Expr *Base = tableOf(itemBase(D.operand(Item)), Context);
      const Expr *Named = standInFor(Base);
      Items.push_back(strip(Named ? Named : Base));
    }
  Items.append(D.Tried);
  return Items;
}

const Expr *ompscan::plugin::itemNamedBy(const Expr *E,
                                         ArrayRef<const Expr *> Items) {
  const auto *Found = llvm::find_if(
      Items, [&](const Expr *Item) { return sameExpression(strip(E), Item); });
  return Found != Items.end() ? *Found : nullptr;
}

/// \p S with \p Item in the place of \p Target.
static Stmt *replacedIn(Stmt *S, const Expr *Target, const ValueDecl *Item,
                        const ASTContext &Context, TreeRewriter &Rewriter) {
  const auto *E = dyn_cast<Expr>(S);
  if (E && sameExpression(E->IgnoreParens(), Target))
    return referTo(Item, E->getExprLoc(), Context);
  return Rewriter.rebuilt(S, [&](Stmt *Child) {
    return replacedIn(Child, Target, Item, Context, Rewriter);
  });
}

Stmt *ompscan::plugin::withoutItemTargets(Stmt *S, const ScanDirective &D,
                                          const ASTContext &Context,
                                          TreeRewriter &Rewriter) {
  for (const auto *Clause : D.Inner->getClausesOfKind<OMPReductionClause>())
    for (const Expr *Item : compat::varlist(Clause)) {
      const Expr *Base = stripImplicit(D.operand(Item));
      if (const Expr *Target = targetOf(Base))
        S = replacedIn(S, Target, cast<DeclRefExpr>(Base)->getDecl(), Context,
                       Rewriter);
    }
  return S;
}
