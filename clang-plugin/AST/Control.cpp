//===- Control.cpp - Parts of statements ----------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AST/Control.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace ompscan::plugin;

std::optional<Branches> ompscan::plugin::branchesOf(const Stmt *S) {
  if (const auto *If = dyn_cast_or_null<IfStmt>(S))
    return Branches{If->getCond(), If->getThen(), If->getElse(),
                    !If->getInit() && !If->getConditionVariable(),
                    If->isConstexpr() || If->isConsteval()};
  if (const auto *Choice = dyn_cast_or_null<ConditionalOperator>(S))
    return Branches{Choice->getCond(), Choice->getTrueExpr(),
                    Choice->getFalseExpr(), true, false};
  return std::nullopt;
}

const Expr *ompscan::plugin::conditionOf(const Stmt *S) {
  if (const std::optional<Branches> Choice = branchesOf(S))
    return Choice->Condition;
  const auto *Switch = dyn_cast_or_null<SwitchStmt>(S);
  return Switch ? Switch->getCond() : nullptr;
}

const Stmt *ompscan::plugin::loopBody(const Stmt *S) {
  if (const auto *For = dyn_cast_or_null<ForStmt>(S))
    return For->getBody();
  if (const auto *Range = dyn_cast_or_null<CXXForRangeStmt>(S))
    return Range->getBody();
  if (const auto *While = dyn_cast_or_null<WhileStmt>(S))
    return While->getBody();
  const auto *Do = dyn_cast_or_null<DoStmt>(S);
  return Do ? Do->getBody() : nullptr;
}

llvm::SmallVector<const Stmt *, 4> ompscan::plugin::bodiesOf(const Stmt *S) {
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return {Block->body_begin(), Block->body_end()};
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    if (If->getElse())
      return {If->getThen(), If->getElse()};
    return {If->getThen()};
  }
  if (const Stmt *Body = loopBody(S))
    return {Body};
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return {Switch->getBody()};
  if (const auto *Case = dyn_cast<SwitchCase>(S))
    return {Case->getSubStmt()};
  if (const auto *Label = dyn_cast<LabelStmt>(S))
    return {Label->getSubStmt()};
  return {};
}

bool ompscan::plugin::mentionsOnlyIn(
    const Stmt *S, const VarDecl &Var,
    llvm::function_ref<bool(const Stmt *)> Is) {
  if (!mentions(S, &Var) || Is(S))
    return true;
  if (isa<Expr, DeclStmt>(S))
    return false;
  const auto Bodies = bodiesOf(S);
  return llvm::all_of(childrenOf(S), [&](const Stmt *Child) {
    return !isa<Expr>(Child) || llvm::is_contained(Bodies, Child)
               ? mentionsOnlyIn(Child, Var, Is)
               : !mentions(Child, &Var);
  });
}

bool ompscan::plugin::isDropped(const Expr &E, const Stmt &Parent) {
  const auto *For = dyn_cast<ForStmt>(&Parent);
  return isa<CompoundStmt>(Parent) ||
         (For && (&E == For->getInit() || &E == For->getInc())) ||
         llvm::is_contained(bodiesOf(&Parent), &E);
}

CompoundStmt *ompscan::plugin::blockOf(ArrayRef<Stmt *> Statements,
                                       SourceRange Range,
                                       const ASTContext &Context) {
  return CompoundStmt::Create(Context, Statements, FPOptionsOverride(),
                              Range.getBegin(), Range.getEnd());
}

CompoundStmt *ompscan::plugin::asBlock(Stmt *S, const ASTContext &Context) {
  auto *Block = dyn_cast<CompoundStmt>(S);
  return Block ? Block : blockOf(S, S->getSourceRange(), Context);
}

DeclStmt *ompscan::plugin::declarationOf(VarDecl *Var, SourceRange Range,
                                         const ASTContext &Context) {
  return new (Context)
      DeclStmt(DeclGroupRef(Var), Range.getBegin(), Range.getEnd());
}

Stmt *ompscan::plugin::ifStatement(Expr *Condition, Stmt *Then, Stmt *Else,
                                   SourceLocation Loc,
                                   const ASTContext &Context) {
  return IfStmt::Create(Context, Loc, IfStatementKind::Ordinary,
                        /*Init=*/nullptr, /*Var=*/nullptr, Condition, Loc, Loc,
                        Then, Loc, Else);
}

Stmt *ompscan::plugin::withBranches(const Stmt &S, Stmt *Then, Stmt *Else,
                                    const ASTContext &Context) {
  auto *If = const_cast<IfStmt *>(cast<IfStmt>(&S));
  return IfStmt::Create(Context, If->getIfLoc(), If->getStatementKind(),
                        If->getInit(), If->getConditionVariable(),
                        If->getCond(), If->getLParenLoc(), If->getRParenLoc(),
                        Then, If->getIfLoc(), Else);
}
