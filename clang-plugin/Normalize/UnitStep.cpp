//===- UnitStep.cpp - Loops that count their iterations -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/UnitStep.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "AST/VariableUse.h"
#include "Normalize/Positions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace ompscan::plugin;

/// Whether \p For assigns no variable in \p E.
static bool isSteady(const Expr *E, const ForStmt &For) {
  return !anyOf(E, [&](const Expr *Sub) {
    const VarDecl *Var = variableOf(Sub);
    return Var && useOf(Var, For.getBody()).IsAssigned;
  });
}

static BinaryOperatorKind opcodeOf(Relation Rel) {
  switch (Rel) {
  case Relation::LT:
    return BO_LT;
  case Relation::LE:
    return BO_LE;
  case Relation::GT:
    return BO_GT;
  case Relation::GE:
    return BO_GE;
  case Relation::NE:
    return BO_NE;
  case Relation::EQ:
    return BO_EQ;
  }
  llvm_unreachable("unknown relation");
}

/// How often the loop over \p IV from \p First runs; null after an error.
static Expr *iterationCount(const Induction &IV, Expr *First, Sema &S,
                            SourceLocation Loc, NodeBuilder &Nodes) {
  auto *Bound = const_cast<Expr *>(IV.Bound);
  const bool IsDown = IV.Step < 0;
  const bool HasBound = IV.Rel == Relation::LE || IV.Rel == Relation::GE;
  const int64_t Width = IsDown ? -IV.Step : IV.Step;
  // The loop compares in this type, and the distance is exact if it runs.
  First = Nodes.cast(First, IV.ComparedType);
  Expr *Runs =
      First ? S.BuildBinOp(/*S=*/nullptr, Loc, opcodeOf(IV.Rel), First, Bound)
                  .get()
            : nullptr;
  Expr *Count =
      Nodes.binary(BO_Sub, IsDown ? First : Bound, IsDown ? Bound : First);
  Count =
      Nodes.binary(BO_Add, Count, Nodes.integer(HasBound ? Width : Width - 1));
  Count = Nodes.binary(BO_Div, Count, Nodes.integer(Width));
  return Runs && Count
             ? S.ActOnConditionalOp(Loc, Loc, Runs, Count, Nodes.integer(0))
                   .get()
             : nullptr;
}

static bool hasLambda(const Stmt *S) {
  return anyNode(S, [](const Stmt *Node) { return isa<LambdaExpr>(Node); });
}

std::optional<ForStmt *>
ompscan::plugin::countingIterations(ForStmt &For, const Induction &IV, Sema &S,
                                    DeclContext *DC) {
  ASTContext &Context = S.Context;
  if (IV.Rel == Relation::NE || !isSteady(IV.Lower, For) ||
      IV.Lower->HasSideEffects(Context) || IV.Bound->HasSideEffects(Context) ||
      hasLambda(For.getBody()))
    return &For;
  const SourceLocation Loc = For.getBeginLoc();
  NodeBuilder Nodes(S);
  Nodes.setLoc(Loc);
  Expr *First = Nodes.cast(const_cast<Expr *>(IV.Lower), IV.Type);
  Expr *Count = First ? iterationCount(IV, First, S, Loc, Nodes) : nullptr;
  // Diagnostics name the user's variable.
  VarDecl *Counter = Nodes.variable(IV.Var->getName(), Nodes.integer(0));
  Expr *Condition =
      Count ? Nodes.binary(BO_LT, Nodes.reference(Counter), Count) : nullptr;
  Expr *Inc =
      Nodes.binary(BO_AddAssign, Nodes.reference(Counter), Nodes.integer(1));
  Expr *Value = Nodes.binary(
      BO_Add, First,
      Nodes.binary(BO_Mul, Nodes.reference(Counter), Nodes.integer(IV.Step)));
  Value = Value ? Nodes.cast(Value, IV.Type) : nullptr;
  if (!Condition || !Inc || !Value)
    return std::nullopt;
  VarDecl *Own = iterationVariable(IV.Var->getName(), Value, *DC, Context);
  TreeRewriter Rewriter(For, Context);
  Stmt *Statements[] = {new (Context) DeclStmt(DeclGroupRef(Own), Loc, Loc),
                        Rewriter.renamed(For.getBody(), *IV.Var, *Own)};
  Stmt *Body = Rewriter.finished(CompoundStmt::Create(
      Context, Statements, FPOptionsOverride(), Loc, For.getEndLoc()));
  return withParts(For, new (Context) DeclStmt(DeclGroupRef(Counter), Loc, Loc),
                   Condition, Inc, Body, Context);
}
