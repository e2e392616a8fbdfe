//===- PointerTests.h - Pointers as conditions ---------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_POINTERTESTS_H
#define OMPSCAN_PLUGIN_NORMALIZE_POINTERTESTS_H

#include "AST/TreeRewriter.h"
#include "Analysis/Clauses/Directives.h"

namespace ompscan::plugin {

/// \p S, the loop of \p D, with `p != 0` for each pointer `p` that is a
/// condition of its body or an operand of `!`, `&&` or `||`. In C++ such a
/// pointer is converted, and stays as it is.
clang::Stmt *withPointerTests(clang::Stmt *S, const ScanDirective &D,
                              clang::ASTContext &Context,
                              TreeRewriter &Rewriter);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_POINTERTESTS_H
