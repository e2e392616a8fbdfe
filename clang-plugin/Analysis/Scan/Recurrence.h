//===- Recurrence.h - What an item stores --------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_SCAN_RECURRENCE_H
#define OMPSCAN_PLUGIN_ANALYSIS_SCAN_RECURRENCE_H

#include "Analysis/Expressions/Affine.h"
#include "Model/ScanLoop.h"
#include "Support/Diagnostics.h"

namespace ompscan::plugin {

/// The role of an expression in the recurrence of an array item.
enum class Role {
  None,     ///< Not an element of the item.
  Current,  ///< The element that the iteration stores.
  Previous, ///< The element that the preceding iteration stored.
  Apart,    ///< An element that no iteration stores.
  /// The launch finds out whether another iteration stores the element.
  MaybeApart,
  Other
};

/// The recurrence `y[f(i)] = y[f(i - step)] op input` of one array item.
class Recurrence {
public:
  Recurrence(const ScanLoop &Loop, Item &Target,
             const clang::ASTContext &Context, const Diagnostics &Diags)
      : Loop(Loop), Target(Target), Context(Context), Diags(Diags) {}

  /// Whether \p E is an element of the item.
  bool isElement(const clang::Expr *E) const;
  /// Sets y[f(i)] to \p E, an element of the item. False, with an error, if f
  /// is not affine and injective.
  bool setStore(const clang::Expr *E);
  /// The role of \p E; None before setStore().
  Role role(const clang::Expr *E) const;
  /// Finds the previous element in \p E. Reports elements of role Other.
  bool checkReads(const clang::Expr *E);
  /// Reports at \p Loc if no previous element has been found.
  bool requirePrevious(clang::SourceLocation Loc) const;

private:
  const ScanLoop &Loop;
  Item &Target;
  const clang::ASTContext &Context;
  const Diagnostics &Diags;
  Affine Stored;
};

/// Recognises a body that consists only of the update of \p Target, the only
/// item of \p Loop. Returns std::nullopt, without an error, if the body
/// contains more, else whether it is a scan; false with the reason reported.
std::optional<bool> analyzeRecurrence(const ScanLoop &Loop, Item &Target,
                                      const clang::ASTContext &Context,
                                      const Diagnostics &Diags);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_SCAN_RECURRENCE_H
