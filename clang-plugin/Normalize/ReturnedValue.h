//===- ReturnedValue.h - Bodies that are one expression ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_RETURNEDVALUE_H
#define OMPSCAN_PLUGIN_NORMALIZE_RETURNEDVALUE_H

#include "AST/CopyExpr.h"

namespace clang {
class FunctionDecl;
} // namespace clang

namespace ompscan::plugin {

/// The value that \p F returns, as one expression in which \p Replace replaces
/// expressions of the body; null if there is none. Variables of the body that
/// are numbers are replaced by what they stand for, and `if` by `?:`:
///
///     const int d = v - low;         v - low < 0 ? 0 : v - low
///     if (d < 0)
///       return 0;
///     return d;
clang::Expr *returnedValue(const clang::FunctionDecl &F, Replacement Replace,
                           clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_RETURNEDVALUE_H
