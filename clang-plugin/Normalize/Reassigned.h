//===- Reassigned.h - Variables with several values ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_REASSIGNED_H
#define OMPSCAN_PLUGIN_NORMALIZE_REASSIGNED_H

#include "AST/TreeRewriter.h"
#include "Analysis/Clauses/Directives.h"
#include "clang/Sema/Sema.h"

namespace ompscan::plugin {

/// \p S, the loop of \p D, with a variable of its own for each value that a
/// number of the iteration gets by a statement of the body:
///
///     double t = x[i];             double t = x[i];
///     d = t - last;                d = t - last;
///     last = t;                    last = t;
///     t += s;                      double t' = t + s;
///     y[i] = t;                    y[i] = t';
///
/// The number is a variable of the body, or private. It is only read and
/// assigned, so that nothing refers to one variable for all values.
clang::Stmt *withoutReassignments(clang::Stmt *S, const ScanDirective &D,
                                  clang::Sema &Sema, TreeRewriter &Rewriter);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_REASSIGNED_H
