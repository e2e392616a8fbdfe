//===- MovedCounters.cpp - Variables that an increment sets ---------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/MovedCounters.h"
#include "AST/Assignments.h"
#include "AST/Control.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "Normalize/ItemTargets.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

class CounterMover {
public:
  CounterMover(const Stmt &Loop, const ScanDirective &D, Sema &S,
               TreeRewriter &Rewriter)
      : S(S), Context(S.Context), Rewriter(Rewriter),
        Items(namedItems(D, S.Context)), Inside(variablesIn(&Loop)) {}

  Stmt *in(Stmt *St);

private:
  const UnaryOperator *moveIn(const Stmt *St) const;
  Stmt *behind(Stmt *St, const UnaryOperator &Move);

  Sema &S;
  ASTContext &Context;
  TreeRewriter &Rewriter;
  const llvm::SmallVector<const Expr *, 4> Items;
  /// The variables that iterations declare.
  const llvm::DenseSet<const VarDecl *> Inside;
};

} // namespace

/// The increment or decrement of an item that gives a variable its value in
/// \p St; null if there is none.
const UnaryOperator *CounterMover::moveIn(const Stmt *St) const {
  const Expr *Value = nullptr;
  if (const VarDecl *Declared = variableDeclaredBy(St)) {
    if (!Declared->getType()->isReferenceType())
      Value = Declared->getInit();
  } else if (const auto *E = dyn_cast<Expr>(St)) {
    const Assignment Plain = plainAssignment(E);
    const VarDecl *Var =
        Plain.Target ? variableOf(Plain.Target->IgnoreParens()) : nullptr;
    if (Var && Inside.contains(Rewriter.original(Var)))
      Value = Plain.Value;
  }
  const auto *Move =
      Value ? dyn_cast<UnaryOperator>(stripImplicit(Value)) : nullptr;
  if (!Move || !Move->isIncrementDecrementOp())
    return nullptr;
  const Expr *Counter = strip(Move->getSubExpr());
  const QualType Type = Counter->getType();
  // A narrower value does not wrap around when 1 is subtracted again.
  return variableOf(Counter) && Type->isIntegerType() &&
                 !Type.isVolatileQualified() &&
                 Context.getTypeSize(Type) >=
                     Context.getTypeSize(Context.IntTy) &&
                 itemNamedBy(Counter, Items)
             ? Move
             : nullptr;
}

/// \p St with what the value of \p Move is behind \p Move.
Stmt *CounterMover::behind(Stmt *St, const UnaryOperator &Move) {
  const SourceLocation Loc = Move.getExprLoc();
  Expr *Value = const_cast<Expr *>(Move.getSubExpr());
  if (Move.isPostfix()) {
    const QualType Type = Move.getType().getUnqualifiedType();
    Expr *One = IntegerLiteral::Create(
        Context, llvm::APInt(Context.getTypeSize(Type), 1), Type, Loc);
    const ExprResult Before = S.BuildBinOp(
        /*S=*/nullptr, Loc, Move.isIncrementOp() ? BO_Sub : BO_Add, Value, One);
    if (!Before.isUsable())
      return nullptr;
    Value = new (Context) ParenExpr(Loc, Loc, Before.get());
  } else if (Move.isPRValue()) {
    Value = loadOf(Value, Context); // in C
  }
  return Rewriter.replaced(St, &Move, Value);
}

Stmt *CounterMover::in(Stmt *St) {
  auto *Block = dyn_cast<CompoundStmt>(St);
  if (!Block)
    return isa<Expr>(St)
               ? St
               : Rewriter.rebuilt(St, [&](Stmt *Child) { return in(Child); });
  llvm::SmallVector<Stmt *, 8> All;
  for (Stmt *Each : Block->body()) {
    const UnaryOperator *Move = moveIn(Each);
    Stmt *Behind = Move ? behind(Each, *Move) : nullptr;
    if (Behind)
      All.push_back(const_cast<UnaryOperator *>(Move));
    All.push_back(Behind ? Behind : in(Each));
  }
  return llvm::equal(All, Block->body())
             ? Block
             : blockOf(All, Block->getSourceRange(), Context);
}

Stmt *ompscan::plugin::withMovedCounters(Stmt *S, const ScanDirective &D,
                                         Sema &Sema, TreeRewriter &Rewriter) {
  return CounterMover(*S, D, Sema, Rewriter).in(S);
}
