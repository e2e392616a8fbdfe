//===- Recurrence.h - What an item stores --------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_SCAN_RECURRENCE_H
#define OMPSCAN_PLUGIN_ANALYSIS_SCAN_RECURRENCE_H

#include "AST/Expressions.h"
#include "Analysis/Expressions/Affine.h"
#include "Analysis/Scan/ItemLookup.h"
#include "Model/ScanLoop.h"
#include "Support/Diagnostics.h"

namespace ompscan::plugin {

/// The role of an expression in the recurrence of an array item.
enum class Role {
  None,     ///< Not an element of the item.
  Current,  ///< The element that the iteration stores.
  Previous, ///< The element that the preceding iteration stored.
  Earlier, ///< One that an iteration before that stored; affine updates use it.
  Apart,   ///< An element that no iteration stores.
  /// The launch finds out whether another iteration stores the element.
  MaybeApart,
  Other
};

/// The recurrence `y[f(i)] = y[f(i - step)] op input` of one array item.
class Recurrence {
public:
  Recurrence(const ScanLoop &Loop, Item &Target,
             const clang::ASTContext &Context, const Diagnostics &Diags)
      : Loop(Loop), Target(Target), Context(Context), Diags(Diags) {
    if (Target.Series)
      setStore(Target.Series);
  }

  /// Whether \p E is an element of the item or, of a series of members, the
  /// member of one.
  bool isElement(const clang::Expr *E) const;
  /// The first element of the item that \p Body assigns, or null.
  const clang::Expr *findStore(const nest::Statement &Body) const;
  /// Sets y[f(i)] to \p E, an element of the item. False, with an error, if f
  /// is not affine and injective.
  bool setStore(const clang::Expr *E);
  /// The role of \p E; None before setStore().
  Role role(const clang::Expr *E) const;
  /// Finds the elements in \p E that iterations before store. Reports elements
  /// of role Other.
  bool checkReads(const clang::Expr *E);
  /// Finds the elements between the current one and the first that the
  /// iteration reads. Reports at \p Loc if there is no way to name them.
  bool completeLags(clang::SourceLocation Loc);
  /// Reports at \p Loc if no previous element has been found.
  bool requirePrevious(clang::SourceLocation Loc) const;

  /// How many iterations before the current one store \p E, an element of role
  /// Previous or Earlier.
  unsigned lag(const clang::Expr *E) const {
    return lag(*affine(access(E).Index, Loop.IV.Var, Context));
  }
  /// Whether one of the last iterations stores \p E.
  bool isStoredBefore(const clang::Expr *E) const;

private:
  ElementAccess access(const clang::Expr *E) const {
    return itemElement(Target, E, Context);
  }
  const clang::Expr *findStore(const clang::Expr &E) const;
  unsigned lag(const Affine &Formula) const;
  void noteLag(const clang::Expr *E);
  clang::Expr *movedIndex(const clang::Expr *Index, int64_t Distance) const;
  const clang::Expr *elementAt(unsigned Lag, unsigned Known) const;

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
