//===- BoundReads.cpp - Memory that a loop's bounds read ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Accesses/BoundReads.h"
#include "AST/Expressions.h"
#include "AST/TreeVisitor.h"
#include "AST/TreeWalk.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// Looks for uses of a variable that may expose its address.
class AddressUses : public TreeVisitor {
public:
  explicit AddressUses(const VarDecl &Var) : Var(Var.getCanonicalDecl()) {}

  bool traverseStmt(Stmt *S) override {
    if (const Expr *Read = loadedBy(S); Read && isVariable(Read))
      return true;
    if (auto *Block = dyn_cast_or_null<CompoundStmt>(S))
      return traverseStatements(*Block);
    // That a region captures a variable is no use.
    if (auto *Region = dyn_cast_or_null<CapturedStmt>(S))
      return traverseStmt(Region->getCapturedStmt());
    if (auto *D = dyn_cast_or_null<OMPExecutableDirective>(S))
      return llvm::all_of(D->clauses(),
                          [&](OMPClause *C) { return traverseClause(C); }) &&
             llvm::all_of(childrenOf(D),
                          [&](Stmt *Inner) { return traverseStmt(Inner); });
    return TreeVisitor::traverseStmt(S);
  }

protected:
  bool visitStmt(Stmt &S) override {
    const auto *Ref = dyn_cast<DeclRefExpr>(&S);
    return !Ref || Ref->getDecl()->getCanonicalDecl() != Var;
  }

private:
  // Variables in a list are used in the region, which is visited.
  bool traverseClause(OMPClause *Clause) {
    return llvm::all_of(childrenOf(Clause), [&](Stmt *Child) {
      return isa<DeclRefExpr>(Child) || traverseStmt(Child);
    });
  }

  // In C++ a reference may be bound to the target of an assignment, but not if
  // the assignment is a statement.
  bool traverseStatements(CompoundStmt &Block) {
    return llvm::all_of(Block.body(), [&](Stmt *St) {
      if (const auto *Op = dyn_cast<BinaryOperator>(St);
          Op && Op->isAssignmentOp() && isVariable(Op->getLHS()))
        return traverseStmt(Op->getRHS());
      const auto *Op = dyn_cast<UnaryOperator>(St);
      return (Op && Op->isIncrementDecrementOp() &&
              isVariable(Op->getSubExpr())) ||
             traverseStmt(St);
    });
  }

  bool isVariable(const Expr *E) const {
    const VarDecl *Root = variableAround(E);
    return Root && Root->getCanonicalDecl() == Var;
  }

  const VarDecl *const Var;
};

} // namespace

/// Whether a store to an array may change \p Place.
static bool mayBeElement(const Expr *Place, const Stmt *Function,
                         const DeclContext &DC) {
  const VarDecl *Var = variableAround(Place);
  if (!Var || Var->getType()->isReferenceType())
    return true;
  if (Var->getType().isConstQualified())
    return false;
  return !Function || !Var->hasLocalStorage() || Var->getDeclContext() != &DC ||
         isa<DecompositionDecl>(Var) ||
         !AddressUses(*Var).traverseStmt(const_cast<Stmt *>(Function));
}

llvm::SmallVector<const Expr *, 1>
ompscan::plugin::boundReads(const ScanLoop &Loop, const Stmt *Function,
                            const DeclContext &DC, const ASTContext &Context) {
  llvm::SmallVector<const Expr *, 1> Places;
  const auto Add = [&](const Expr *Bound) {
    anyOf(Bound, [&](const Expr *E) {
      const auto *Unary = dyn_cast<UnaryOperator>(E);
      const bool IsPlace =
          isa<DeclRefExpr, MemberExpr, ArraySubscriptExpr>(E) ||
          (Unary && Unary->getOpcode() == UO_Deref) ||
          elementAccess(E, Context).Base;
      if (IsPlace && E->isLValue() && E == strip(E) &&
          E->getType()->isIntegralOrEnumerationType() &&
          llvm::none_of(
              Places,
              [&](const Expr *Known) { return sameExpression(Known, E); }) &&
          mayBeElement(E, Function, DC))
        Places.push_back(E);
      return false;
    });
  };
  Add(Loop.IV.Bound);
  if (Loop.isBatch()) // The launch evaluates the bounds of all rows.
    for (const NestedLoop &Around : Loop.Outer) {
      Add(Around.IV.Lower);
      Add(Around.IV.Bound);
    }
  return Places;
}
