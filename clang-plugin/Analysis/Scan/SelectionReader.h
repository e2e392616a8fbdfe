//===- SelectionReader.h - Loops that keep some iterations ---- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_SCAN_SELECTIONREADER_H
#define OMPSCAN_PLUGIN_ANALYSIS_SCAN_SELECTIONREADER_H

#include "Analysis/Scan/CounterStores.h"

namespace ompscan::plugin {

/// Decides whether a scan loop is a Selection.
class SelectionReader {
public:
  SelectionReader(ScanLoop &Loop, BodyFacts &Facts, AccessCollector &Accesses,
                  const CounterStores &Counters,
                  const clang::ASTContext &Context, const Diagnostics &Diags)
      : Loop(Loop), Facts(Facts), Accesses(Accesses), Counters(Counters),
        Items(Loop, Context), Context(Context), Diags(Diags) {}

  /// Sets LastKept, before the body is read, if all of the body is
  /// `if (x[i] != y[k - 1])` or `y[k]`: that may be the element of y, or in
  /// place of x, that was kept last.
  void findLastKept();

  /// Makes the loop a Selection if it is one, once the CountedStores have been
  /// checked; false, with an error, if it is none and stores to what it reads.
  bool read();

private:
  std::optional<unsigned> whyNot() const;
  bool hasSides() const;
  bool sameTarget(const CountedStore &A, const CountedStore &B) const;
  bool isAtEachUpdate(const CountedStore &Store) const;
  void addMove(const CountedStore &Store,
               llvm::SmallVectorImpl<const CountedStore *> &Leads,
               Selection &Found) const;
  bool checkLastKept() const;
  bool checkInPlace(const CountedStore &Store);
  std::optional<Affine> risingFormula(const clang::Expr *Index) const;
  std::optional<Affine> sourceOf(const CountedStore &Store) const;

  ScanLoop &Loop;
  BodyFacts &Facts;
  AccessCollector &Accesses;
  const CounterStores &Counters;
  const ItemLookup Items;
  const clang::ASTContext &Context;
  const Diagnostics &Diags;
  /// Subscripts of elements that the preceding iteration may have changed if
  /// its store to the array is at its own subscript.
  std::vector<const clang::Expr *> Overtaken;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_SCAN_SELECTIONREADER_H
