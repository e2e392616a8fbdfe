//===- Clauses.h - The clauses of a scan loop ----------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_CLAUSES_CLAUSES_H
#define OMPSCAN_PLUGIN_ANALYSIS_CLAUSES_CLAUSES_H

#include "Analysis/Clauses/Directives.h"
#include "Model/ScanLoop.h"
#include "Support/Diagnostics.h"
#include "clang/AST/StmtOpenMP.h"
#include <optional>

namespace ompscan::plugin {

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
