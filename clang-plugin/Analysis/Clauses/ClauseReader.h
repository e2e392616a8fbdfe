//===- ClauseReader.h - Reading the clauses of a loop --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_CLAUSES_CLAUSEREADER_H
#define OMPSCAN_PLUGIN_ANALYSIS_CLAUSES_CLAUSEREADER_H

#include "Analysis/Clauses/Clauses.h"
#include "Support/ClangCompat.h"
#include "clang/AST/OpenMPClause.h"

namespace ompscan::plugin {

/// The array of a list item that may be a section of it.
const clang::Expr *itemBase(const clang::Expr *Item);

/// What the variable or member \p E is declared as; null if it is neither.
const clang::ValueDecl *declOf(const clang::Expr *E);

/// Whether \p E is \p Member or something that it is a member of.
bool holdsMember(const clang::Expr *E, const clang::Expr *Member);

/// The work of analyzeClauses(): Clauses.cpp reads the clauses one by one,
/// ClauseItems.cpp the items of `scan` and `reduction`, ClauseMaps.cpp maps.
class ClauseReader {
public:
  ClauseReader(const ScanDirective &D, const clang::ASTContext &Context,
               const Diagnostics &Diags)
      : D(D), Context(Context), Diags(Diags) {}

  std::optional<Clauses> read();

private:
  bool readItems(const clang::OMPReductionClause &C);
  bool readItem(const clang::OMPReductionClause &C, const clang::Expr *E,
                const clang::Expr *Base, const clang::Expr *Combination);
  bool readList(Item &New, const clang::Expr *E) const;
  bool isSame(const Item &Known, const clang::Expr *E) const;
  const Item *listOf(const clang::Expr *Base) const;
  bool isScan(const clang::OMPClause &C) const;
  bool readClause(clang::OMPClause &C);
  bool readMap(const clang::OMPMapClause &Map);
  bool isWhole(const clang::ArraySectionExpr &Section) const;
  template <typename ClauseT> bool readOnDevice(const ClauseT &C);
  void checkScalarMap(const clang::Expr *Scalar, MapKind Kind) const;
  bool readIf(const clang::OMPIfClause &If);
  bool readDepend(clang::OMPDependClause &Depend);
  bool readPrivate(const clang::OMPPrivateClause &Private);
  bool readFirstprivate(const clang::OMPFirstprivateClause &Firstprivate);
  bool readLastprivate(const clang::OMPLastprivateClause &Lastprivate);
  bool refuseForm(clang::SourceLocation Loc, llvm::StringRef Form,
                  unsigned Advice) const;
  template <typename ClauseT> bool refusesItem(const clang::OMPClause &C);

  const ScanDirective &D;
  const clang::ASTContext &Context;
  const Diagnostics &Diags;
  Clauses Result;
};

template <typename ClauseT>
bool ClauseReader::refusesItem(const clang::OMPClause &C) {
  for (const clang::Expr *E : compat::varlist(llvm::cast<ClauseT>(&C)))
    for (const Item &Known : Result.Items)
      if (holdsMember(itemBase(E), Known.Base)) {
        Diags.report(E->getExprLoc(), Diag::err_item_also_in)
            << declOf(Known.Base)
            << llvm::omp::getOpenMPClauseName(C.getClauseKind());
        return true;
      }
  return false;
}

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_CLAUSES_CLAUSEREADER_H
