//===- StatementFacts.h - What is known of a statement ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_MODEL_STATEMENTFACTS_H
#define OMPSCAN_PLUGIN_MODEL_STATEMENTFACTS_H

#include "Model/Meaning.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace ompscan::plugin {

/// A combination of an integer with an accumulator of a list.
struct HistogramUpdate {
  unsigned Item = 0;
  const clang::Expr *Index = nullptr; ///< Null for element 0 of the array.
  const clang::Expr *Value = nullptr; ///< Null for 1.
  bool IsNegated = false;
};

/// The value of ScanLoop::Kept[Kept] before or after an iteration.
struct KeptValue {
  unsigned Kept;
  bool IsAfter;
};

/// Facts that the analysis finds out about a statement of a loop's body.
struct StatementFacts {
  /// Only the stores need it, because it stores, updates an item or depends on
  /// the value of one.
  bool IsOutputOnly = false;
  /// It copies the value before to the element that the next statement, an
  /// update of an array item, changes.
  bool IsCopy = false;
  /// The updates that it makes itself.
  llvm::SmallVector<UpdateRef, 1> Updates;
  /// Set if it stores at a subscript that follows this value. Later iterations
  /// with the same value store again; the last one counts.
  std::variant<std::monostate, ItemValue, KeptValue> StoresAt;
  /// Set if work-items may share the lists of a parallel loop
  /// (ParallelLoop::HasSharedLists) and this is all that it does.
  std::optional<HistogramUpdate> Histogram;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_MODEL_STATEMENTFACTS_H
