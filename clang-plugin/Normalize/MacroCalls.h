//===- MacroCalls.h - Calls instead of macros -------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_MACROCALLS_H
#define OMPSCAN_PLUGIN_NORMALIZE_MACROCALLS_H

#include "AST/TreeRewriter.h"

namespace ompscan::plugin {

/// Replaces what macros of the C library expand to among the children of \p S:
/// tolower and toupper by a call, and assertions by nothing, as in a program
/// that defines NDEBUG.
clang::Stmt *withoutLibraryMacros(clang::Stmt *S,
                                  const clang::ASTContext &Context,
                                  TreeRewriter &Rewriter);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_MACROCALLS_H
