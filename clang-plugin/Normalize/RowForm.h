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
#include "Normalize/Names.h"

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
  explicit RowForm(clang::Sema &S)
      : Context(S.Context), Known(S, Changes, Names::Integers::Everywhere) {}

  /// Replaces the Names of \p D in the directive, and adds the Bases of the
  /// pointers among them to \p D; false if that is not possible.
  bool put(ScanDirective &D);
  /// Without it, the destructor undoes all changes.
  void keep() { Changes.keep(); }

private:
  clang::ASTContext &Context;
  AstChanges Changes;
  Names Known;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_ROWFORM_H
