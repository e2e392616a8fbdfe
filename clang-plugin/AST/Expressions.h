//===- Expressions.h - Looking at expressions of a loop ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_AST_EXPRESSIONS_H
#define OMPSCAN_PLUGIN_AST_EXPRESSIONS_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <string>

namespace ompscan::plugin {

/// \p E without parentheses, and without casts and copies that change no value
/// or only turn an lvalue into its value. What OpenMP captured for a region
/// (`this->y`) is replaced by the expression that it was captured from.
const clang::Expr *strip(const clang::Expr *E);

/// \p E without parentheses and without any implicit cast.
const clang::Expr *stripImplicit(const clang::Expr *E);

/// \p E as source text, for messages and names.
std::string text(const clang::Expr *E, const clang::ASTContext &Context);

/// The value of \p E, an integer constant. Where an unsigned value of 64 bits
/// is larger than any int64_t, this is the negative one that is congruent to
/// it. Nothing if \p E is no constant, or is wider.
std::optional<int64_t> constantValue(const clang::Expr *E,
                                     const clang::ASTContext &Context);

/// Whether \p Pred holds for \p E or an expression in it.
bool anyOf(const clang::Expr *E,
           llvm::function_ref<bool(const clang::Expr *)> Pred);

/// Whether \p E uses \p Var.
bool mentions(const clang::Expr *E, const clang::VarDecl *Var);

/// Decides for a pair of subexpressions whether they count as alike;
/// std::nullopt leaves it to their structure.
using LeafMatch = llvm::function_ref<std::optional<bool>(
    const clang::Expr *Pattern, const clang::Expr *E)>;

/// Whether \p E is written like \p Pattern: both do the same wherever \p Match
/// says that their leaves are alike.
bool matches(const clang::Expr *Pattern, const clang::Expr *E, LeafMatch Match);

/// Whether two expressions without side effects are written alike: they have
/// the same value while nothing that they read changes.
bool sameExpression(const clang::Expr *A, const clang::Expr *B);

/// The array and the index of an element access, `y[i]` or `*(y + i - 1)`. Base
/// is null if \p E is no such access; Index is null for `*y`. A sum that stands
/// nowhere in the source is made in \p Context.
struct ElementAccess {
  const clang::Expr *Base = nullptr;
  const clang::Expr *Index = nullptr;
};
ElementAccess elementAccess(const clang::Expr *E,
                            const clang::ASTContext &Context);

/// The variable that \p E names or names a member of, not through a pointer;
/// null if it is something else.
const clang::VarDecl *variableAround(const clang::Expr *E);

/// Whether the value of \p E may be more than that of scalars: it is read from
/// memory, or computed by a call.
bool readsMemory(const clang::Expr *E, const clang::ASTContext &Context);

/// The integer \p E, converted to the type of offsets of addresses if it has
/// another one.
clang::Expr *asWideAsAddress(const clang::Expr *E,
                             const clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_AST_EXPRESSIONS_H
