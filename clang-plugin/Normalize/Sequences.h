//===- Sequences.h - Assignments in one statement ------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_SEQUENCES_H
#define OMPSCAN_PLUGIN_NORMALIZE_SEQUENCES_H

#include "AST/TreeRewriter.h"
#include "Analysis/Clauses/Directives.h"

namespace ompscan::plugin {

/// \p S, the loop of \p D, with one statement for each assignment in its body:
///
///     x2 = x1, x1 = x[i];          x2 = x1;
///                                  x1 = x[i];
///     s = y[i] = s + x[i];         s = s + x[i];
///                                  y[i] = s;
///
/// The variable of the second form has the type of the place behind it, which
/// does not mention the variable. Members stay as they are: a declared operator
/// may change several of an item by commas.
clang::Stmt *withoutSequences(clang::Stmt *S, const ScanDirective &D,
                              clang::ASTContext &Context,
                              TreeRewriter &Rewriter);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_SEQUENCES_H
