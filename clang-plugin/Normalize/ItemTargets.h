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

#include "Normalize/AstChanges.h"
#include "clang/AST/StmtOpenMP.h"

namespace ompscan::plugin {

/// The items of \p Directive, as the user names them.
llvm::SmallVector<const clang::Expr *, 4>
namedItems(const clang::OMPExecutableDirective &Directive,
           const clang::ASTContext &Context);

/// Replaces items of \p Directive that are targets of pointers in \p For, its
/// loop.
void replaceItemTargets(const clang::OMPExecutableDirective &Directive,
                        clang::ForStmt &For, const clang::ASTContext &Context,
                        AstChanges &Changes);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_ITEMTARGETS_H
