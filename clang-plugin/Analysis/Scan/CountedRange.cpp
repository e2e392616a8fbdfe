//===- CountedRange.cpp - Elements that an iteration counts ---------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Scan/CountedRange.h"
#include "AST/Assignments.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

using namespace clang;
using namespace ompscan::plugin;

/// Whether \p S itself, or a statement in it, evaluates \p E.
static bool isIn(const nest::Statement &S, const Expr &E) {
  return nest::anyStatement(S, [&](const nest::Statement &Each) {
    bool Found = false;
    nest::forEachExpression(Each, [&](const Expr &Whole) {
      Found |= anyOf(&Whole, [&](const Expr *Part) { return Part == &E; });
    });
    return Found;
  });
}

/// `c++` alone.
bool CountedRange::isIncrement(const nest::Statement &S) const {
  const Expr *E = S.expression();
  const Expr *Place = E ? incrementedBy(E) : nullptr;
  return Place && variableOf(Place) == &Count;
}

/// Whether the iteration reads the count and increments it, in statements of
/// their own, and does nothing else with it.
bool CountedRange::isOnlyCounted() const {
  const Expr *First = Count.getInit();
  unsigned Uses = 0, Reads = 0, Increments = 0;
  nest::forEachStatement(Body, [&](const nest::Statement &S) {
    Increments += isIncrement(S);
    nest::forEachExpression(S, [&](const Expr &Whole) {
      forEachNode(&Whole, [&](const Stmt *Node) {
        const auto *Ref = dyn_cast<DeclRefExpr>(Node);
        Uses += Ref && Ref->getDecl() == &Count;
        Reads += variableOf(loadedBy(Node)) == &Count;
        return true;
      });
    });
  });
  return First && constantValue(First, Count.getASTContext()) == 0 &&
         Uses == Reads + Increments;
}

/// Adds the statements of \p Block to \p Found, those of blocks in it in their
/// place.
static void
addStatements(const nest::Block &Block,
              llvm::SmallVectorImpl<const nest::Statement *> &Found) {
  for (const nest::Statement *Each : Block.statements())
    if (const auto *Inner = dyn_cast<nest::Block>(Each))
      addStatements(*Inner, Found);
    else
      Found.push_back(Each);
}

/// Whether an increment follows the store to \p Target in its block.
bool CountedRange::isFollowed(const Expr &Target) const {
  return nest::anyStatement(Body, [&](const nest::Statement &S) {
    const auto *Block = dyn_cast<nest::Block>(&S);
    if (!Block)
      return false;
    llvm::SmallVector<const nest::Statement *, 8> Statements;
    addStatements(*Block, Statements);
    bool IsStored = false;
    for (const nest::Statement *Each : Statements) {
      if (IsStored && isIncrement(*Each))
        return true;
      if (IsStored && !Each->expression())
        return false; // Control may leave the block.
      IsStored |= Each->expression() && isIn(*Each, Target);
    }
    return false;
  });
}

/// Whether \p S is `k += c`.
bool CountedRange::isUpdate(const nest::Statement &S) const {
  const auto *Update = dyn_cast_or_null<CompoundAssignOperator>(S.expression());
  return Update && Update->getOpcode() == BO_AddAssign &&
         sameExpression(strip(Update->getLHS()), &Item) &&
         variableOf(stripImplicit(Update->getRHS())) == &Count;
}

/// Whether \p Block has the store to \p Target, all increments, and then the
/// update.
bool CountedRange::isAddedIn(const nest::Block &Block,
                             const Expr &Target) const {
  bool IsStored = false, IsAdded = false;
  for (const nest::Statement *Each : Block.statements()) {
    if (IsAdded && nest::anyStatement(*Each, [&](const nest::Statement &S) {
          return isIncrement(S);
        }))
      return false;
    IsAdded |= IsStored && isUpdate(*Each);
    IsStored |= isIn(*Each, Target);
  }
  return IsAdded;
}

bool CountedRange::contains(const Expr &Target) const {
  if (!isOnlyCounted() || !isFollowed(Target))
    return false;
  unsigned Changes = 0;
  nest::forEachStatement(Body, [&](const nest::Statement &S) {
    nest::forEachExpression(S, [&](const Expr &Whole) {
      forEachNode(&Whole, [&](const Stmt *Node) {
        const auto *E = dyn_cast<Expr>(Node);
        const Expr *Place = E ? changedBy(E) : nullptr;
        Changes += Place && sameExpression(strip(Place), &Item);
        return true;
      });
    });
  });
  return Changes == 1 &&
         nest::anyStatement(Body, [&](const nest::Statement &S) {
           const auto *Block = dyn_cast<nest::Block>(&S);
           return Block && isAddedIn(*Block, Target);
         });
}
