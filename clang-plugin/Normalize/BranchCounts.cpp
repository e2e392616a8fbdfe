//===- BranchCounts.cpp - Steps that a branch chooses ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/BranchCounts.h"
#include "AST/Assignments.h"
#include "AST/Control.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "Normalize/ItemTargets.h"
#include "clang/AST/ASTContext.h"
#include <algorithm>

using namespace clang;
using namespace ompscan::plugin;

namespace {

class BranchCounter {
public:
  BranchCounter(const ScanDirective &D, Sema &S, TreeRewriter &Rewriter,
                llvm::SmallVectorImpl<const Stmt *> &Moved)
      : S(S), Context(S.Context), Rewriter(Rewriter),
        Items(namedItems(D, S.Context)), Moved(Moved) {}

  Stmt *in(Stmt *St);

private:
  /// A statement of a block.
  struct Place {
    const CompoundStmt *Block;
    size_t Number;
  };
  /// The way to a statement: a place in each block around it.
  using Path = llvm::SmallVector<Place, 4>;

  /// How an item gets its step.
  struct Count {
    const Expr *Assignment; ///< of the step, in a branch
    const Expr *Step;
    llvm::SmallVector<const Stmt *, 4> Others; ///< not needed any more
  };

  static bool isUsedBehind(const Path &At, const Place &Update,
                           const Expr &Item);
  static const Expr *findAssignment(const CompoundStmt &Block,
                                    const VarDecl &Var, size_t First,
                                    size_t End, bool MayBranch, Path &At);
  bool find(Place Update, const Expr &Item, const VarDecl *Var,
            Count &Found) const;
  Stmt *moved(CompoundStmt &Block);

  Sema &S;
  ASTContext &Context;
  TreeRewriter &Rewriter;
  const llvm::SmallVector<const Expr *, 4> Items;
  llvm::SmallVectorImpl<const Stmt *> &Moved;
};

} // namespace

/// Whether control may enter or leave \p St elsewhere than at its begin or end.
static bool jumps(const Stmt *St) {
  return anyNode(St, [](const Stmt *Node) {
    return isa<LabelStmt, SwitchCase, GotoStmt, IndirectGotoStmt, BreakStmt,
               ContinueStmt, ReturnStmt>(Node);
  });
}

/// Whether a statement behind \p At, in the blocks that lead there, and in
/// front of \p Update, in the first of them, may use \p Item.
bool BranchCounter::isUsedBehind(const Path &At, const Place &Update,
                                 const Expr &Item) {
  return llvm::any_of(At, [&](const Place &Each) {
    ArrayRef<Stmt *> All(Each.Block->body_begin(), Each.Block->body_end());
    if (Each.Block == Update.Block)
      All = All.take_front(Update.Number);
    return llvm::any_of(All.drop_front(Each.Number + 1), [&](const Stmt *St) {
      return mentions(St, variableOf(&Item)) || jumps(St);
    });
  });
}

/// The number of references to \p Var in \p St.
static unsigned referencesIn(const Stmt *St, const VarDecl &Var) {
  unsigned Number = 0;
  forEachNode(St, [&](const Stmt *Node) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Node);
    Number += Ref && Ref->getDecl() == &Var;
    return true;
  });
  return Number;
}

/// The assignment to \p Var, and the way to it, in the statements of \p Block
/// from \p First on and in front of \p End: in blocks and, with \p MayBranch,
/// under conditions. Null if there is none.
const Expr *BranchCounter::findAssignment(const CompoundStmt &Block,
                                          const VarDecl &Var, size_t First,
                                          size_t End, bool MayBranch,
                                          Path &At) {
  const Stmt *St = nullptr;
  for (size_t I = First; I != End && !St; ++I)
    if (mentions(Block.body_begin()[I], &Var)) {
      St = Block.body_begin()[I];
      At.push_back({&Block, I});
    }
  while (St && !isa<Expr>(St)) {
    const std::optional<Branches> If = branchesOf(St);
    if (!If)
      break;
    if (!MayBranch)
      return nullptr;
    St = If->Else && mentions(If->Else, &Var) ? If->Else : If->Then;
  }
  if (const auto *Inner = dyn_cast_or_null<CompoundStmt>(St))
    return findAssignment(*Inner, Var, 0, Inner->size(), MayBranch, At);
  const auto *E = dyn_cast_or_null<Expr>(St);
  const Expr *Target = E ? plainAssignment(E).Target : nullptr;
  return Target && variableOf(Target->IgnoreParens()) == &Var ? E : nullptr;
}

/// Finds what gives \p Var its value, which \p Update adds to \p Item.
bool BranchCounter::find(Place Update, const Expr &Item, const VarDecl *Var,
                         Count &Found) const {
  const CompoundStmt &Block = *Update.Block;
  size_t Declared = 0;
  while (Declared != Update.Number &&
         variableDeclaredBy(Block.body_begin()[Declared]) != Var)
    ++Declared;
  // The assignment, and what uses the value.
  if (Declared == Update.Number || !Var->hasLocalStorage() ||
      !Var->getType()->isIntegerType() ||
      Var->getType().isVolatileQualified() || referencesIn(&Block, *Var) != 2)
    return false;
  const bool HasValue = Var->hasInit();
  if (HasValue && constantValue(Var->getInit(), Context) != 0)
    return false;
  Path At;
  const Expr *Assignment =
      findAssignment(Block, *Var, Declared + 1, Update.Number,
                     /*MayBranch=*/HasValue, At);
  if (!Assignment || isUsedBehind(At, Update, Item) ||
      llvm::any_of(Block.body(), [](const Stmt *St) {
        return isa<LabelStmt, SwitchCase>(St);
      }))
    return false;
  const Expr *Value = plainAssignment(Assignment).Value;
  Found.Others.push_back(Block.body_begin()[Declared]);
  if (HasValue) {
    Found.Assignment = Assignment;
    Found.Step = Value;
    // Only what is stored at the item makes a selection.
    const CompoundStmt &Inside = *At.back().Block;
    return constantValue(Value, Context).value_or(0) > 0 &&
           std::any_of(
               Inside.body_begin(), Inside.body_begin() + At.back().Number,
               [&](const Stmt *St) { return mentions(St, variableOf(&Item)); });
  }
  // `long m; { long n = 0; ...; m = n; } k += m;`
  Found.Others.push_back(Assignment);
  const VarDecl *Copied = variableOf(stripImplicit(Value));
  return Copied &&
         Context.hasSameUnqualifiedType(Copied->getType(), Var->getType()) &&
         find(At.back(), Item, Copied, Found);
}

/// \p Block with one update in the branch that sets its step; null if there is
/// none.
Stmt *BranchCounter::moved(CompoundStmt &Block) {
  for (size_t I = 0; I != Block.size(); ++I) {
    const auto *E = dyn_cast<Expr>(Block.body_begin()[I]);
    const auto *Update = dyn_cast_or_null<CompoundAssignOperator>(
        E ? E->IgnoreParens() : nullptr);
    const Expr *Item = Update && Update->getOpcode() == BO_AddAssign
                           ? itemNamedBy(Update->getLHS(), Items)
                           : nullptr;
    const VarDecl *Var = Item && variableOf(Item)
                             ? variableOf(stripImplicit(Update->getRHS()))
                             : nullptr;
    Count Found{};
    if (!Var || !find({&Block, I}, *Item, Var, Found))
      continue;
    const SourceLocation Loc = Update->getExprLoc();
    // Sema changes the type of an implicit cast that it finds, here one of the
    // user's own nodes.
    auto *Step =
        new (Context) ParenExpr(Loc, Loc, const_cast<Expr *>(Found.Step));
    Expr *New =
        S.BuildBinOp(/*S=*/nullptr, Loc, BO_AddAssign, Update->getLHS(), Step)
            .get();
    if (!New)
      continue;
    Moved.push_back(New);
    Found.Others.push_back(E);
    Stmt *Result = Rewriter.replaced(&Block, Found.Assignment, New);
    for (const Stmt *Each : Found.Others)
      Result = Rewriter.replaced(Result, Each, new (Context) NullStmt(Loc));
    return Result;
  }
  return nullptr;
}

Stmt *BranchCounter::in(Stmt *St) {
  if (isa<Expr>(St))
    return St;
  if (auto *Block = dyn_cast<CompoundStmt>(St))
    while (Stmt *New = Block ? moved(*Block) : nullptr) {
      St = New;
      Block = dyn_cast<CompoundStmt>(New);
    }
  return Rewriter.rebuilt(St, [this](Stmt *Child) { return in(Child); });
}

Stmt *
ompscan::plugin::withBranchCounts(Stmt *S, const ScanDirective &D, Sema &Sema,
                                  TreeRewriter &Rewriter,
                                  llvm::SmallVectorImpl<const Stmt *> &Moved) {
  return BranchCounter(D, Sema, Rewriter, Moved).in(S);
}
