//===- ItemPlaceholder.h - Variables that stand for items ----- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sema accepts arrays, pointers and scalars as items, but in different forms.
/// A variable, the placeholder, replaces a container or an item whose type is
/// not known yet. Its initializer names the item:
///
///   for (auto *ompscan.item.v = &::__ompscan::__item(v);
///        ::__ompscan::__once(); (void)ompscan.item.v)
///     #pragma omp parallel for reduction(+ : ompscan.item.v[0 : 1])
///
/// `__number` in place of `__item` if the program may declare no operator for
/// the elements: it replaces structures, whose members are scanned, by numbers,
/// which Sema accepts.
///
/// A pointer, since Sema refuses a reference to a variable that is declared in
/// another directive. Templates instantiate this like any other code. In C, the
/// placeholder of a member is such a pointer: `for (__typeof__(s.k)
/// *ompscan.item.k = &s.k; ...)`. The placeholder of a pointer's target, or of
/// an element of an array, is a copy. The plugin replaces this loop together
/// with the directive. In the loop that is analysed, this placeholder is the
/// item itself (ItemTargets).
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_PRAGMA_ITEMPLACEHOLDER_H
#define OMPSCAN_PLUGIN_PRAGMA_ITEMPLACEHOLDER_H

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

namespace ompscan::plugin {

constexpr llvm::StringLiteral PlaceholderPrefix = "ompscan.item.";

/// C++11 that declares `__ompscan::__item`, `__number` and `__once`.
extern const char *const PlaceholderDeclarations;

/// Whether an item of type \p T needs a placeholder.
bool isPlaceholderType(clang::QualType T);

/// The item whose placeholder \p E is; null if it is none.
const clang::Expr *standInFor(const clang::Expr *E);

/// The target of a pointer, `*p`, or the element, `a[c]`, whose placeholder \p
/// E is; null if it is none.
const clang::Expr *targetOf(const clang::Expr *E);

/// The statement for which \p S declares a placeholder; null if it declares
/// none.
clang::Stmt *behindPlaceholder(clang::Stmt *S);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_PRAGMA_ITEMPLACEHOLDER_H
