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

/// What an element of an array item is in iteration i.
enum class Role {
  None,     ///< No element of the item.
  Current,  ///< The one that is stored.
  Previous, ///< The one that iteration i - step stored.
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
  /// Takes \p Target, an element of the item, for y[f(i)]. False, with an
  /// error, if f is not affine and injective.
  bool setStore(const clang::Expr *E);
  /// What \p E is; None before setStore.
  Role role(const clang::Expr *E) const;
  /// Finds the previous element in \p E. An element that is neither that nor
  /// the stored one is an error.
  bool checkReads(const clang::Expr *E);
  /// Reports, at \p Loc, if no previous element has been found.
  bool requirePrevious(clang::SourceLocation Loc) const;

private:
  const ScanLoop &Loop;
  Item &Target;
  const clang::ASTContext &Context;
  const Diagnostics &Diags;
  Affine Stored;
};

/// Recognises a body that is nothing but the update of \p Target, which is the
/// only item of \p Loop. Answers std::nullopt, without an error, if the body is
/// more than that, and otherwise whether it is a scan; if not, the reason has
/// been reported.
std::optional<bool> analyzeRecurrence(const ScanLoop &Loop, Item &Target,
                                      const clang::ASTContext &Context,
                                      const Diagnostics &Diags);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_SCAN_RECURRENCE_H
