//===- Statement.cpp - The statements of a loop's body --------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nest/Statement.h"
#include "clang/AST/Decl.h"

using namespace clang;

namespace ompscan::plugin::nest {

const Expr *Statement::expression() const {
  return kind() == Kind::Expression ? cast<Expr>(source()) : nullptr;
}

StringRef Jump::spelling() const {
  switch (To) {
  case Target::Break:
    return "break";
  case Target::Continue:
    return "continue";
  case Target::Return:
    return "return";
  case Target::Goto:
    return "goto";
  }
  llvm_unreachable("unknown jump");
}

const Expr *Jump::value() const {
  const auto *Return = dyn_cast<ReturnStmt>(source());
  return Return ? Return->getRetValue() : nullptr;
}

static void forEachInHead(const Head &H,
                          llvm::function_ref<void(const Statement &)> F) {
  if (H.Init)
    F(*H.Init);
  if (H.Variable)
    F(*H.Variable);
}

llvm::SmallVector<const VarDecl *, 1> variablesOf(const Statement &S) {
  llvm::SmallVector<const VarDecl *, 1> Variables;
  if (const auto *Declared = dyn_cast<Declaration>(&S))
    for (const Decl *D : Declared->declared().decls())
      if (const auto *Var = dyn_cast<VarDecl>(D))
        Variables.push_back(Var);
  return Variables;
}

const Expr *branchCondition(const Statement &S) {
  if (const auto *Branch = dyn_cast<If>(&S))
    return &Branch->condition();
  const auto *Choice = dyn_cast<Switch>(&S);
  return Choice ? &Choice->condition() : nullptr;
}

void forEachChild(const Statement &S,
                  llvm::function_ref<void(const Statement &)> F) {
  if (const auto *B = dyn_cast<Block>(&S)) {
    for (const Statement *Each : B->statements())
      F(*Each);
  } else if (const auto *Branch = dyn_cast<If>(&S)) {
    forEachInHead(Branch->head(), F);
    F(Branch->thenBranch());
    if (Branch->elseBranch())
      F(*Branch->elseBranch());
  } else if (const auto *Choice = dyn_cast<Switch>(&S)) {
    forEachInHead(Choice->head(), F);
    F(Choice->body());
  } else if (const auto *Label = dyn_cast<Case>(&S)) {
    F(Label->next());
  } else if (const auto *Loop = dyn_cast<InnerLoop>(&S)) {
    for (const Statement *Each : Loop->range())
      F(*Each);
    forEachInHead(Loop->head(), F);
    if (Loop->rangeVariable())
      F(*Loop->rangeVariable());
    F(Loop->body());
  } else if (const auto *A = dyn_cast<Atomic>(&S)) {
    F(A->operation());
  }
}

void forEachExpression(const Statement &S,
                       llvm::function_ref<void(const Expr &)> F) {
  const auto Call = [&](const Expr *E) {
    if (E)
      F(*E);
  };
  if (const auto *D = dyn_cast<Declaration>(&S)) {
    for (const Decl *Each : D->declared().decls())
      if (const auto *Var = dyn_cast<VarDecl>(Each))
        Call(Var->getInit());
  } else if (const auto *Branch = dyn_cast<If>(&S)) {
    Call(Branch->head().Condition);
  } else if (const auto *Choice = dyn_cast<Switch>(&S)) {
    Call(Choice->head().Condition);
  } else if (const auto *Loop = dyn_cast<InnerLoop>(&S)) {
    Call(Loop->head().Condition);
    Call(Loop->step());
  } else if (const auto *J = dyn_cast<Jump>(&S)) {
    Call(J->value());
  } else {
    Call(S.expression());
  }
}

void forEachStatement(const Statement &S,
                      llvm::function_ref<void(const Statement &)> F) {
  F(S);
  forEachChild(S, [&](const Statement &Child) { forEachStatement(Child, F); });
}

bool anyStatement(const Statement &S,
                  llvm::function_ref<bool(const Statement &)> Holds) {
  bool Found = Holds(S);
  forEachChild(S, [&](const Statement &Child) {
    Found = Found || anyStatement(Child, Holds);
  });
  return Found;
}

llvm::SmallVector<const Statement *, 4> sequence(const Statement &S) {
  using Kind = Statement::Kind;
  llvm::SmallVector<const Statement *, 4> All;
  if (const auto *B = dyn_cast<Block>(&S))
    for (const Statement *Each : B->statements())
      All.append(sequence(*Each));
  else if (S.kind() != Kind::Separator && S.kind() != Kind::Empty)
    All.push_back(&S);
  return All;
}

const Statement *onlyStatement(const Statement &S) {
  const auto *B = dyn_cast<Block>(&S);
  if (!B)
    return &S;
  const Statement *Only = nullptr;
  for (const Statement *Each : B->statements()) {
    if (Each->kind() == Statement::Kind::Empty)
      continue;
    if (Only)
      return nullptr;
    Only = Each;
  }
  return Only ? onlyStatement(*Only) : nullptr;
}

} // namespace ompscan::plugin::nest
