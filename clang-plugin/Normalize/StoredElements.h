//===- StoredElements.h - Elements that are read back --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_STOREDELEMENTS_H
#define OMPSCAN_PLUGIN_NORMALIZE_STOREDELEMENTS_H

#include "AST/TreeRewriter.h"
#include "Analysis/Clauses/Directives.h"
#include "clang/AST/Stmt.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/SmallVector.h"

namespace ompscan::plugin {

/// Keeps the numbers that an iteration stores and reads back in variables of
/// the iteration:
///
///     w[i] = f(x[i]);              float w_i = f(x[i]);
///     s += w[i];                   w[i] = w_i;
///                                  s += w_i;
///
/// An input of a scan is computed before anything is stored. Elements of the
/// items are left alone, and so are those of arrays that the iteration may use
/// by other subscripts as well.
class StoredElements {
public:
  StoredElements(const ScanDirective &D, clang::Sema &S,
                 TreeRewriter &Rewriter);

  /// \p Block with such variables. Control enters it only at its begin.
  clang::CompoundStmt &kept(clang::CompoundStmt &Block);

private:
  /// How what contains an expression uses it: as a statement, by reading the
  /// object that it is, or in another way.
  enum class Role { Statement, Read, Operand };
  static Role roleOf(const clang::Stmt *Child, const clang::Stmt &Parent,
                     Role OfParent);

  /// What statements do with the place that one in front of them stores to.
  struct Use {
    bool IsRead = false;
    /// They use the array in another way than by reads of the place, and by
    /// statements that assign to it.
    bool IsOther = false;
  };

  bool isItem(const clang::Expr *Array) const;
  bool canKeep(const clang::Expr *Place, const clang::Stmt &Block) const;
  void addUses(const clang::Stmt *S, const clang::Expr *Place, Role Here,
               Use &Found) const;

  clang::Expr *store(clang::Expr *Place, clang::VarDecl &Var) const;
  clang::Stmt *assignInstead(clang::Stmt *S, clang::VarDecl *Var,
                             TreeRewriter::Replacement Value);
  clang::Stmt *replaceUses(clang::Stmt *S, clang::Expr *Place,
                           clang::VarDecl *Var, Role Here);

  clang::ASTContext &Context;
  clang::DeclContext &DC;
  TreeRewriter &Rewriter;
  llvm::SmallVector<const clang::Expr *, 4> Items;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_STOREDELEMENTS_H
