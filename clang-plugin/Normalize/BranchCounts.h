//===- BranchCounts.h - Steps that a branch chooses ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_BRANCHCOUNTS_H
#define OMPSCAN_PLUGIN_NORMALIZE_BRANCHCOUNTS_H

#include "AST/TreeRewriter.h"
#include "Analysis/Clauses/Directives.h"
#include "clang/Sema/Sema.h"

namespace ompscan::plugin {

/// \p S, the loop of \p D, in which an item is updated in the branch that says
/// by how much, where nothing in between uses it:
///
///     int n = 0;             if (x[i] > 0) {
///     if (x[i] > 0) {          y[k] = x[i];
///       y[k] = x[i];           k += 1;
///       n = 1;               }
///     }
///     k += n;
///
/// Such a loop can be a selection. \p Moved receives the updates.
clang::Stmt *
withBranchCounts(clang::Stmt *S, const ScanDirective &D, clang::Sema &Sema,
                 TreeRewriter &Rewriter,
                 llvm::SmallVectorImpl<const clang::Stmt *> &Moved);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_BRANCHCOUNTS_H
