//===- LinearSystems.h - Accumulators that use each other ----- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_SCAN_LINEARSYSTEMS_H
#define OMPSCAN_PLUGIN_ANALYSIS_SCAN_LINEARSYSTEMS_H

#include "Analysis/Scan/LoopAnalysis.h"

namespace ompscan::plugin {

/// The items of \p Said, where those that \p Loop may compute from each other,
/// by the operator `affine` or `auto`, are one in the place of the first one:
///
///     const float y0 = b0 * x[i] + s;
///     s = b1 * x[i] - a1 * y0 + t;
///     t = b2 * x[i] - a2 * y0;
///
/// Empty if there are none of them.
llvm::SmallVector<Item, 1> withSystems(const Clauses &Said,
                                       const clang::ForStmt &Loop);

/// Joins the items of \p Own, a loop in \p Function, that are linear systems,
/// unless a scan of each is possible.
void joinSystems(DirectiveLoop &Own, const clang::DeclContext &Function,
                 const clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_SCAN_LINEARSYSTEMS_H
