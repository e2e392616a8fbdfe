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
  /// Not a map, but a clause for an array on the device.
  bool OnDevice = false;
  /// Not a single one-dimensional section.
  bool OtherShape = false;
  clang::SourceLocation Loc;
};

/// The contents of the clauses of a directive.
struct Clauses {
  clang::SourceLocation ScanLoc;
  /// Name, base, type and operator of each item of a `scan` clause, then of
  /// each `reduction` item, whose value the same scan computes.
  llvm::SmallVector<Item, 1> Items;
  llvm::SmallVector<const clang::VarDecl *, 2> Privates;
  llvm::SmallVector<const clang::Expr *, 2> Firstprivates;
  llvm::SmallVector<const clang::Expr *, 2> Lastprivates;
  llvm::SmallVector<MapItem, 4> Maps;
  /// The loop belongs to a `target` construct: arrays that it does not map may
  /// be present on the device.
  bool IsTarget = false;
  /// Arrays that enclosing `target data` directives map.
  llvm::SmallVector<const clang::Expr *, 4> MappedAround;
  /// Its mapped scalars include structures and pointers.
  Placement Where;
  /// The number of loops according to `collapse`.
  unsigned Loops = 1;
  /// Set by Fusion, not by a clause.
  llvm::SmallVector<Fill, 1> Fills = {};
  /// Set by Passes.
  llvm::SmallVector<KeptItem, 0> Kept = {};
};

/// Reads all clauses of \p D and reports those that are not supported.
std::optional<Clauses> analyzeClauses(const ScanDirective &D,
                                      const clang::ASTContext &Context,
                                      const Diagnostics &Diags);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_CLAUSES_CLAUSES_H
