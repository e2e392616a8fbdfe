//===- RowTraits.h - What the rows of a nest allow ------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_PARALLEL_ROWTRAITS_H
#define OMPSCAN_PLUGIN_ANALYSIS_PARALLEL_ROWTRAITS_H

#include "Analysis/Parallel/KeptRows.h"

namespace ompscan::plugin {

/// The ways in which the iterations of a nest, its rows, can be run besides by
/// one work-item, or one team of work-items, for each.
struct RowTraits {
  /// Teams for different rows do the same, step by step: the inner loops, and
  /// stores between them, are no part of other statements, and the bounds do
  /// not depend on the row.
  bool AreEqual = false;
  /// Neighbouring iterations of the inner loops access neighbouring elements.
  /// Otherwise neighbouring rows may.
  bool AccessNeighbours = false;
  /// The work-items of a team may have a row each, and scan the elements of all
  /// of them together: each row reaches the one inner loop, which is a scan,
  /// stores nothing before it, and few values that the scan uses differ from
  /// row to row.
  bool HaveBundles = false;
  /// Several teams can run parts of the only inner loop, a scan. Each of them
  /// runs the statements before the loop, which store nothing and contain no
  /// loop, and that of the last part those after it. No part reads what another
  /// one stores.
  bool HaveParts = false;
  /// Rows are columns, which can be run side by side, and each of them in
  /// parts: neighbouring ones access neighbouring elements, and they contain
  /// one loop, a scan of which all have equally many iterations. What precedes
  /// it can run again wherever a value is needed.
  bool AreColumns = false;
  KeptRows Kept;
};

/// The traits of the rows of \p Nest; none without a Team.
RowTraits rowTraits(const ScanLoop &Nest, const clang::ASTContext &Context);

/// Whether \p E, an expression of \p Nest outside of the inner loops, may have
/// different values in its iterations.
bool variesByRow(const clang::Expr *E, const ScanLoop &Nest);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_PARALLEL_ROWTRAITS_H
