//===- PhaseCode.h - OpenMP's own form in one thread ---------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_HOST_PHASECODE_H
#define OMPSCAN_PLUGIN_HOST_PHASECODE_H

#include "Analysis/Clauses/Directives.h"
#include "Host/Rebase.h"
#include "clang/Sema/Sema.h"
#include <optional>

namespace ompscan::plugin {

/// Builds a loop in OpenMP's own form as OpenMP defines it, for one thread that
/// runs all iterations:
///
///   T total = s;
///   for (...) {
///     T s = neutral value;
///     ...                        // the input phase
///     total = total op s;
///     T s = total;
///     ...                        // the scan phase
///   }
///   s = total;
///
/// With `scan exclusive` the scan phase, with its own `s`, comes first. Nothing
/// about the body has to be known, so this is the code for loops that the
/// analysis refuses.
class PhaseCode {
public:
  /// \p Move leads to the context of \p D, and learns which variables the loop
  /// has for itself.
  PhaseCode(clang::Sema &S, const ScanDirective &D, Rebase &Move);

  /// Adds the loop to \p Statements. False if it cannot be built; then no
  /// statement of the program has changed, unless Sema has reported an error.
  bool build(llvm::SmallVectorImpl<clang::Stmt *> &Statements);

private:
  using Statements = llvm::SmallVectorImpl<clang::Stmt *>;

  /// A list item with what stands for it.
  struct PhaseItem {
    const clang::Expr *Item = nullptr;
    clang::QualType Type;
    const clang::OMPDeclareReductionDecl *Declared = nullptr;
    /// Of a predefined operator: `Left = Left op Right`, and the value that an
    /// input phase begins with.
    clang::Expr *Combination = nullptr;
    const clang::VarDecl *Left = nullptr, *Right = nullptr;
    clang::VarDecl *Total = nullptr;
  };

  bool readClauses();
  bool readItems(const clang::OMPReductionClause &Scan);
  bool readBody();
  bool changesInScan() const;
  bool mayMove(const clang::Stmt *S, bool InLoop) const;
  bool declarePrivates(Statements &To);
  clang::VarDecl *declare(const clang::VarDecl *Like, clang::QualType Type,
                          clang::Expr *Init, Statements &To,
                          bool IsConverted = false);
  bool beginInput(Statements &To);
  bool beginScan(Statements &To);
  bool endInput(Statements &To);
  clang::Stmt *renamed(clang::Expr *E, const clang::Expr *Name,
                       const clang::VarDecl *Own) const;
  clang::Stmt *block(llvm::ArrayRef<clang::Stmt *> Body) const;

  clang::Sema &S;
  clang::ASTContext &Context;
  const ScanDirective &D;
  const clang::SourceLocation Loc;
  Rebase &Move;
  llvm::SmallVector<PhaseItem, 2> Items;
  llvm::SmallVector<const clang::VarDecl *, 4> Privates, Copies, Lasts;
  clang::Stmt *Loop = nullptr;
  clang::CompoundStmt *Body = nullptr;
  const clang::OMPScanDirective *Divider = nullptr;
  /// Replace the items by the variables of the phases of an iteration.
  std::optional<Rebase> InInput, InScan;
  llvm::SmallVector<clang::VarDecl *, 2> Inputs;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_HOST_PHASECODE_H
