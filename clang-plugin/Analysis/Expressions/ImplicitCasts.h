//===- ImplicitCasts.h - Values before implicit casts --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_IMPLICITCASTS_H
#define OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_IMPLICITCASTS_H

#include "clang/AST/Expr.h"
#include <utility>

namespace ompscan::plugin {

/// Strips \p E as strip() does, and of implicit casts of numbers to types that
/// have all of their values. The result has the value of \p E.
const clang::Expr *stripWidening(const clang::Expr *E,
                                 const clang::ASTContext &Context);

/// Strips \p E as stripWidening() does, and first of its outermost implicit
/// cast of a number: that of an operand to the type of its operator, or of a
/// value to the type of the variable that it is assigned to.
const clang::Expr *stripConversion(const clang::Expr *E,
                                   const clang::ASTContext &Context);

/// Strips both as stripWidening() does, and of implicit casts of numbers that
/// both have. If the results are equal, so are \p A and \p B.
std::pair<const clang::Expr *, const clang::Expr *>
stripSameCasts(const clang::Expr *A, const clang::Expr *B,
               const clang::ASTContext &Context);

/// Strips \p E as strip() does, and of implicit casts that map zero, and
/// nothing else, to zero. The result is zero where \p E is.
const clang::Expr *stripTruthCasts(const clang::Expr *E,
                                   const clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_IMPLICITCASTS_H
