//===- Control.h - Parts of statements ------------------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For code that reads or makes loops in Clang's AST: liveness, which looks at
/// whole functions, the passes of Normalize and host code. All other code reads
/// the statements of Nest.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_AST_CONTROL_H
#define OMPSCAN_PLUGIN_AST_CONTROL_H

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace ompscan::plugin {

/// An `if` or a `?:`.
struct Branches {
  const clang::Expr *Condition;
  const clang::Stmt *Then;
  const clang::Stmt *Else; ///< Null if there is none.
  /// Nothing is declared or evaluated in front of the condition.
  bool IsPlain;
  /// It is decided at compile time.
  bool IsConstant;
};

/// The branches of \p S, which may be null; std::nullopt if it has none.
std::optional<Branches> branchesOf(const clang::Stmt *S);

/// The condition of \p S, an `if`, a `?:` or a `switch`. Null for any other
/// statement.
const clang::Expr *conditionOf(const clang::Stmt *S);

/// The body of the loop \p S; null for any other statement, and for null.
const clang::Stmt *loopBody(const clang::Stmt *S);

/// The statements that \p S executes: those of a block, branches, bodies of
/// loops, and what follows a label.
llvm::SmallVector<const clang::Stmt *, 4> bodiesOf(const clang::Stmt *S);

/// Whether every statement in \p S that mentions \p Var is in one for which
/// \p Is holds, and heads of statements and declarations do not mention it.
bool mentionsOnlyIn(const clang::Stmt *S, const clang::VarDecl &Var,
                    llvm::function_ref<bool(const clang::Stmt *)> Is);

/// Whether \p Parent drops the value of its child \p E: that is one of its
/// bodies, or the begin or the step of a loop.
bool isDropped(const clang::Expr &E, const clang::Stmt &Parent);

/// `{ Statements }` at \p Range.
clang::CompoundStmt *blockOf(llvm::ArrayRef<clang::Stmt *> Statements,
                             clang::SourceRange Range,
                             const clang::ASTContext &Context);

/// The block that \p S is, or one that has only \p S.
clang::CompoundStmt *asBlock(clang::Stmt *S, const clang::ASTContext &Context);

/// The statement at \p Range that declares \p Var.
clang::DeclStmt *declarationOf(clang::VarDecl *Var, clang::SourceRange Range,
                               const clang::ASTContext &Context);

/// `if (Condition) Then else Else`
clang::Stmt *ifStatement(clang::Expr *Condition, clang::Stmt *Then,
                         clang::Stmt *Else, clang::SourceLocation Loc,
                         const clang::ASTContext &Context);

/// \p S, an `if`, with other branches.
clang::Stmt *withBranches(const clang::Stmt &S, clang::Stmt *Then,
                          clang::Stmt *Else, const clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_AST_CONTROL_H
