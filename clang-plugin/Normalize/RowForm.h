//===- RowForm.h - Names for the rows of a scan --------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_ROWFORM_H
#define OMPSCAN_PLUGIN_NORMALIZE_ROWFORM_H

#include "Analysis/Clauses/Clauses.h"
#include "Normalize/AstChanges.h"
#include "Normalize/Positions.h"
#include "llvm/ADT/DenseMap.h"

namespace ompscan::plugin {

/// Rewrites a `distribute` whose iterations name their row before they scan it,
///
///     for (int r = 0; r < h; r++) {
///       int *row = y + r * w;
///       #pragma omp parallel for scan(+ : row)
///       for (int j = 1; j < w; j++)
///         row[j] = row[j - 1] + x[r * w + j];
///     }
///
/// to the form without such names, `y[r * w + j]`. Names are pointers into
/// arrays, and integers, that nothing changes.
class RowForm {
public:
  explicit RowForm(clang::Sema &S) : Context(S.Context), Nodes(S) {}

  /// Replaces the Names of \p D in the directive, and adds the Bases of the
  /// pointers among them to \p D; false if that is not possible.
  bool put(ScanDirective &D);
  /// Without it, the destructor undoes all changes.
  void keep() { Changes.keep(); }

private:
  bool add(const clang::VarDecl &Var);
  const clang::VarDecl *nameOf(const clang::Expr *E) const;
  std::optional<Position> place(const clang::Expr *E) const;
  clang::Expr *element(const clang::Expr *Pointer, clang::Expr *Further) const;
  clang::Stmt *rewritten(clang::Stmt *St);
  bool rewriteChildren(clang::Stmt *St);

  clang::ASTContext &Context;
  NodeBuilder Nodes;
  /// The targets of the pointers and the values of the integers.
  llvm::DenseMap<const clang::VarDecl *, Position> Places;
  llvm::DenseMap<const clang::VarDecl *, clang::Expr *> Values;
  AstChanges Changes;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_ROWFORM_H
