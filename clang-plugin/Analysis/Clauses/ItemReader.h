//===- ItemReader.h - The items of a scan or a reduction ------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_CLAUSES_ITEMREADER_H
#define OMPSCAN_PLUGIN_ANALYSIS_CLAUSES_ITEMREADER_H

#include "Analysis/Clauses/Directives.h"
#include "Model/Item.h"
#include "Support/Diagnostics.h"

namespace ompscan::plugin {

/// The array of a list item, which may be a section of it; the placeholder of
/// the target of a pointer.
const clang::Expr *itemBase(const clang::Expr *Item);

/// The declaration of the variable or member \p E; null if it is neither.
const clang::ValueDecl *declOf(const clang::Expr *E);

/// The declaration of the operator in Sema's \p Combination of an item; null if
/// the operator is predefined.
const clang::OMPDeclareReductionDecl *
declaredOperator(const clang::Expr *Combination);

/// Whether \p C combines by the predefined operator \p Op.
bool combinesBy(const clang::OMPReductionClause &C, Operator Op,
                const clang::ASTContext &Context);

/// Reads the items of `scan` and `reduction` clauses.
class ItemReader {
public:
  /// Adds the items of \p D to \p Items.
  ItemReader(llvm::SmallVectorImpl<Item> &Items, const ScanDirective &D,
             const clang::ASTContext &Context, const Diagnostics &Diags);

  /// Adds the items of \p C. Returns false, with an error, if one is not valid.
  bool read(const clang::OMPReductionClause &C);

private:
  bool readItem(const clang::OMPReductionClause &C, const clang::Expr *E,
                const clang::Expr *Base, const clang::Expr *Combination);
  bool readList(Item &New, const clang::Expr *E) const;
  bool isSame(const Item &Known, const clang::Expr *E) const;

  llvm::SmallVectorImpl<Item> &Items;
  const ScanDirective &D;
  /// The body of the loop; null if there is none.
  const clang::Stmt *Body;
  const clang::ASTContext &Context;
  const Diagnostics &Diags;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_CLAUSES_ITEMREADER_H
