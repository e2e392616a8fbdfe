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

/// Answers what takes the place of an expression; null leaves it as it is.
using Replacement = llvm::function_ref<clang::Expr *(const clang::Expr *)>;

/// \p E with \p Replace applied from the outside to the inside. Nodes in which
/// nothing is replaced are shared with \p E, which stays as it is. Null if
/// something is to be replaced inside of a node that is not copied: those of
/// arithmetic, casts of numbers, elements, members and plain calls are.
clang::Expr *copyExpr(const clang::Expr *E, Replacement Replace,
                      clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_AST_COPYEXPR_H
