//===- ReadConditions.cpp - Values that need not be defined ---------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/ReadConditions.h"
#include "AST/CopyExpr.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "Host/IterationCount.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace ompscan::plugin;

bool ReadConditions::isVarying(const GuardedRead::Condition &C) const {
  return mentions(C.Value, Loop.IV.Var);
}

/// \p C, of the current value of the induction variable.
Expr *ReadConditions::holds(const GuardedRead::Condition &C) {
  Expr *Fails = Calls.negated(Move.expression(C.Value));
  return C.Holds ? Calls.negated(Fails) : Fails;
}

/// Whether \p Condition holds in any iteration:
///
///   ({ int any = 0;
///      for (T i = lower; i < bound && !any; i = i + step)
///        any = condition;
///      any; })
Expr *ReadConditions::inAnyIteration(Expr *Condition) {
  const Induction &IV = Loop.IV;
  llvm::SmallVector<Stmt *, 3> Statements;
  VarDecl *Any = Calls.variable(
      "__ompscan_any", Condition->getType(),
      new (Context) ImplicitValueInitExpr(Condition->getType()), Statements);
  llvm::SmallVector<Stmt *, 1> Init;
  VarDecl *Var =
      Calls.variable("__ompscan_i", IV.Type.getUnqualifiedType(),
                     Calls.integer(Move.expression(IV.Lower), IV.Type), Init);
  // The nodes of the condition are those of the loop, too.
  Expr *OfVar = copyExpr(
      Condition,
      [&](const Expr *E) -> Expr * {
        return isReferenceTo(E, IV.Var) ? Calls.reference(Var) : nullptr;
      },
      Context);
  Expr *Goes =
      Calls.binary(Calls.integer(Calls.reference(Var), IV.ComparedType),
                   comparisonOf(IV.Rel),
                   Calls.integer(Move.expression(IV.Bound), IV.ComparedType));
  Expr *None = Calls.negated(Calls.reference(Any));
  Expr *Next = Calls.integer(
      Calls.compute(Calls.reference(Var), BO_Add, Calls.number(IV.Step)),
      IV.Type);
  if (!OfVar || !Goes || !None || !Next)
    return nullptr;
  const SourceLocation Loc = Calls.loc();
  Statements.push_back(new (Context) ForStmt(
      Context, Init.front(), Calls.both(Goes, None), /*condVar=*/nullptr,
      assign(Calls.reference(Var), Next, Context),
      assign(Calls.reference(Any), OfVar, Context), Loc, Loc, Loc));
  Statements.push_back(Calls.valueOf(Any));
  return Calls.blockValue(Statements, Condition->getType());
}

Expr *ReadConditions::pointersOf(const Expr *Value) {
  Expr *Result = nullptr;
  for (const Expr *Sub : operands(Value))
    Result = Calls.both(Result, pointersOf(Sub));
  const Expr *Needed = nullptr;
  if (const auto *Member = dyn_cast<MemberExpr>(Value);
      Member && Member->isArrow() &&
      !isa<CXXThisExpr>(stripImplicit(Member->getBase())))
    Needed = Member->getBase();
  else if (const auto *Unary = dyn_cast<UnaryOperator>(Value);
           Unary && Unary->getOpcode() == UO_Deref)
    Needed = Unary->getSubExpr();
  else if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Value);
           Subscript &&
           !stripImplicit(Subscript->getBase())->getType()->isArrayType())
    Needed = Subscript->getBase();
  else if (const auto *Binary = dyn_cast<BinaryOperator>(Value);
           Binary && Binary->getType()->isIntegerType() &&
           Binary->isMultiplicativeOp() && Binary->getOpcode() != BO_Mul)
    Needed = Binary->getRHS();
  return Needed && Needed->getType()->isScalarType()
             ? Calls.both(Result, holds({Needed, true}))
             : Result;
}

/// Whether some iteration gets to \p Read; null if that is certain.
Expr *ReadConditions::onWay(const GuardedRead &Read) {
  const auto *Varying = llvm::find_if(
      Read.Conditions, [this](const auto &C) { return isVarying(C); });
  const bool IsExact = Read.IsComplete && Varying == Read.Conditions.end();
  Expr *Before = nullptr, *InLoop = nullptr;
  for (const auto *Next = Read.Conditions.begin();
       Next != Read.Conditions.end(); ++Next)
    (Next < Varying ? Before : InLoop) =
        Calls.both(Next < Varying ? Before : InLoop, holds(*Next));
  // A null pointer is found without a loop.
  if (!IsExact)
    Before = Calls.both(Before, pointersOf(Read.Value));
  if (InLoop)
    InLoop = inAnyIteration(InLoop);
  return Calls.both(Before, InLoop);
}

Expr *ReadConditions::build(const Expr *Value) {
  Expr *Result = nullptr;
  for (const GuardedRead &Read : Loop.GuardedReads) {
    if (!sameExpression(Read.Value, Value))
      continue;
    Expr *Next = onWay(Read);
    if (!Next)
      return nullptr;
    Result = Calls.either(Result, Next);
  }
  return Result;
}

Expr *ReadConditions::of(const Expr *Value) {
  if (Loop.GuardedReads.empty())
    return nullptr;
  auto *Found = llvm::find_if(
      All, [&](const Known &K) { return sameExpression(K.Value, Value); });
  if (Found == All.end()) {
    Expr *Condition = build(Value);
    if (!Condition || !Declarations)
      return Condition;
    All.push_back(
        {Value, Calls.constant("__ompscan_reads", Condition->getType(),
                               Condition, *Declarations)});
    Found = std::prev(All.end());
  }
  return Found->Variable ? Calls.valueOf(Found->Variable) : nullptr;
}

Expr *ReadConditions::ofItems() {
  Expr *All = nullptr;
  for (const Item &I : Loop.Items)
    for (const Item::Place &Place : I.places())
      All = Calls.both(All, of(Place.At));
  return All;
}

Expr *ReadConditions::orZero(Expr *Condition, Expr *Value) {
  if (!Condition || !Value)
    return Value;
  const SourceLocation Loc = Calls.loc();
  return new (Context)
      ConditionalOperator(Condition, Loc, Value, Loc,
                          new (Context) ImplicitValueInitExpr(Value->getType()),
                          Value->getType(), VK_PRValue, OK_Ordinary);
}

Expr *ReadConditions::value(const Expr *E) {
  if (Loop.GuardedReads.empty())
    return Move.expression(E);
  const auto Guarded = [&](const Expr *Sub) -> Expr * {
    // The caller decides about what varies.
    if (!Sub->isPRValue() || !Sub->getType()->isScalarType() ||
        Loop.mentionsInduction(Sub))
      return nullptr;
    const Expr *Object = strip(Sub);
    while (true) {
      if (Expr *Condition = of(Object))
        return orZero(Condition, Move.expression(Sub));
      const auto *Member = dyn_cast<MemberExpr>(Object);
      if (!Member || Member->isArrow())
        return nullptr;
      Object = stripImplicit(Member->getBase());
    }
  };
  if (E->isGLValue())
    E = loadOf(const_cast<Expr *>(E), Context);
  Expr *Copy = copyExpr(E, Guarded, Context);
  return Move.expression(Copy ? Copy : E);
}
