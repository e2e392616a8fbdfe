//===- PointerCounts.cpp - Pointers that a loop moves -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/PointerCounts.h"
#include "AST/Containers.h"
#include "AST/Control.h"
#include "AST/Expressions.h"
#include "AST/TreeRewriter.h"
#include "AST/TreeWalk.h"
#include "Analysis/Clauses/ItemReader.h"
#include "Normalize/Steps.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/OpenMPClause.h"

using namespace clang;
using namespace ompscan::plugin;

/// Whether \p Place, an iterator that leads to an element, only steps the
/// iterator \p Var or uses its value, if it has to do with it.
static bool onlyMovesPlace(const Expr *Place, const VarDecl &Var) {
  Place = stripImplicit(Place);
  if (const Operation Sum = movedIterator(Place); Sum.Left)
    return onlyMovesPlace(Sum.Left, Var) && !mentions(Sum.Right, &Var);
  const Step Found = stepOf(Place);
  return isVar(Place, Var) || !mentions(Place, &Var) ||
         (Found.Var && isVar(Found.Var, Var) &&
          (!Found.Amount || !mentions(Found.Amount, &Var)));
}

/// Whether \p S only steps the pointer or iterator \p Var and uses its value.
static bool onlyMoves(const Stmt *S, const VarDecl &Var) {
  const auto *E = dyn_cast<Expr>(S);
  if (const Expr *Place = E ? placeIn(E) : nullptr) {
    const auto *Call = cast<CXXOperatorCallExpr>(E);
    return onlyMovesPlace(Place, Var) &&
           (Call->getNumArgs() == 1 || onlyMoves(Call->getArg(1), Var));
  }
  const Expr *Read = loadedBy(S);
  if (isa<LambdaExpr>(S) || (E && isVar(E, Var)))
    return !mentions(S, &Var);
  if (Read) {
    if (isVar(Read, Var))
      return true;
    E = Read;
  }
  if (E)
    if (const Step Found = stepOf(E); Found.Var && isVar(Found.Var, Var))
      return (E->isPRValue() || Read) && !isIterator(Var.getType()) &&
             (!Found.Amount || !mentions(Found.Amount, &Var));
  return llvm::all_of(childrenOf(S), [&](const Stmt *Child) {
    const auto *Dropped = dyn_cast<Expr>(Child);
    if (!Dropped || !isDropped(*Dropped, *S))
      return onlyMoves(Child, Var);
    const Step Found = stepOf(Dropped);
    return Found.Var && isVar(Found.Var, Var)
               ? !Found.Amount || !mentions(Found.Amount, &Var)
               : onlyMoves(Child, Var);
  });
}

namespace {

/// Counts in a loop how far a pointer or an iterator moves: `*out++ = v;`
/// becomes
/// `*(out + count++) = v;`.
class PointerCounter {
public:
  PointerCounter(const DeclRefExpr &Pointer, VarDecl &Count, Sema &S,
                 TreeRewriter &Rewriter)
      : Pointer(Pointer), Count(Count), S(S), Rewriter(Rewriter) {}

  /// \p Parent with other children; null if an expression cannot be built.
  Stmt *inChildren(Stmt *Parent);

private:
  const VarDecl &var() const { return *cast<VarDecl>(Pointer.getDecl()); }
  Expr *count(SourceLocation Loc) const {
    return referTo(&Count, Loc, S.Context);
  }
  Expr *moved(const Step &Next, SourceLocation Loc) const;
  Expr *place(Expr *Number, SourceLocation Loc) const;
  Expr *placeOf(const Expr *Iterator) const;
  Expr *element(const Expr *E) const;

  const DeclRefExpr &Pointer;
  VarDecl &Count;
  Sema &S;
  TreeRewriter &Rewriter;
};

} // namespace

/// The step \p Next of the count.
Expr *PointerCounter::moved(const Step &Next, SourceLocation Loc) const {
  if (Next.Amount)
    return S
        .BuildBinOp(/*S=*/nullptr, Loc,
                    Next.IsDown ? BO_SubAssign : BO_AddAssign, count(Loc),
                    Next.Amount)
        .get();
  const UnaryOperatorKind Kind = Next.YieldsOld
                                     ? (Next.IsDown ? UO_PostDec : UO_PostInc)
                                     : (Next.IsDown ? UO_PreDec : UO_PreInc);
  return S.BuildUnaryOp(/*S=*/nullptr, Loc, Kind, count(Loc)).get();
}

/// `Pointer + Number`
Expr *PointerCounter::place(Expr *Number, SourceLocation Loc) const {
  Expr *Begin = referTo(&var(), Loc, S.Context,
                        Pointer.refersToEnclosingVariableOrCapture());
  if (isIterator(var().getType()))
    Begin = S.BuildOverloadedArrowExpr(/*S=*/nullptr, Begin, Loc).get();
  if (!Number || !Begin)
    return nullptr;
  Expr *Sum = S.BuildBinOp(/*S=*/nullptr, Loc, BO_Add, Begin, Number).get();
  return Sum ? new (S.Context) ParenExpr(Loc, Loc, Sum) : nullptr;
}

/// The pointer to what \p Iterator leads to; null if that is not the iterator,
/// or a step of it, plus a number.
Expr *PointerCounter::placeOf(const Expr *Iterator) const {
  Iterator = stripImplicit(Iterator);
  const SourceLocation Loc = Iterator->getExprLoc();
  if (isVar(Iterator, var()))
    return place(count(Loc), Loc);
  if (const Operation Sum = movedIterator(Iterator); Sum.Left) {
    Expr *Begin = placeOf(Sum.Left);
    return Begin ? S.BuildBinOp(/*S=*/nullptr, Loc, Sum.Kind, Begin, Sum.Right)
                       .get()
                 : nullptr;
  }
  const Step Next = stepOf(Iterator);
  return Next.Var && isVar(Next.Var, var()) ? place(moved(Next, Loc), Loc)
                                            : nullptr;
}

/// The element, or the pointer to it, that \p E is by the iterator; null if it
/// is another expression.
Expr *PointerCounter::element(const Expr *E) const {
  const Expr *Place = placeIn(E);
  Expr *At = Place ? placeOf(Place) : nullptr;
  const auto *Call = cast_or_null<CXXOperatorCallExpr>(At ? E : nullptr);
  if (!Call || Call->getOperator() == OO_Arrow)
    return At;
  const SourceLocation Loc = E->getExprLoc();
  return Call->getOperator() == OO_Star
             ? S.BuildUnaryOp(/*S=*/nullptr, Loc, UO_Deref, At).get()
             : S.CreateBuiltinArraySubscriptExpr(
                    At, Loc, const_cast<Expr *>(Call->getArg(1)), Loc)
                   .get();
}

Stmt *PointerCounter::inChildren(Stmt *Parent) {
  return Rewriter.rebuilt(Parent, [&](Stmt *Child) -> Stmt * {
    auto *E = dyn_cast<Expr>(Child);
    if (!E)
      return inChildren(Child);
    if (Expr *Element = element(E))
      return Element;
    const SourceLocation Loc = E->getExprLoc();
    const Expr *Place = loadedBy(E);
    const Step Next = stepOf(Place ? Place : E);
    const bool Moves = Next.Var && isVar(Next.Var, var());
    if (!Moves && !(Place && isVar(Place, var())))
      return inChildren(E);
    Expr *New = Moves ? moved(Next, Loc) : count(Loc);
    return isDropped(*E, *Parent) ? New : place(New, Loc);
  });
}

ForStmt *
ompscan::plugin::countMovedItems(ScanDirective &D, ForStmt *For,
                                 ArrayRef<const DeclRefExpr *> Stepped,
                                 const VariableSet &Unexposed, Sema &S,
                                 llvm::SmallVectorImpl<Advance> &Result) {
  NodeBuilder Nodes(S);
  for (OMPClause *C : D.Inner->clauses()) {
    if (!isa<OMPReductionClause>(C) || !isScanClause(*C, S.Context))
      continue;
    for (const Expr *Item : operands(C)) {
      const VarDecl *Var = variableOf(itemBase(Item));
      const auto *Ref = llvm::find_if(Stepped, [&](const DeclRefExpr *Each) {
        return Each->getDecl() == Var;
      });
      if (!Var || Ref == Stepped.end() ||
          !(isPlacePointer(Var->getType()) || isIterator(Var->getType())) ||
          !Unexposed.contains(Var->getCanonicalDecl()) ||
          !onlyMoves(For->getBody(), *Var))
        continue;
      Nodes.setLoc(Item->getExprLoc());
      VarDecl *Count = Nodes.counter(Var->getName(), Nodes.number(0));
      TreeRewriter Rewriter(*For, S.Context);
      Stmt *Block = PointerCounter(**Ref, *Count, S, Rewriter)
                        .inChildren(asBlock(For->getBody(), S.Context));
      if (!Block)
        return nullptr;
      For = withBody(*For, Rewriter.finished(Block), S.Context);
      D.Operands[Item] = referTo(Count, Item->getExprLoc(), S.Context);
      Result.push_back({*Ref, /*Amount=*/nullptr, Count});
    }
  }
  return For;
}
