//===- Clauses.h - The clauses of a scan loop ----------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_CLAUSES_CLAUSES_H
#define OMPSCAN_PLUGIN_ANALYSIS_CLAUSES_CLAUSES_H

#include "Model/ScanLoop.h"
#include "Support/Diagnostics.h"
#include "clang/AST/StmtOpenMP.h"
#include <optional>

namespace ompscan::plugin {

/// A directive with a `scan` clause: `target` and `parallel for` may be one
/// directive or two. Or, where Scan is null, a `target` loop without one; then
/// there may be directives between the two.
struct ScanDirective {
  clang::OMPExecutableDirective *Outer = nullptr;
  clang::OMPExecutableDirective *Inner = nullptr;
  clang::OMPReductionClause *Scan = nullptr;
  llvm::SmallVector<clang::OMPExecutableDirective *, 1> Between = {};
  /// The `distribute` whose loop's only statement is Inner: the rows of the
  /// scan, which are to be one launch. Or null.
  clang::OMPExecutableDirective *Rows = nullptr;
  /// The innermost loop of Rows, and variables that name parts of arrays, or
  /// numbers, which it declares before Inner; of those that are pointers, once
  /// Inner is without names (RowForm), the arrays that they lead into.
  clang::ForStmt *RowLoop = nullptr;
  llvm::SmallVector<const clang::VarDecl *, 2> Names = {};
  llvm::SmallVector<std::pair<const clang::VarDecl *, const clang::Expr *>, 2>
      Bases = {};
  /// The `target data` directives around it.
  llvm::ArrayRef<const clang::OMPExecutableDirective *> Data = {};
};

/// The directive that is the only statement of \p D, or null.
clang::OMPExecutableDirective *onlyDirective(clang::OMPExecutableDirective &D);

/// The first `scan` clause of \p D; or, if \p OnTarget, its first
/// `reduction(inscan, ...)`, OpenMP's own form. Null if there is none.
clang::OMPReductionClause *scanClause(const clang::OMPExecutableDirective &D,
                                      bool OnTarget,
                                      const clang::ASTContext &Context);

/// One list item of a `map` clause.
struct MapItem {
  const clang::Expr *Base = nullptr;
  const clang::Expr *Begin = nullptr;
  const clang::Expr *Count = nullptr;
  MapKind Kind = MapKind::None;
  bool Always = false;
  bool Present = false;
  /// It is no map, but says that the array is on the device.
  bool OnDevice = false;
  /// Not a single one-dimensional section.
  bool OtherShape = false;
  clang::SourceLocation Loc;
};

/// What the clauses of a directive say.
struct Clauses {
  clang::SourceLocation ScanLoc;
  /// Name, base, type and operator of each item of a `scan` clause, in order,
  /// then of each `reduction` item: its value is wanted at the end only, and
  /// computed by the same scan.
  llvm::SmallVector<Item, 1> Items;
  llvm::SmallVector<const clang::VarDecl *, 2> Privates;
  llvm::SmallVector<const clang::Expr *, 2> Firstprivates;
  llvm::SmallVector<const clang::Expr *, 2> Lastprivates;
  llvm::SmallVector<MapItem, 4> Maps;
  /// The loop is that of a `target` construct: an array that it does not map is
  /// where the device has it.
  bool IsTarget = false;
  /// Arrays that a `target data` around the loop maps.
  llvm::SmallVector<const clang::Expr *, 4> MappedAround;
  /// Its mapped scalars include structures and pointers.
  Placement Where;
  /// Of `collapse`.
  unsigned Loops = 1;
  /// What a loop in front of the scan fills; see ScanLoop. No clause says so.
  llvm::SmallVector<Fill, 1> Fills = {};
};

/// Reads all clauses of \p D and reports those that a scan loop cannot have.
std::optional<Clauses> analyzeClauses(const ScanDirective &D,
                                      const clang::ASTContext &Context,
                                      const Diagnostics &Diags);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_CLAUSES_CLAUSES_H
