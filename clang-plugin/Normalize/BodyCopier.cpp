//===- BodyCopier.cpp - Copies of the bodies of functions -----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/BodyCopier.h"
#include "AST/Expressions.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace ompscan::plugin;

static bool hasReturn(const Stmt *S) {
  return S && (isa<ReturnStmt>(S) ||
               (!isa<Expr>(S) && llvm::any_of(S->children(), hasReturn)));
}

/// Whether no path through \p S reaches its end.
static bool alwaysReturns(const Stmt *S) {
  if (!S)
    return false;
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return llvm::any_of(Block->body(), alwaysReturns);
  if (const auto *If = dyn_cast<IfStmt>(S))
    return alwaysReturns(If->getThen()) && alwaysReturns(If->getElse());
  return isa<ReturnStmt>(S);
}

/// The statements of a branch or a body.
static llvm::SmallVector<const Stmt *, 8> statementsOf(const Stmt *S) {
  if (!S)
    return {};
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return {Block->body_begin(), Block->body_end()};
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
  if (const auto *Compound = dyn_cast<CompoundAssignOperator>(E)) {
    Expr *Left = expr(Compound->getLHS()), *Right = expr(Compound->getRHS());
    return Left && Right
               ? CompoundAssignOperator::Create(
                     Context, Left, Right, Compound->getOpcode(),
                     Compound->getType(), Compound->getValueKind(),
                     Compound->getObjectKind(), Compound->getOperatorLoc(),
                     compat::fpFeatures(*Compound, Context),
                     Compound->getComputationLHSType(),
                     Compound->getComputationResultType())
               : nullptr;
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(E);
      Binary && Binary->isAssignmentOp()) {
    Expr *Left = expr(Binary->getLHS()), *Right = expr(Binary->getRHS());
    return Left && Right
               ? BinaryOperator::Create(
                     Context, Left, Right, BO_Assign, Binary->getType(),
                     Binary->getValueKind(), Binary->getObjectKind(),
                     Binary->getOperatorLoc(),
                     compat::fpFeatures(*Binary, Context))
               : nullptr;
  }
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  Expr *Operand = Unary && Unary->isIncrementDecrementOp()
                      ? expr(Unary->getSubExpr())
                      : nullptr;
  return Operand ? UnaryOperator::Create(
                       Context, Operand, Unary->getOpcode(), Unary->getType(),
                       Unary->getValueKind(), Unary->getObjectKind(),
                       Unary->getOperatorLoc(), Unary->canOverflow(),
                       Unary->getFPOptionsOverride())
                 : nullptr;
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
  return IfStmt::Create(Context, Loc, IfStatementKind::Ordinary,
                        /*Init=*/nullptr, /*Var=*/nullptr,
                        loadOf(referTo(&done(), Loc, Context), Context), Loc,
                        Loc, Then, Loc, Else);
}

/// A copy of the loop \p S; null if it cannot be copied.
Stmt *BodyCopier::loop(const Stmt *S) {
  if (const auto *For = dyn_cast<ForStmt>(S)) {
    if (For->getConditionVariable())
      return nullptr;
    Stmt *Init = For->getInit() ? simple(For->getInit()) : nullptr;
    if (For->getInit() && !Init)
      return nullptr;
    Expr *Condition = For->getCond() ? expr(For->getCond()) : nullptr;
    Expr *Step = For->getInc() ? expr(For->getInc()) : nullptr;
    llvm::SaveAndRestore<unsigned> Deeper(LoopDepth, LoopDepth + 1);
    Stmt *Body = block(statementsOf(For->getBody()), For->getBeginLoc());
    if (!Body || !Condition != !For->getCond() || !Step != !For->getInc())
      return nullptr;
    return new (Context)
        ForStmt(Context, Init, Condition, /*condVar=*/nullptr, Step, Body,
                For->getForLoc(), For->getLParenLoc(), For->getRParenLoc());
  }
  llvm::SaveAndRestore<unsigned> Deeper(LoopDepth, LoopDepth + 1);
  if (const auto *While = dyn_cast<WhileStmt>(S)) {
    Expr *Condition =
        While->getConditionVariable() ? nullptr : expr(While->getCond());
    Stmt *Body =
        Condition ? block(statementsOf(While->getBody()), While->getWhileLoc())
                  : nullptr;
    return Body ? WhileStmt::Create(Context, /*Var=*/nullptr, Condition, Body,
                                    While->getWhileLoc(), While->getLParenLoc(),
                                    While->getRParenLoc())
                : nullptr;
  }
  const auto *Do = cast<DoStmt>(S);
  Expr *Condition = expr(Do->getCond());
  Stmt *Body =
      Condition ? block(statementsOf(Do->getBody()), Do->getDoLoc()) : nullptr;
  return Body ? new (Context) DoStmt(Body, Condition, Do->getDoLoc(),
                                     Do->getWhileLoc(), Do->getRParenLoc())
              : nullptr;
}

/// A copy of \p S, which contains no `return`; null if it cannot be copied.
Stmt *BodyCopier::simple(const Stmt *S) {
  if (const auto *Declared = dyn_cast<DeclStmt>(S))
    return declaration(*Declared);
  if (const auto *E = dyn_cast<Expr>(S))
    return expr(E);
  if (isa<BreakStmt, ContinueStmt, NullStmt>(S))
    return const_cast<Stmt *>(S);
  return nullptr;
}

Stmt *BodyCopier::block(ArrayRef<const Stmt *> List, SourceLocation Loc) {
  Statements New;
  return append(List, New)
             ? CompoundStmt::Create(Context, New, FPOptionsOverride(), Loc, Loc)
             : nullptr;
}

bool BodyCopier::appendReturn(const ReturnStmt &Return, Statements &To) {
  if (const Expr *Value = Return.getRetValue(); Value && Result) {
    Expr *New = expr(Value);
    if (!New)
      return false;
    To.push_back(
        assign(referTo(Result, Value->getExprLoc(), Context), New, Context));
  }
  if (LoopDepth == 0)
    return true;
  const SourceLocation Loc = Return.getReturnLoc();
  To.push_back(assign(
      referTo(&done(), Loc, Context),
      new (Context) CXXBoolLiteralExpr(true, Context.BoolTy, Loc), Context));
  To.push_back(new (Context) BreakStmt(Loc));
  return true;
}

/// Appends \p If, and \p Rest behind it where it does not return.
bool BodyCopier::appendIf(const IfStmt &If, ArrayRef<const Stmt *> Rest,
                          Statements &To) {
  if (If.getInit() || If.getConditionVariable() || If.isConsteval())
    return false;
  auto WithRest = [&](const Stmt *Branch) {
    auto List = statementsOf(Branch);
    if (!alwaysReturns(Branch))
      List.append(Rest.begin(), Rest.end());
    return List;
  };
  if (If.isConstexpr()) {
    const std::optional<const Stmt *> Chosen =
        compat::nondiscardedCase(If, Context);
    return Chosen && append(WithRest(*Chosen), To);
  }
  // A `return` in a loop leaves it.
  const bool TakesRest = LoopDepth == 0 && hasReturn(&If);
  // Statements behind it would be copied into both branches.
  if (TakesRest && !Rest.empty() && !alwaysReturns(If.getThen()) &&
      !alwaysReturns(If.getElse()))
    return false;
  Expr *Condition = expr(If.getCond());
  Stmt *Then = Condition ? block(TakesRest ? WithRest(If.getThen())
                                           : statementsOf(If.getThen()),
                                 If.getIfLoc())
                         : nullptr;
  if (!Then)
    return false;
  Stmt *Else = nullptr;
  if (If.getElse() || TakesRest) {
    Else =
        block(TakesRest ? WithRest(If.getElse()) : statementsOf(If.getElse()),
              If.getIfLoc());
    if (!Else)
      return false;
  }
  To.push_back(IfStmt::Create(Context, If.getIfLoc(), IfStatementKind::Ordinary,
                              /*Init=*/nullptr, /*Var=*/nullptr, Condition,
                              If.getLParenLoc(), If.getRParenLoc(), Then,
                              If.getElseLoc(), Else));
  return TakesRest || append(Rest, To);
}

/// Appends copies of \p List to \p To; false if one cannot be copied.
bool BodyCopier::append(ArrayRef<const Stmt *> List, Statements &To) {
  for (; !List.empty(); List = List.drop_front()) {
    const Stmt *S = List.front();
    const ArrayRef<const Stmt *> Rest = List.drop_front();
    if (const auto *Return = dyn_cast<ReturnStmt>(S))
      return appendReturn(*Return, To);
    if (const auto *If = dyn_cast<IfStmt>(S))
      return appendIf(*If, Rest, To);
    if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
      auto All = statementsOf(Block);
      All.append(Rest.begin(), Rest.end());
      return append(All, To);
    }
    const bool IsLoop = isa<ForStmt, WhileStmt, DoStmt>(S);
    Stmt *New = IsLoop ? loop(S) : simple(S);
    if (!New)
      return false;
    To.push_back(New);
    if (!IsLoop || !hasReturn(S))
      continue;
    const SourceLocation Loc = S->getBeginLoc();
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

CompoundStmt *BodyCopier::copy(const CompoundStmt &Body,
                               ArrayRef<Stmt *> Front) {
  Statements New(Front.begin(), Front.end());
  const size_t First = New.size();
  if (!append(statementsOf(&Body), New))
    return nullptr;
  if (Done)
    New.insert(New.begin() + First,
               new (Context) DeclStmt(DeclGroupRef(Done), Body.getBeginLoc(),
                                      Body.getEndLoc()));
  return CompoundStmt::Create(Context, New, FPOptionsOverride(),
                              Body.getLBracLoc(), Body.getRBracLoc());
}
