//===- ItemPlaceholder.h - Variables that stand for items ----- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sema takes arrays, pointers and scalars as items, each in another form. What
/// is a container, or has a type that is not known yet, gets a variable that
/// stands for it, and is itself named in the variable's initializer only:
///
///   for (auto &ompscan.item.v = ::__ompscan::__item(v);
///        ::__ompscan::__once();)
///     #pragma omp parallel for reduction(+ : ompscan.item.v)
///
/// Templates instantiate this like any other code. In C, a pointer stands for
/// a member: `for (__typeof__(s.k) *ompscan.item.k = &s.k; ...)`. It is a
/// statement, as the directive is, and goes away with the directive.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_PRAGMA_ITEMPLACEHOLDER_H
#define OMPSCAN_PLUGIN_PRAGMA_ITEMPLACEHOLDER_H

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

namespace ompscan::plugin {

constexpr llvm::StringLiteral PlaceholderPrefix = "ompscan.item.";

/// C++11 that declares `__ompscan::__item` and `__ompscan::__once`.
extern const char *const PlaceholderDeclarations;

/// Whether an item of type \p T needs a stand-in.
bool isPlaceholderType(clang::QualType T);

/// The item that \p E stands for, or null if it stands for none.
const clang::Expr *standInFor(const clang::Expr *E);

/// The statement that \p S declares a stand-in for, or null if it declares
/// none.
clang::Stmt *behindPlaceholder(clang::Stmt *S);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_PRAGMA_ITEMPLACEHOLDER_H
