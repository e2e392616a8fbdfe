//===- OtherUses.h - Arrays that only two constructs use ------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_LIVENESS_OTHERUSES_H
#define OMPSCAN_PLUGIN_ANALYSIS_LIVENESS_OTHERUSES_H

#include "clang/AST/StmtOpenMP.h"

namespace ompscan::plugin {

/// Whether only \p First and \p Second access the elements of \p Array: it is a
/// local array, or a local pointer whose initializer allocates the memory, and
/// otherwise the function only maps it by `target data` and frees it.
bool isUsedNowhereElse(const clang::Expr *Array,
                       const clang::OMPExecutableDirective &First,
                       const clang::OMPExecutableDirective &Second,
                       const clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_LIVENESS_OTHERUSES_H
