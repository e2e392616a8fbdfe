//===- ItemTargets.h - Items that are targets of pointers -- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `scan(+ : *count)` accumulates in the target of a pointer. To the analysis,
/// its placeholder (ItemPlaceholder.h) is the variable that accumulates, and
/// Item::place() says where it lies.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_ITEMTARGETS_H
#define OMPSCAN_PLUGIN_NORMALIZE_ITEMTARGETS_H

#include "AST/TreeRewriter.h"
#include "Analysis/Clauses/Directives.h"

namespace ompscan::plugin {

/// The items of \p D, as the user names them.
llvm::SmallVector<const clang::Expr *, 4>
namedItems(const ScanDirective &D, const clang::ASTContext &Context);

/// The one of \p Items that \p E names; null if it names none.
const clang::Expr *itemNamedBy(const clang::Expr *E,
                               llvm::ArrayRef<const clang::Expr *> Items);

/// \p S, the statement of \p D, with variables in the place of items that are
/// targets of pointers.
clang::Stmt *withoutItemTargets(clang::Stmt *S, const ScanDirective &D,
                                const clang::ASTContext &Context,
                                TreeRewriter &Rewriter);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_ITEMTARGETS_H
