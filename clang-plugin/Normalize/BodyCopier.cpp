//===- BodyCopier.cpp - Copies of the bodies of functions -----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/BodyCopier.h"
#include "AST/Control.h"
#include "AST/CopyNode.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace ompscan::plugin;

static bool isReturn(const nest::Statement &S) {
  const auto *Jump = dyn_cast<nest::Jump>(&S);
  return Jump && Jump->target() == nest::Jump::Target::Return;
}

/// Whether no path through \p S, which may be null, reaches its end.
static bool alwaysReturns(const nest::Statement *S) {
  if (const auto *Block = dyn_cast_or_null<nest::Block>(S))
    return llvm::any_of(Block->statements(), alwaysReturns);
  if (const auto *If = dyn_cast_or_null<nest::If>(S))
    return alwaysReturns(&If->thenBranch()) && alwaysReturns(If->elseBranch());
  return S && isReturn(*S);
}

/// The statements of a branch or a body, which may be null.
static llvm::SmallVector<const nest::Statement *, 8>
statementsOf(const nest::Statement *S) {
  if (!S)
    return {};
  if (const auto *Block = dyn_cast<nest::Block>(S))
    return llvm::to_vector<8>(Block->statements());
  return {S};
}

Expr *BodyCopier::replaced(const Expr *E) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (VarDecl *Copy = Var ? Copies.lookup(Var) : nullptr)
      return DeclRefExpr::Create(Context, NestedNameSpecifierLoc(),
                                 SourceLocation(), Copy,
                                 /*RefersToEnclosingVariableOrCapture=*/false,
                                 Ref->getExprLoc(), Ref->getType(), VK_LValue);
  }
  if (Expr *New = Outer(E))
    return New;
  // copyExpr() leaves effects alone.
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  if (!(Binary && Binary->isAssignmentOp()) &&
      !(Unary && Unary->isIncrementDecrementOp()))
    return nullptr;
  llvm::SmallDenseMap<const Stmt *, Expr *, 2> Operands;
  for (const Expr *Operand : operands(E))
    if (!(Operands[Operand] = expr(Operand)))
      return nullptr;
  return cast<Expr>(copyNode(
      *const_cast<Expr *>(E),
      [&](Stmt *Operand) { return Operands.lookup(Operand); },
      [](VarDecl *Var) { return Var; }, Context));
}

Expr *BodyCopier::expr(const Expr *E) {
  return copyExpr(
      E, [this](const Expr *Sub) { return replaced(Sub); }, Context);
}

/// A copy of \p Declared, with variables of their own; null if it cannot be
/// copied.
Stmt *BodyCopier::declaration(const DeclStmt &Declared) {
  llvm::SmallVector<Decl *, 2> New;
  for (Decl *D : Declared.decls()) {
    const auto *Var = dyn_cast<VarDecl>(D);
    if (Var && !Var->hasLocalStorage() && !Var->getType().isConstQualified())
      return nullptr;
    if (!Var || !Var->hasLocalStorage()) {
      New.push_back(D); // A type, or a constant table.
      continue;
    }
    if (Var->getType()->isVariablyModifiedType() || isa<DecompositionDecl>(Var))
      return nullptr;
    auto *Copy =
        VarDecl::Create(Context, &Function, Var->getBeginLoc(),
                        Var->getLocation(), Var->getIdentifier(),
                        Var->getType(), Var->getTypeSourceInfo(), SC_None);
    Copy->setReferenced();
    Copy->setIsUsed();
    if (Var->hasInit()) {
      Expr *Init = expr(Var->getInit());
      if (!Init)
        return nullptr;
      Copy->setInit(Init);
      Copy->setInitStyle(Var->getInitStyle());
    }
    Copies[Var] = Copy;
    New.push_back(Copy);
  }
  return new (Context)
      DeclStmt(DeclGroupRef::Create(Context, New.data(), New.size()),
               Declared.getBeginLoc(), Declared.getEndLoc());
}

/// The flag that a `return` in a loop sets.
VarDecl &BodyCopier::done() {
  if (!Done) {
    Done = iterationVariable("returned",
                             new (Context) CXXBoolLiteralExpr(
                                 false, Context.BoolTy, SourceLocation()),
                             Function, Context);
  }
  return *Done;
}

Stmt *BodyCopier::ifDone(Stmt *Then, Stmt *Else, SourceLocation Loc) {
  return ifStatement(loadOf(referTo(&done(), Loc, Context), Context), Then,
                     Else, Loc, Context);
}

/// A copy of \p Loop; null if it cannot be copied.
Stmt *BodyCopier::loop(const nest::InnerLoop &Loop) {
  const nest::Head &Head = Loop.head();
  if (Loop.form() == nest::InnerLoop::Form::Range || Head.Variable)
    return nullptr;
  Stmt *Init = Head.Init ? simple(*Head.Init) : nullptr;
  Expr *Condition = Head.Condition ? expr(Head.Condition) : nullptr;
  Expr *Step = Loop.step() ? expr(Loop.step()) : nullptr;
  llvm::SaveAndRestore<unsigned> Deeper(LoopDepth, LoopDepth + 1);
  Stmt *Body =
      block(statementsOf(&Loop.body()), Loop.body().source()->getSourceRange());
  if (!Body || !Init != !Head.Init || !Condition != !Head.Condition ||
      !Step != !Loop.step())
    return nullptr;
  return copyNode(
      *const_cast<Stmt *>(Loop.source()),
      [&](Stmt *Part) -> Stmt * {
        if (Head.Init && Part == Head.Init->source())
          return Init;
        return Part == Head.Condition ? Condition
               : Part == Loop.step()  ? Step
                                      : Body;
      },
      [](VarDecl *Var) { return Var; }, Context);
}

/// A copy of \p S, which contains no `return`; null if it cannot be copied.
Stmt *BodyCopier::simple(const nest::Statement &S) {
  if (const auto *Declared = dyn_cast<nest::Declaration>(&S))
    return declaration(Declared->declared());
  if (const Expr *E = S.expression())
    return expr(E);
  const auto *Jump = dyn_cast<nest::Jump>(&S);
  if ((Jump && Jump->isInLoop()) || S.kind() == nest::Statement::Kind::Empty)
    return const_cast<Stmt *>(S.source());
  return nullptr;
}

Stmt *BodyCopier::block(List Body, SourceRange Range) {
  Statements New;
  return append(Body, New) ? blockOf(New, Range, Context) : nullptr;
}

bool BodyCopier::appendReturn(const nest::Jump &Return, Statements &To) {
  if (const Expr *Value = Return.value(); Value && Result) {
    Expr *New = expr(Value);
    if (!New)
      return false;
    To.push_back(
        assign(referTo(Result, Value->getExprLoc(), Context), New, Context));
  }
  if (LoopDepth == 0)
    return true;
  const SourceLocation Loc = Return.loc();
  To.push_back(assign(
      referTo(&done(), Loc, Context),
      new (Context) CXXBoolLiteralExpr(true, Context.BoolTy, Loc), Context));
  To.push_back(new (Context) BreakStmt(Loc));
  return true;
}

/// Appends \p If, and \p Rest behind it where it does not return.
bool BodyCopier::appendIf(const nest::If &If, List Rest, Statements &To) {
  if (!If.head().isPlain())
    return false;
  const nest::Statement *const Parts[] = {&If.thenBranch(), If.elseBranch()};
  // A `return` in a loop leaves it.
  const bool TakesRest = LoopDepth == 0 && nest::anyStatement(If, isReturn);
  // Statements behind it would be copied into both branches.
  if (TakesRest && !Rest.empty() && llvm::none_of(Parts, alwaysReturns))
    return false;
  Expr *Condition = expr(&If.condition());
  if (!Condition)
    return false;
  Stmt *Branches[] = {nullptr, nullptr};
  for (const auto &[Part, Branch] : llvm::zip_equal(Parts, Branches)) {
    auto Body = statementsOf(Part);
    if (TakesRest && !alwaysReturns(Part))
      Body.append(Rest.begin(), Rest.end());
    if ((Part || TakesRest) && !(Branch = block(Body, If.loc())))
      return false;
  }
  To.push_back(
      ifStatement(Condition, Branches[0], Branches[1], If.loc(), Context));
  return TakesRest || append(Rest, To);
}

/// Appends copies of \p Body to \p To; false if one cannot be copied.
bool BodyCopier::append(List Body, Statements &To) {
  for (; !Body.empty(); Body = Body.drop_front()) {
    const nest::Statement &S = *Body.front();
    const List Rest = Body.drop_front();
    if (isReturn(S))
      return appendReturn(cast<nest::Jump>(S), To);
    if (const auto *If = dyn_cast<nest::If>(&S))
      return appendIf(*If, Rest, To);
    if (isa<nest::Block>(S)) {
      auto All = statementsOf(&S);
      All.append(Rest.begin(), Rest.end());
      return append(All, To);
    }
    const auto *Loop = dyn_cast<nest::InnerLoop>(&S);
    Stmt *New = Loop ? loop(*Loop) : simple(S);
    if (!New)
      return false;
    To.push_back(New);
    if (!Loop || !nest::anyStatement(S, isReturn))
      continue;
    const SourceLocation Loc = S.loc();
    if (LoopDepth != 0) {
      To.push_back(ifDone(new (Context) BreakStmt(Loc), nullptr, Loc));
      continue;
    }
    if (Rest.empty())
      return true;
    Stmt *Behind = block(Rest, Loc);
    if (!Behind)
      return false;
    To.push_back(ifDone(new (Context) NullStmt(Loc), Behind, Loc));
    return true;
  }
  return true;
}

CompoundStmt *BodyCopier::copy(const nest::Body &Body, ArrayRef<Stmt *> Front) {
  Statements New(Front.begin(), Front.end());
  const size_t First = New.size();
  const SourceLocation Loc = Body.root().loc();
  if (!append(statementsOf(&Body.root()), New))
    return nullptr;
  if (Done)
    New.insert(New.begin() + First, declarationOf(Done, Loc, Context));
  return blockOf(New, {Loc, Body.root().source()->getEndLoc()}, Context);
}
