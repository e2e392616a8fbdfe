//===- LibraryMacros.h - Macros of the C library -------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the macros of <ctype.h> and <assert.h> expand to.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_AST_LIBRARYMACROS_H
#define OMPSCAN_PLUGIN_AST_LIBRARYMACROS_H

#include "clang/AST/Expr.h"
#include <optional>

namespace ompscan::plugin {

/// A table of the C library that the macros of glibc's <ctype.h> read.
enum class CharacterTable {
  Classes, ///< `*__ctype_b_loc()`: a bit for each class of characters
  Lower,   ///< `*__ctype_tolower_loc()`
  Upper    ///< `*__ctype_toupper_loc()`
};

/// The table that \p E names; std::nullopt if it is another expression.
std::optional<CharacterTable> characterTable(const clang::Expr *E);

/// The call of tolower or toupper in \p E if this is what glibc's macro of that
/// name expands to; else null.
clang::CallExpr *characterConversion(const clang::StmtExpr &E);

/// Whether \p F ends the program after an assertion has failed.
bool isAssertionFailure(const clang::FunctionDecl &F);

/// Whether \p E is what `assert(condition)` expands to, where the condition
/// changes nothing.
bool isAssertion(const clang::Expr *E);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_AST_LIBRARYMACROS_H
