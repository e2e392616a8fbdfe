//===- MovedCounters.h - Variables that an increment sets ----- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_MOVEDCOUNTERS_H
#define OMPSCAN_PLUGIN_NORMALIZE_MOVEDCOUNTERS_H

#include "AST/TreeRewriter.h"
#include "Analysis/Clauses/Directives.h"
#include "clang/Sema/Sema.h"

namespace ompscan::plugin {

/// \p S, the loop of \p D, in which increments and decrements of items that set
/// a variable of the iteration are statements of their own:
///
///     const int j = k++;     k++;
///     y[j] = x[i];           const int j = k - 1;
///                            y[j] = x[i];
///
/// The variable is a name then (Names.h).
clang::Stmt *withMovedCounters(clang::Stmt *S, const ScanDirective &D,
                               clang::Sema &Sema, TreeRewriter &Rewriter);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_MOVEDCOUNTERS_H
