//===- ArrayMaps.h - The mapped sections of arrays ------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_ACCESSES_ARRAYMAPS_H
#define OMPSCAN_PLUGIN_ANALYSIS_ACCESSES_ARRAYMAPS_H

#include "Analysis/Clauses/Clauses.h"
#include "Model/ScanLoop.h"
#include "Support/Diagnostics.h"

namespace ompscan::plugin {

/// The sizes of a loop's arrays, as its clauses give them.
class ArrayMaps {
public:
  ArrayMaps(const ScanLoop &Loop, const Clauses &Said,
            const clang::ASTContext &Context, const Diagnostics &Diags)
      : Loop(Loop), Said(Said), Context(Context), Diags(Diags) {}

  /// The map of the array \p Base, or null.
  const MapItem *find(const clang::Expr *Base) const;

  /// Whether it is known, or known when the loop begins, how many elements
  /// \p Used has.
  bool knowsExtent(const ArrayUse &Used) const;
  /// Whether the loop may run where its data need not be copied.
  bool maySkipExtents() const { return !Said.IsTarget && !Loop.parallel(); }

  /// Reports, at \p E, if nothing tells how many elements \p Used has.
  bool requireExtent(const clang::Expr *E, const ArrayUse &Used, bool IsStore,
                     bool IsGuarded) const;

  /// Compares the recorded accesses with the `map` clauses.
  bool check() const;

private:
  bool mayBeOnDevice(const clang::Expr *Base) const;
  bool checkSeed(const ArrayUse &Item, const MapItem &Map,
                 const ArrayElement &Seed) const;

  const ScanLoop &Loop;
  const Clauses &Said;
  const clang::ASTContext &Context;
  const Diagnostics &Diags;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_ACCESSES_ARRAYMAPS_H
