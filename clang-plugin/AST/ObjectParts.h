//===- ObjectParts.h - Members and elements of objects -------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_AST_OBJECTPARTS_H
#define OMPSCAN_PLUGIN_AST_OBJECTPARTS_H

#include "AST/Expressions.h"
#include "Support/Diagnostics.h"

namespace ompscan::plugin {

/// What \p E is a member of or, if that is an array and no pointer, an element;
/// null if it is neither.
const clang::Expr *partAround(const clang::Expr *E);

/// The object that \p E is a part of: through members and through arrays that
/// are objects, not through pointers.
const clang::Expr *wholeObject(const clang::Expr *E);

/// What is wrong with an assignment to \p Target, which is neither the
/// iteration's own nor an element: a diagnostic that takes its text.
Diag whyNoTarget(const clang::Expr *Target);

/// An element that is no array itself, of an array of any number of dimensions.
struct WholeElement {
  /// `y[i]`, `a[i][j]`; null if there is none.
  const clang::Expr *Node = nullptr;
  /// The array, whose elements are counted row by row.
  ElementAccess Access;
  /// The extent of a row is not a constant, so that there is no such count.
  bool HasUnknownRows = false;
};

/// The element of an array that \p E is, or that it is a part of.
WholeElement wholeElement(const clang::Expr *E,
                          const clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_AST_OBJECTPARTS_H
