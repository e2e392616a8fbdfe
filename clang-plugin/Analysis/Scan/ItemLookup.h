//===- ItemLookup.h - The items that expressions name --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_SCAN_ITEMLOOKUP_H
#define OMPSCAN_PLUGIN_ANALYSIS_SCAN_ITEMLOOKUP_H

#include "AST/Expressions.h"
#include "Analysis/Expressions/Affine.h"
#include "Model/ScanLoop.h"

namespace ompscan::plugin {

/// Finds the items of a loop, by number, that expressions name.
class ItemLookup {
public:
  ItemLookup(const ScanLoop &Loop, const clang::ASTContext &Context)
      : Loop(Loop), Context(Context) {}

  /// The scalar item that \p E is.
  std::optional<unsigned> scalar(const clang::Expr *E) const;
  /// The list that \p E is an accumulator of.
  std::optional<unsigned> list(const clang::Expr *E) const;
  /// The scalar item or list that \p E is, or is an accumulator of.
  std::optional<unsigned> accumulator(const clang::Expr *E) const;
  /// Whether \p A and \p B are written as one accumulator.
  bool isSameAccumulator(const clang::Expr *A, const clang::Expr *B) const;
  /// The array item that \p E is an element of or, of a series of members, a
  /// member.
  std::optional<unsigned> array(const clang::Expr *E) const;
  /// A series of members, and how its elements meet those at a subscript.
  struct Overlap {
    unsigned Number;
    Meeting Meets;
  };
  /// The series of members that \p E, an element or a part of one, may share
  /// memory with.
  std::optional<Overlap> overlapping(const clang::Expr *E) const;
  /// The scalar item that \p E is, or that it is a part of.
  std::optional<unsigned> holding(const clang::Expr *E) const;
  /// The item that is a member of the object \p E, or null.
  const Item *inside(const clang::Expr *E) const;

private:
  const ScanLoop &Loop;
  const clang::ASTContext &Context;
};

/// The element of the array item \p I that \p E is or, of a series of members,
/// whose member it is; Base is null if there is none.
ElementAccess itemElement(const Item &I, const clang::Expr *E,
                          const clang::ASTContext &Context);

/// The object at the root of \p E, behind all fields and subscripts.
const clang::Expr *rootOf(const clang::Expr *E);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_SCAN_ITEMLOOKUP_H
