//===- ElementChecks.h - Elements that iterations share ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_SCAN_ELEMENTCHECKS_H
#define OMPSCAN_PLUGIN_ANALYSIS_SCAN_ELEMENTCHECKS_H

#include "AST/ExpressionIndex.h"
#include "Analysis/Accesses/AccessCollector.h"
#include "Analysis/Scan/BodyFacts.h"
#include "Analysis/Scan/ItemLookup.h"
#include "Support/Diagnostics.h"

namespace ompscan::plugin {

/// Whether the iterations of a body that has been read use its elements, but
/// for those of items, independently of each other.
class ElementChecks {
public:
  ElementChecks(ScanLoop &Loop, const BodyFacts &Facts,
                AccessCollector &Accesses, const clang::ASTContext &Context,
                const Diagnostics &Diags);

  /// Elements of which every iteration stores all members need not be
  /// transferred.
  void dropWhole();
  /// Reports elements, and references to them, that one iteration may store and
  /// another one read.
  bool check() { return checkArrays() && checkReferences(); }

private:
  /// Whether no iteration reads at \p Read what another one stores at \p Store,
  /// or the launch finds out whether one does. \p Before: an iteration reads
  /// first.
  bool isApart(const clang::Expr *Store, const clang::Expr *Read,
               bool Before) const;
  /// Reports reads of stored arrays, except by the iteration that stores the
  /// same subscript, before the store or of another member. Selections have
  /// been checked.
  bool checkArrays() const;
  /// Reports references to objects that change after the binding: the device
  /// has a copy. Records the others.
  bool checkReferences();

  ScanLoop &Loop;
  const BodyFacts &Facts;
  AccessCollector &Accesses;
  const clang::ASTContext &Context;
  const Diagnostics &Diags;
  const ItemLookup Items;
  /// The uses of Facts, by their arrays.
  ExpressionIndex UseNumbers;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_SCAN_ELEMENTCHECKS_H
