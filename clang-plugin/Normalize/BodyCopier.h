//===- BodyCopier.h - Copies of the bodies of functions ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_BODYCOPIER_H
#define OMPSCAN_PLUGIN_NORMALIZE_BODYCOPIER_H

#include "AST/CopyExpr.h"
#include "Nest/Body.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace ompscan::plugin {

/// Copies the body of a function into another one. Variables of the body get
/// copies, and `return` becomes an assignment to a variable. Statements that a
/// `return` skips get a condition.
class BodyCopier {
public:
  /// \p Result, which may be null, receives the value that is returned.
  BodyCopier(clang::DeclContext &Function, clang::VarDecl *Result,
             Replacement Outer, clang::ASTContext &Context)
      : Function(Function), Result(Result), Outer(Outer), Context(Context) {}

  /// A copy of \p Body, behind \p Front; null if it cannot be copied.
  clang::CompoundStmt *copy(const nest::Body &Body,
                            llvm::ArrayRef<clang::Stmt *> Front);

  /// Makes \p New the copy of \p Old.
  void replace(const clang::VarDecl &Old, clang::VarDecl &New) {
    Copies[&Old] = &New;
  }

private:
  using Statements = llvm::SmallVector<clang::Stmt *, 8>;
  using List = llvm::ArrayRef<const nest::Statement *>;

  clang::Expr *expr(const clang::Expr *E);
  clang::Expr *replaced(const clang::Expr *E);
  clang::Stmt *declaration(const clang::DeclStmt &Declared);
  clang::Stmt *loop(const nest::InnerLoop &Loop);
  clang::Stmt *simple(const nest::Statement &S);
  clang::Stmt *block(List Body, clang::SourceRange Range);
  bool append(List Body, Statements &To);
  bool appendReturn(const nest::Jump &Return, Statements &To);
  bool appendIf(const nest::If &If, List Rest, Statements &To);

  clang::VarDecl &done();
  clang::Stmt *ifDone(clang::Stmt *Then, clang::Stmt *Else,
                      clang::SourceLocation Loc);

  clang::DeclContext &Function;
  clang::VarDecl *Result;
  Replacement Outer;
  clang::ASTContext &Context;
  llvm::DenseMap<const clang::VarDecl *, clang::VarDecl *> Copies;
  /// Whether a `return` in a loop has been reached.
  clang::VarDecl *Done = nullptr;
  unsigned LoopDepth = 0;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_BODYCOPIER_H
