//===- Continues.cpp - Iterations that end early --------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/Continues.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace ompscan;

/// Whether a `continue` of the loop around \p S stands in it.
static bool hasContinue(const Stmt *S) {
  if (isa<ContinueStmt>(S))
    return true;
  if (isa<Expr, ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S))
    return false;
  return llvm::any_of(S->children(), [](const Stmt *Child) {
    return Child && hasContinue(Child);
  });
}

/// Whether \p S always ends by `continue`, and has no other.
static bool endsByContinue(const Stmt *S) {
  if (isa<ContinueStmt>(S))
    return true;
  const auto *Compound = dyn_cast<CompoundStmt>(S);
  return Compound && !Compound->body_empty() &&
         endsByContinue(Compound->body_back()) &&
         llvm::none_of(
             llvm::ArrayRef(Compound->body_begin(), Compound->size() - 1),
             hasContinue);
}

static Stmt *compound(ASTContext &Context, ArrayRef<Stmt *> Statements,
                      SourceLocation Loc) {
  return CompoundStmt::Create(Context, Statements, FPOptionsOverride(), Loc,
                              Loc);
}

/// \p S, which ends so, without the `continue`.
static Stmt *withoutLast(ASTContext &Context, Stmt *S) {
  const auto *Compound = dyn_cast<CompoundStmt>(S);
  if (!Compound)
    return compound(Context, {}, S->getBeginLoc());
  llvm::SmallVector<Stmt *, 8> Statements(Compound->body());
  Statements.back() = withoutLast(Context, Statements.back());
  return compound(Context, Statements, S->getBeginLoc());
}

/// \p Statements without those that can be removed.
static Stmt *rebuilt(ASTContext &Context, ArrayRef<Stmt *> Statements,
                     SourceLocation Loc) {
  llvm::SmallVector<Stmt *, 8> Result;
  for (size_t I = 0; I != Statements.size(); ++I) {
    Stmt *S = Statements[I];
    if (isa<ContinueStmt>(S))
      break; // What follows is never reached.
    auto *If = dyn_cast<IfStmt>(S);
    const bool InThen =
        If && !If->isConstexpr() && endsByContinue(If->getThen());
    const bool InElse = If && !If->isConstexpr() && If->getElse() &&
                        endsByContinue(If->getElse());
    if (!InThen && !InElse) {
      Result.push_back(S);
      continue;
    }
    llvm::SmallVector<Stmt *, 8> Rest;
    Stmt *Other = InThen ? If->getElse() : If->getThen();
    if (Other)
      Rest.push_back(Other);
    Rest.append(Statements.begin() + I + 1, Statements.end());
    Stmt *Ending = withoutLast(Context, InThen ? If->getThen() : If->getElse());
    Stmt *Going = rebuilt(Context, Rest, If->getIfLoc());
    Result.push_back(IfStmt::Create(
        Context, If->getIfLoc(), If->getStatementKind(), If->getInit(),
        If->getConditionVariable(), If->getCond(), If->getLParenLoc(),
        If->getRParenLoc(), InThen ? Ending : Going, If->getIfLoc(),
        InThen ? Going : Ending));
    break;
  }
  return compound(Context, Result, Loc);
}

static bool isStandardScan(const Stmt *S) {
  return isa<OMPScanDirective>(S) ||
         llvm::any_of(S->children(), [](const Stmt *Child) {
           return Child && isStandardScan(Child);
         });
}

void ompscan::removeContinues(OMPExecutableDirective &Directive,
                              ASTContext &Context) {
  const auto *Loops = dyn_cast<OMPLoopDirective>(&Directive);
  if (!Loops || !Directive.hasAssociatedStmt())
    return;
  Stmt *S = Directive.getInnermostCapturedStmt()->getCapturedDecl()->getBody();
  for (unsigned Left = Loops->getLoopsNumber();;) {
    while (auto *Compound = dyn_cast<CompoundStmt>(S)) {
      if (Compound->size() != 1)
        return;
      S = Compound->body_front();
    }
    auto *For = dyn_cast<ForStmt>(S);
    if (!For)
      return;
    if (--Left != 0) {
      S = For->getBody();
      continue;
    }
    auto *Body = dyn_cast<CompoundStmt>(For->getBody());
    if (Body && hasContinue(Body) && !isStandardScan(Body)) {
      const llvm::SmallVector<Stmt *, 8> Statements(Body->body());
      For->setBody(rebuilt(Context, Statements, Body->getBeginLoc()));
    }
    return;
  }
}
