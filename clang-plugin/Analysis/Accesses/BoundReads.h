//===- BoundReads.h - Memory that a loop's bounds read -------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_ACCESSES_BOUNDREADS_H
#define OMPSCAN_PLUGIN_ANALYSIS_ACCESSES_BOUNDREADS_H

#include "Model/ScanLoop.h"

namespace ompscan::plugin {

/// The integers in memory that the bounds of \p Loop, a scan, read and that may
/// be elements of the arrays it stores: lvalues. A launch reads each bound
/// once, and the sequential loop in every iteration.
///
/// A local variable whose address \p Function, the whole body of what \p DC is,
/// does not take is none of them. Function may be null.
llvm::SmallVector<const clang::Expr *, 1>
boundReads(const ScanLoop &Loop, const clang::Stmt *Function,
           const clang::DeclContext &DC, const clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_ACCESSES_BOUNDREADS_H
