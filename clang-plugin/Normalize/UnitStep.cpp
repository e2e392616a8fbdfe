//===- UnitStep.cpp - Loops that count their iterations -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/UnitStep.h"
#include "AST/CodeBuilder.h"
#include "AST/Control.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "AST/VariableUse.h"
#include "Analysis/Clauses/ItemReader.h"
#include "Analysis/Expressions/CanonicalLoop.h"
#include "Normalize/Positions.h"
#include "Support/ClangCompat.h"
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

/// How often the loop over \p IV from \p First runs if consecutive values are
/// \p Width apart; null after an error.
static Expr *iterationCount(const Induction &IV, Expr *First, Expr *Width,
                            NodeBuilder &Nodes) {
  auto *Bound = const_cast<Expr *>(IV.Bound);
  const bool IsDown = IV.Step < 0;
  const bool HasBound = IV.Rel == Relation::LE || IV.Rel == Relation::GE;
  // The loop compares in this type, and the distance is exact if it runs.
  First = Nodes.integer(First, IV.ComparedType);
  Expr *Runs = Nodes.binary(First, comparisonOf(IV.Rel), Bound);
  Expr *Count =
      Nodes.compute(IsDown ? First : Bound, BO_Sub, IsDown ? Bound : First);
  // The last value is at most the bound, or comes before it.
  Expr *More = HasBound ? Width : Nodes.compute(Width, BO_Sub, Nodes.number(1));
  Count = Nodes.compute(Nodes.compute(Count, BO_Add, More), BO_Div, Width);
  return Nodes.choose(Runs, Count, Nodes.number(0));
}

static bool hasLambda(const Stmt *S) {
  return anyNode(S, [](const Stmt *Node) { return isa<LambdaExpr>(Node); });
}

/// \p For as a loop that counts its iterations, in each of which the variable
/// of \p IV moves by \p Width.
static std::optional<ForStmt *> counting(ForStmt &For, const Induction &IV,
                                         Expr *Width, Sema &S,
                                         DeclContext *DC) {
  ASTContext &Context = S.Context;
  if (IV.Rel == Relation::NE || !isSteady(IV.Lower, For) ||
      IV.Lower->HasSideEffects(Context) || IV.Bound->HasSideEffects(Context) ||
      hasLambda(For.getBody()))
    return &For;
  const SourceLocation Loc = For.getBeginLoc();
  NodeBuilder Nodes(S);
  Nodes.setLoc(Loc);
  Expr *First = Nodes.integer(const_cast<Expr *>(IV.Lower), IV.Type);
  Expr *Count = iterationCount(IV, First, Width, Nodes);
  // Diagnostics name the user's variable.
  VarDecl *Counter = Nodes.counter(IV.Var->getName(), Nodes.number(0));
  Expr *Condition = Nodes.compute(Nodes.reference(Counter), BO_LT, Count);
  Expr *Inc =
      Nodes.compute(Nodes.reference(Counter), BO_AddAssign, Nodes.number(1));
  Expr *Value = Nodes.integer(
      Nodes.compute(First, IV.Step < 0 ? BO_Sub : BO_Add,
                    Nodes.compute(Nodes.reference(Counter), BO_Mul, Width)),
      IV.Type);
  if (!Condition || !Inc || !Value)
    return std::nullopt;
  VarDecl *Own = iterationVariable(IV.Var->getName(), Value, *DC, Context);
  TreeRewriter Rewriter(For, Context);
  Stmt *Statements[] = {declarationOf(Own, Loc, Context),
                        Rewriter.renamed(For.getBody(), *IV.Var, *Own)};
  Stmt *Body =
      Rewriter.finished(blockOf(Statements, {Loc, For.getEndLoc()}, Context));
  return withParts(For, declarationOf(Counter, Loc, Context), Condition, Inc,
                   Body, Context);
}

bool ompscan::plugin::isInClause(const OMPExecutableDirective &D,
                                 const VarDecl &Var) {
  return llvm::any_of(D.clauses(), [&](OMPClause *C) {
    const bool MayBeArray = isa<OMPMapClause>(C);
    if (C->isImplicit() ||
        !(MayBeArray || isa<OMPPrivateClause, OMPFirstprivateClause,
                            OMPLastprivateClause, OMPReductionClause>(C)))
      return false;
    return llvm::any_of(operands(C), [&](const Expr *E) {
      return MayBeArray ? variableOf(stripImplicit(E)) == &Var
                        : mentions(E, &Var) || mentions(itemBase(E), &Var);
    });
  });
}

std::optional<ForStmt *>
ompscan::plugin::countingIterations(ForStmt &For, const Induction &IV, Sema &S,
                                    DeclContext *DC) {
  NodeBuilder Nodes(S);
  Nodes.setLoc(For.getBeginLoc());
  const int64_t Width = IV.Step < 0 ? -IV.Step : IV.Step;
  return counting(For, IV, Nodes.number(Width), S, DC);
}

bool ompscan::plugin::makeStepConstant(ScanDirective &D, Sema &S,
                                       DeclContext *DC) {
  ForStmt *For = singleLoop(D);
  if (!For)
    return true;
  ASTContext &Context = S.Context;
  compat::QuietEngine Quiet(S.getSourceManager());
  const std::optional<VariableStep> Step =
      variableStep(*For, Context, Diagnostics(Quiet.Engine));
  if (!Step || Step->Amount->HasSideEffects(Context) ||
      !isSteady(Step->Amount, *For) || isInClause(*D.Inner, *Step->IV.Var) ||
      isInClause(*D.Outer, *Step->IV.Var))
    return true;
  const SemaContext InFunction(S, DC);
  NodeBuilder Nodes(S);
  Nodes.setLoc(For->getBeginLoc());
  Expr *Width = Nodes.integer(const_cast<Expr *>(Step->Amount),
                              Context.getIntTypeForBitwidth(64, /*Signed=*/1));
  if (Width && (Step->IV.Step < 0) != Step->IsSubtracted)
    Width = Nodes.compute(Nodes.number(0), BO_Sub, Width);
  const std::optional<ForStmt *> Counting =
      Width ? counting(*For, Step->IV, Width, S, DC) : std::nullopt;
  if (!Counting)
    return false;
  if (*Counting != For)
    D.OnHost = *Counting;
  return true;
}
