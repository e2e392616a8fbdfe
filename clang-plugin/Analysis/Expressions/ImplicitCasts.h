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

/// What strip() returns, without implicit casts of numbers to types that have
/// all of their values. The value is that of \p E.
const clang::Expr *stripWidening(const clang::Expr *E,
                                 const clang::ASTContext &Context);

/// What stripWidening() returns, also without the outermost implicit cast of a
/// number: that of an operand to the type of its operator, or of a value to the
/// type of the variable that it is assigned to.
const clang::Expr *stripConversion(const clang::Expr *E,
                                   const clang::ASTContext &Context);

/// What stripWidening() returns of both, also without implicit casts of numbers
/// that both have. If the results are equal, so are \p A and \p B.
std::pair<const clang::Expr *, const clang::Expr *>
stripSameCasts(const clang::Expr *A, const clang::Expr *B,
               const clang::ASTContext &Context);

/// What strip() returns, without implicit casts that map zero, and nothing
/// else, to zero. The value is zero where that of \p E is.
const clang::Expr *stripTruthCasts(const clang::Expr *E,
                                   const clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_IMPLICITCASTS_H
