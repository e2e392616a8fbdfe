//===- ItemChecks.h - Updates that scans can have ------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_SCAN_ITEMCHECKS_H
#define OMPSCAN_PLUGIN_ANALYSIS_SCAN_ITEMCHECKS_H

#include "Model/ScanLoop.h"
#include "Support/Diagnostics.h"

namespace ompscan::plugin {

/// Whether the updates of an item have a form that a scan can have.
class ItemChecks {
public:
  ItemChecks(const ScanLoop &Loop, const clang::ASTContext &Context,
             const Diagnostics &Diags)
      : Loop(Loop), Context(Context), Diags(Diags) {}

  /// Reports \p Target, all updates of which are known, if its functions are
  /// none of its operator.
  bool checkForm(const Item &Target) const {
    return checkFunction(Target) && checkLinear(Target);
  }
  /// Reports \p U, an update of the linear system \p System in a branch, if it
  /// replaces a floating-point number by one that depends on no accumulator: a
  /// map whose factors are 0 does not forget NaN and infinity.
  bool checkRestart(const Item &System, const Update &U,
                    clang::SourceLocation Loc) const;
  /// Whether an iteration can make each update of \p Target again: the result
  /// is exact, and nothing that the iteration reads has changed.
  bool mayStep(const Item &Target) const;

private:
  /// Reports \p Target if none of its functions uses the value before. A loop
  /// that observes something new in each iteration may name `last` all the
  /// same.
  bool checkFunction(const Item &Target) const;
  /// Reports \p Target if it is a linear recurrence of an order above 1, or a
  /// linear system, of a form that has no matrix of numbers.
  bool checkLinear(const Item &Target) const;

  const ScanLoop &Loop;
  const clang::ASTContext &Context;
  const Diagnostics &Diags;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_SCAN_ITEMCHECKS_H
