//===- CopyExpr.h - Expressions with something else put in ---- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_AST_COPYEXPR_H
#define OMPSCAN_PLUGIN_AST_COPYEXPR_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace ompscan::plugin {

/// Returns the replacement of an expression, or null to keep it.
using Replacement = llvm::function_ref<clang::Expr *(const clang::Expr *)>;

/// A copy of \p E with \p Replace applied from the outside to the inside. The
/// copy shares nodes without a replacement with \p E. It can copy arithmetic,
/// casts of numbers, elements, members and calls; it is null if a replacement
/// is inside any other node.
clang::Expr *copyExpr(const clang::Expr *E, Replacement Replace,
                      clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_AST_COPYEXPR_H
