//===- ConstantBranches.h - Branches that are known ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_CONSTANTBRANCHES_H
#define OMPSCAN_PLUGIN_NORMALIZE_CONSTANTBRANCHES_H

#include "AST/TreeRewriter.h"
#include "Analysis/Clauses/Directives.h"

namespace ompscan::plugin {

/// \p S, the loop of \p D, with the branch that runs in the place of each `if`
/// of the body whose condition is a constant, such as an argument of a
/// template.
clang::Stmt *withoutConstantBranches(clang::Stmt *S, const ScanDirective &D,
                                     clang::ASTContext &Context,
                                     TreeRewriter &Rewriter);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_CONSTANTBRANCHES_H
