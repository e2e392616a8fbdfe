//===- DataClauses.h - The data that clauses name ------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_CLAUSES_DATACLAUSES_H
#define OMPSCAN_PLUGIN_ANALYSIS_CLAUSES_DATACLAUSES_H

#include "Model/ScanLoop.h"
#include "Support/Diagnostics.h"
#include "clang/AST/StmtOpenMP.h"
#include <optional>

namespace ompscan::plugin {

/// One list item of a `map`, `to` or `from` clause: memory that is contiguous.
struct DataItem {
  std::string Name;
  /// The item itself; of a section the array, or the pointer.
  const clang::Expr *Base = nullptr;
  /// Of a section the subscripts of its first part, from the left; null for 0.
  /// A part may be a row.
  llvm::SmallVector<const clang::Expr *, 2> Lowers;
  /// How many parts there are; null for all of the array from the first on.
  const clang::Expr *Count = nullptr;
  /// Bits of ompscan_map_flags.
  unsigned Flags = 0;

  bool isSection() const { return !Lowers.empty(); }
};

/// The device that \p Device asks for.
DeviceChoice readDevice(const clang::OMPDeviceClause &Device,
                        const clang::ASTContext &Context);

/// What a directive that has to do with the data of devices says: one on data
/// only, or a `target` construct.
struct DataClauses {
  llvm::SmallVector<DataItem, 4> Items;
  DeviceChoice Device;
  /// The directive has no effect on the device where one of them is false.
  llvm::SmallVector<const clang::Expr *, 1> Conditions;
  llvm::SmallVector<clang::OMPClause *, 1> Dependences;
  /// `nowait`: the program may go on before the directive is over.
  clang::OMPClause *Nowait = nullptr;
  /// Whether all clauses have been understood.
  bool IsComplete = true;
};

/// Reads the clauses of \p D, a directive on data, and reports what cannot be
/// done.
std::optional<DataClauses> readDataDirective(clang::OMPExecutableDirective &D,
                                             const clang::ASTContext &Context,
                                             const Diagnostics &Diags);

/// Reads those of \p D, a `target` construct. Items that are not contiguous
/// memory are taken for all of their array, or of what their pointer leads to.
DataClauses readTargetClauses(clang::OMPExecutableDirective &D,
                              const clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_CLAUSES_DATACLAUSES_H
