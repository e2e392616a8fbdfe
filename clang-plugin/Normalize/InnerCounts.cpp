//===- InnerCounts.cpp - Items that inner loops count ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/InnerCounts.h"
#include "AST/Assignments.h"
#include "AST/Control.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "Analysis/Clauses/ItemReader.h"
#include "Normalize/Positions.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// Rewrites the inner loops that count one item.
class InnerCounts {
public:
  InnerCounts(const VarDecl &Item, Sema &S, TreeRewriter &Rewriter)
      : Item(Item), Context(S.Context), DC(*S.CurContext), Nodes(S),
        Rewriter(Rewriter) {}

  /// \p S, the body of the loop or a part of it.
  Stmt *rewritten(Stmt *S);

private:
  const Expr *increment(const Stmt *S) const;
  const UnaryOperator *incrementIn(const Expr *Place) const;
  bool isStore(const Stmt *S) const;
  bool isCountable(const Stmt *S) const;
  Expr *sum(const Expr *At, VarDecl &Count) const;
  Stmt *atSum(Stmt *S, const UnaryOperator *Increment, VarDecl &Count);
  Stmt *store(Stmt *S, VarDecl &Count);
  Stmt *counted(Stmt *S, VarDecl &Count);
  Stmt *withUpdate(Stmt *Loop);

  const VarDecl &Item;
  ASTContext &Context;
  DeclContext &DC;
  NodeBuilder Nodes;
  TreeRewriter &Rewriter;
};

} // namespace

/// The statement `k++`, or null.
const Expr *InnerCounts::increment(const Stmt *S) const {
  const Expr *Place = incrementedBy(S);
  return Place && variableOf(Place) == &Item ? Place : nullptr;
}

/// `k++` in \p Place if that mentions the item nowhere else; or null.
const UnaryOperator *InnerCounts::incrementIn(const Expr *Place) const {
  const UnaryOperator *Found = nullptr;
  unsigned Uses = 0;
  forEachNode(Place, [&](const Stmt *Node) {
    const auto *E = dyn_cast<Expr>(Node);
    const auto *Unary = dyn_cast<UnaryOperator>(Node);
    Uses += E && variableOf(E) == &Item && isa<DeclRefExpr>(E);
    if (Unary && Unary->getOpcode() == UO_PostInc &&
        variableOf(strip(Unary->getSubExpr())) == &Item)
      Found = Unary;
    return true;
  });
  return Uses == 1 ? Found : nullptr;
}

/// Whether \p S is `a[k] = v` or `a[k++] = v`, where v does not use k.
bool InnerCounts::isStore(const Stmt *S) const {
  const auto *E = dyn_cast<Expr>(S);
  const Assignment Store = E ? plainAssignment(strip(E)) : Assignment();
  if (!Store.Target || variableOf(strip(Store.Target)) == &Item ||
      mentions(Store.Value, &Item))
    return false;
  return incrementIn(Store.Target) || !changesAnything(Store.Target);
}

/// Whether all uses of the item in \p S are increments and the subscripts of
/// stores.
bool InnerCounts::isCountable(const Stmt *S) const {
  return mentionsOnlyIn(
      S, Item, [&](const Stmt *Sub) { return increment(Sub) || isStore(Sub); });
}

/// `k + c` of the item's type.
Expr *InnerCounts::sum(const Expr *At, VarDecl &Count) const {
  auto *Ref = referTo(&Item, At->getExprLoc(), Context);
  // In their own type, so that the sum is one with the update of the item.
  Expr *Sum =
      Nodes.binary(loadOf(Ref, Context), BO_Add,
                   loadOf(referTo(&Count, At->getExprLoc(), Context), Context));
  return Sum ? Nodes.integer(Sum, Item.getType().getUnqualifiedType())
             : nullptr;
}

/// \p S, a store or a part of one, at `k + c`. \p Increment is `k++` in it; it
/// may be null.
Stmt *InnerCounts::atSum(Stmt *S, const UnaryOperator *Increment,
                         VarDecl &Count) {
  if (S == Increment || variableOf(loadedBy(S)) == &Item)
    return sum(cast<Expr>(S), Count);
  return Rewriter.rebuilt(
      S, [&](Stmt *Child) { return atSum(Child, Increment, Count); });
}

/// The store \p S at `k + c`, and then `c++` if it increments the item.
Stmt *InnerCounts::store(Stmt *S, VarDecl &Count) {
  const UnaryOperator *Increment =
      incrementIn(plainAssignment(strip(cast<Expr>(S))).Target);
  Stmt *New = atSum(S, Increment, Count);
  if (!New || !Increment)
    return New;
  Expr *Next = UnaryOperator::Create(
      Context, referTo(&Count, S->getBeginLoc(), Context), UO_PostInc,
      Count.getType(), VK_PRValue, OK_Ordinary, S->getBeginLoc(),
      /*CanOverflow=*/false, FPOptionsOverride());
  Stmt *Both[] = {New, Next};
  return blockOf(Both, S->getSourceRange(), Context);
}

/// \p S, a part of an inner loop, with \p Count for the increments.
Stmt *InnerCounts::counted(Stmt *S, VarDecl &Count) {
  if (!mentions(S, &Item))
    return S;
  if (increment(S))
    return Rewriter.renamed(S, Item, Count);
  if (isStore(S))
    return store(S, Count);
  return Rewriter.rebuilt(S,
                          [&](Stmt *Child) { return counted(Child, Count); });
}

/// \p Loop, counting in a variable of its own, and the update of the item.
Stmt *InnerCounts::withUpdate(Stmt *Loop) {
  const SourceLocation Loc = Loop->getBeginLoc();
  Nodes.setLoc(Loc);
  const QualType Type = Item.getType().getUnqualifiedType();
  VarDecl *Count = iterationVariable(
      Item.getName(), Nodes.integer(Nodes.number(0), Type), DC, Context);
  Stmt *Counting = counted(Loop, *Count);
  Expr *Update = Nodes.compute(referTo(&Item, Loc, Context), BO_AddAssign,
                               loadOf(referTo(Count, Loc, Context), Context));
  if (!Counting || !Update)
    return Loop;
  Stmt *Statements[] = {declarationOf(Count, Loc, Context), Counting, Update};
  return blockOf(Statements, {Loc, Loop->getEndLoc()}, Context);
}

Stmt *InnerCounts::rewritten(Stmt *S) {
  if (isa<Expr>(S))
    return S;
  if (!loopBody(S))
    return Rewriter.rebuilt(S, [&](Stmt *Child) { return rewritten(Child); });
  const bool Counts = anyNode(S, [&](const Stmt *Node) {
    const auto *E = dyn_cast<Expr>(Node);
    const Expr *Place = E ? changedBy(E) : nullptr;
    return Place && variableOf(strip(Place)) == &Item;
  });
  return Counts && isCountable(S) ? withUpdate(S) : S;
}

/// The variables of the clauses `scan(+ : ...)` of \p D.
static llvm::SmallVector<const VarDecl *, 4>
countsOf(const ScanDirective &D, const ASTContext &Context) {
  llvm::SmallVector<const VarDecl *, 4> Result;
  for (const auto *C : D.Inner->getClausesOfKind<OMPReductionClause>())
    if (isScanClause(*C, Context) &&
        C->getNameInfo().getName().getCXXOverloadedOperator() == OO_Plus)
      for (const Expr *Named : compat::varlist(C))
        if (const VarDecl *Var = variableOf(itemBase(D.operand(Named)));
            Var && Var->getType()->isIntegerType() &&
            !Var->getType()->isBooleanType())
          Result.push_back(Var);
  return Result;
}

Stmt *ompscan::plugin::withInnerCounts(Stmt *S, const ScanDirective &D,
                                       Sema &Sema, TreeRewriter &Rewriter) {
  ForStmt *For = D.Scan ? innermostLoop(S, D.loopCount()) : nullptr;
  if (!For)
    return S;
  Stmt *Body = For->getBody();
  for (const VarDecl *Item : countsOf(D, Sema.Context))
    Body = InnerCounts(*Item, Sema, Rewriter).rewritten(Body);
  return Rewriter.replaced(S, For->getBody(), Body);
}
