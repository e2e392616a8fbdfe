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

/// A dimension of a section that an update moves piece by piece.
struct DataRepeat {
  unsigned Dimension;        ///< from the left
  const clang::Expr *Count;  ///< null for all up to the end of the array
  const clang::Expr *Stride; ///< null for 1
};

/// A variable that an item is repeated for, with `Begin + i * Step` for each i
/// from 0 to below Count: of an `iterator` modifier, or the subscript of the
/// elements that a mapper is applied to.
struct DataIterator {
  const clang::VarDecl *Var;
  const clang::Expr *Begin; ///< null for 0
  const clang::Expr *Count; ///< none if it is not positive
  const clang::Expr *Step;  ///< null for 1
};

/// A list item of a `map`, `to` or `from` clause: contiguous memory, or on
/// `target update` pieces of it at equal distances.
struct DataItem {
  std::string Name;
  /// The item itself, or the array or pointer of a section.
  const clang::Expr *Base = nullptr;
  /// The subscripts of the first part of a section, from the left; null for 0.
  /// A part may be a row.
  llvm::SmallVector<const clang::Expr *, 2> Lowers;
  /// The number of parts; null for all up to the end of the array. Only the
  /// first part is meant if the last dimension is repeated.
  const clang::Expr *Count = nullptr;
  /// From the inside out.
  llvm::SmallVector<DataRepeat, 1> Repeats;
  /// From the outside in.
  llvm::SmallVector<DataIterator, 1> Iterators;
  /// Bits of ompscan_map_flags.
  unsigned Flags = 0;

  bool isSection() const { return !Lowers.empty(); }
};

/// Replaces expressions in \p Item, but for its first \p Outer iterators. False
/// if that is not possible.
bool replaceIn(DataItem &Item, size_t Outer,
               llvm::function_ref<clang::Expr *(const clang::Expr *)> Replace,
               clang::ASTContext &Context);

/// The device that \p Device asks for.
DeviceChoice readDevice(const clang::OMPDeviceClause &Device,
                        const clang::ASTContext &Context);

/// The clauses on data of a data directive or a `target` construct.
struct DataClauses {
  llvm::SmallVector<DataItem, 4> Items;
  DeviceChoice Device;
  /// The directive has no effect on the device if one of them is false.
  llvm::SmallVector<const clang::Expr *, 1> Conditions;
  llvm::SmallVector<clang::OMPClause *, 1> Dependences;
  /// The `nowait` clause, or null.
  clang::OMPClause *Nowait = nullptr;
  /// Whether all clauses have been understood.
  bool IsComplete = true;
};

/// Reads the clauses of the data directive \p D and reports those that are not
/// supported.
std::optional<DataClauses> readDataDirective(clang::OMPExecutableDirective &D,
                                             clang::ASTContext &Context,
                                             const Diagnostics &Diags);

/// Reads the clauses of the `target` construct \p D. For an item that is not
/// contiguous, all of its array or of the pointer's target is taken.
DataClauses readTargetClauses(clang::OMPExecutableDirective &D,
                              clang::ASTContext &Context);

/// Returns false, with an error, if a `map` of the `target` construct \p D,
/// possibly an implicit one, uses a declared mapper that always moves data, and
/// the construct is a loop or has a clause that is not understood.
bool checkMappers(clang::OMPExecutableDirective &D, clang::ASTContext &Context,
                  const Diagnostics &Diags);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_CLAUSES_DATACLAUSES_H
