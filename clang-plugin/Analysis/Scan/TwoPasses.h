//===- TwoPasses.h - Scans that OpenMP programs do by hand ---- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_SCAN_TWOPASSES_H
#define OMPSCAN_PLUGIN_ANALYSIS_SCAN_TWOPASSES_H

#include "Analysis/Scan/RegionSteps.h"
#include "Model/ScanLoop.h"
#include "Support/Diagnostics.h"

namespace ompscan::plugin {

/// A scan that parallel regions compute in two passes: each thread scans or
/// reduces its part and stores the total to a table, the totals are scanned,
/// and each thread adds what precedes its part, or scans the part from there.
struct TwoPassScan {
  /// The loop of the pass that scans a part, as a scan of its last item.
  ScanLoop Loop;
  /// The arrays that it stores prefixes to, or that it fills at places which
  /// prefixes say.
  llvm::SmallVector<const clang::Expr *, 2> Results;
  /// The bounds of that loop are those of the whole scan, and a directive
  /// divides them.
  bool IsWhole;
  /// The loop in which one thread scans the totals; null if there is none.
  const clang::Stmt *Totals;
};

/// The scan that the first of \p Statements, a directive with `parallel`,
/// begins, and that it or those behind it in the block complete; std::nullopt
/// if there is none. \p Expand tells what calls do.
std::optional<TwoPassScan>
findTwoPassScan(llvm::ArrayRef<clang::Stmt *> Statements,
                const clang::DeclContext &Function,
                const clang::ASTContext &Context, const Diagnostics &Quiet,
                CallExpansion Expand);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_SCAN_TWOPASSES_H
