//===- PointerCounts.h - Pointers that a loop moves ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_POINTERCOUNTS_H
#define OMPSCAN_PLUGIN_NORMALIZE_POINTERCOUNTS_H

#include "Analysis/Clauses/Directives.h"
#include "Analysis/Liveness/ExposedVariables.h"
#include "Model/Advance.h"
#include "clang/Sema/Sema.h"

namespace ompscan::plugin {

/// \p For with counts in the place of items of \p D that are pointers which it
/// moves. Adds them to \p Result; null after an error of Sema.
clang::ForStmt *
countMovedItems(ScanDirective &D, clang::ForStmt *For,
                llvm::ArrayRef<const clang::DeclRefExpr *> Stepped,
                const VariableSet &Unexposed, clang::Sema &S,
                llvm::SmallVectorImpl<Advance> &Result);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_POINTERCOUNTS_H
