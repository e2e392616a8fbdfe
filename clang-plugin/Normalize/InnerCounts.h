//===- InnerCounts.h - Items that inner loops count ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_INNERCOUNTS_H
#define OMPSCAN_PLUGIN_NORMALIZE_INNERCOUNTS_H

#include "AST/TreeRewriter.h"
#include "Analysis/Clauses/Directives.h"
#include "clang/Sema/Sema.h"

namespace ompscan::plugin {

/// \p S, the loop of \p D, with one update for each inner loop that increments
/// a variable of `scan(+ : ...)`, where that stores at the variable's values
/// and does not use them otherwise:
///
///     for (...)                            int c = 0;
///       if (x[j])                          for (...)
///         y[k++] = x[j];                     if (x[j]) {
///                                              y[k + c] = x[j];
///                                              c++;
///                                            }
///                                          k += c;
///
/// The analysis proves that stores at `k + c` are apart (CounterStores).
clang::Stmt *withInnerCounts(clang::Stmt *S, const ScanDirective &D,
                             clang::Sema &Sema, TreeRewriter &Rewriter);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_INNERCOUNTS_H
