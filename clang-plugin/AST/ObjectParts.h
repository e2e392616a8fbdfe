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

/// The object that \p E is a member of, or the array (not pointer) that it is
/// an element of; null if it is neither.
const clang::Expr *partAround(const clang::Expr *E);

/// The outermost object that \p E is a part of, through members and arrays but
/// not through pointers.
const clang::Expr *wholeObject(const clang::Expr *E);

/// The diagnostic for an assignment to \p Target, which is neither a variable
/// of the iteration nor an element. It takes the text of the target.
Diag whyNoTarget(const clang::Expr *Target);

/// The number of innermost elements in the array type \p Row.
clang::Expr *elementsIn(clang::QualType Row, clang::SourceLocation Loc,
                        const clang::ASTContext &Context);

/// An innermost element of an array of any number of dimensions.
struct WholeElement {
  /// `y[i]`, `a[i][j]`; null if there is none.
  const clang::Expr *Node = nullptr;
  /// The array, whose elements are counted row by row.
  ElementAccess Access;
  /// The rows of the array have variable extents.
  bool HasVariableRows = false;
};

/// The element of an array that \p E is, or that it is a part of.
WholeElement wholeElement(const clang::Expr *E,
                          const clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_AST_OBJECTPARTS_H
