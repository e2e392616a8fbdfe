//===- InnerSums.h - Items that inner loops update ------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_INNERSUMS_H
#define OMPSCAN_PLUGIN_NORMALIZE_INNERSUMS_H

#include "AST/TreeRewriter.h"
#include "Analysis/Clauses/Directives.h"
#include "clang/Sema/Sema.h"

namespace ompscan::plugin {

/// \p S, the loop of \p D, with one update behind each inner loop that updates
/// a number of a `scan` or `reduction` clause by the operator of the clause,
/// and does not use it otherwise:
///
///     for (...)                int t = 0;
///       s += x[j];             for (...)
///                                t += x[j];
///                              s += t;
///
/// The operators are `+`, `*`, `&`, `|` and `^`. InnerCounts has the loops that
/// store at the values of the item.
clang::Stmt *withInnerSums(clang::Stmt *S, const ScanDirective &D,
                           clang::Sema &Sema, TreeRewriter &Rewriter);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_INNERSUMS_H
