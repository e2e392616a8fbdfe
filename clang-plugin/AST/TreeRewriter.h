//===- TreeRewriter.h - Statements with something else put in - -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_AST_TREEREWRITER_H
#define OMPSCAN_PLUGIN_AST_TREEREWRITER_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace ompscan::plugin {

/// Makes trees of statements out of others, which do not change: nodes with new
/// children are copies, and all others are shared. Opaque nodes (isOpaque())
/// stay as they are, with all that is in them.
///
/// A variable whose initial value is replaced becomes another variable.
/// finished() makes references lead to it.
class TreeRewriter {
public:
  /// Rewrites parts of \p Tree. Variables that opaque nodes in it mention keep
  /// their initial values, and so do those that these values mention. Captures
  /// of constants by lambdas are an exception: the captures are replaced.
  /// With \p RemovesDirectives, directives are not opaque; the caller replaces
  /// them.
  TreeRewriter(const clang::Stmt &Tree, clang::ASTContext &Context,
               bool RemovesDirectives = false);

  using Replacement = llvm::function_ref<clang::Stmt *(clang::Stmt *)>;

  /// \p S with \p New in the place of its children, which is called in their
  /// order; \p S itself if none changes. Null if \p New returns null.
  clang::Stmt *rebuilt(clang::Stmt *S, Replacement New);

  /// \p S with \p New in the place of \p Old, a node in it.
  clang::Stmt *replaced(clang::Stmt *S, const clang::Stmt *Old,
                        clang::Stmt *New);

  /// \p S with references to \p Own in the place of those to \p Var.
  clang::Stmt *renamed(clang::Stmt *S, const clang::VarDecl &Var,
                       const clang::VarDecl &Own);

  /// \p S without references to variables that have been replaced.
  clang::Stmt *finished(clang::Stmt *S);
  /// Whether there are variables that keep their initial values.
  bool hasPinned() const { return !Pinned.empty(); }
  /// The variable whose place \p Var has taken; itself if there is none.
  const clang::VarDecl *original(const clang::VarDecl *Var) const {
    const clang::VarDecl *Old = Copies.lookup(Var);
    return Old ? Old : Var;
  }

private:
  /// Where a node is: inside of a lambda, or of another opaque node.
  enum class Inside { Nothing, Lambda, Opaque };
  void pinVariables(const clang::Stmt *S, Inside Where);
  bool keeps(const clang::Stmt &S) const;
  bool isFixed(const clang::DeclStmt &Declared) const;
  clang::Stmt *rebuiltDeclaration(clang::DeclStmt *Declared, Replacement New);
  clang::VarDecl *copyOf(clang::VarDecl &Var);
  clang::VarDecl *emptyCopyOf(clang::VarDecl &Var);
  clang::VarDecl *copyOfBindings(clang::DecompositionDecl &Whole);
  clang::Stmt *withCopies(clang::Stmt *S);
  clang::Expr *withCopies(clang::Expr *E) {
    return E ? llvm::cast<clang::Expr>(
                   withCopies(static_cast<clang::Stmt *>(E)))
             : nullptr;
  }
  clang::Stmt *withCaptures(clang::LambdaExpr &Lambda);

  clang::ASTContext &Context;
  const bool RemovesDirectives;
  llvm::DenseSet<const clang::VarDecl *> Pinned;
  /// The variables and bindings that take the place of others.
  llvm::DenseMap<const clang::ValueDecl *, clang::ValueDecl *> Renamed;
  llvm::DenseMap<const clang::VarDecl *, const clang::VarDecl *> Copies;
  /// The variable whose initial value is being rebuilt.
  const clang::VarDecl *Declaring = nullptr;
};

/// \p For with other parts; \p For itself if all are its own.
clang::ForStmt *withParts(clang::ForStmt &For, clang::Stmt *Init,
                          clang::Expr *Condition, clang::Expr *Step,
                          clang::Stmt *Body, const clang::ASTContext &Context);
/// \p For with another body.
clang::ForStmt *withBody(clang::ForStmt &For, clang::Stmt *Body,
                         const clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_AST_TREEREWRITER_H
