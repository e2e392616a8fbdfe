//===- Members.h - The members that a combiner combines ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_MEMBERS_H
#define OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_MEMBERS_H

#include "Model/Item.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace ompscan::plugin {

/// The fields that lead from an object to a number in it, the innermost first.
using MemberPath = llvm::SmallVector<const clang::FieldDecl *, 2>;

/// The path from the object that \p IsWhole recognises to its member \p E;
/// std::nullopt if \p E is no number that is a member of it, or shares its
/// bytes with another one.
std::optional<MemberPath>
memberPath(const clang::Expr *E,
           llvm::function_ref<bool(const clang::Expr *)> IsWhole);

/// The number of the member of \p Target that \p E is in the object that
/// \p IsWhole recognises; std::nullopt if it is none of Target.Members.
std::optional<unsigned>
memberOf(const Item &Target, const clang::Expr *E,
         llvm::function_ref<bool(const clang::Expr *)> IsWhole);

/// Gives \p Target, an item of a declared operator, its Members.
void findMembers(Item &Target, const clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_MEMBERS_H
