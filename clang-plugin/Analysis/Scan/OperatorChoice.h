//===- OperatorChoice.h - The operator that fits an item ------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_SCAN_OPERATORCHOICE_H
#define OMPSCAN_PLUGIN_ANALYSIS_SCAN_OPERATORCHOICE_H

#include "Model/ScanLoop.h"

namespace ompscan::plugin {

/// Whether an update of \p I uses the value before, or leaves it under a
/// condition, as far as its operator may compose functions that do not.
bool isRecurrence(const Item &I);

/// Whether \p Op fits every update of the item \p Number of \p Loop, whose IV
/// and items are known.
bool fitsOperator(const ScanLoop &Loop, unsigned Number, Operator Op,
                  const clang::ASTContext &Context);

/// The operator that scans the item \p Number if some of its updates combine
/// values by its own, predefined, operator and others reset it: assign a value
/// that does not depend on it. std::nullopt if none resets it.
std::optional<Operator> operatorOfResets(const ScanLoop &Loop, unsigned Number,
                                         const clang::ASTContext &Context);

/// An operator that needs no declaration and that fits every update of an item.
struct FittingOperator {
  Operator Op;
  bool NeedsPromise; ///< Item::PromisesDividends
};

/// The first such operator of the item \p Number; std::nullopt if there is
/// none.
std::optional<FittingOperator>
fittingOperator(const ScanLoop &Loop, unsigned Number,
                const clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_SCAN_OPERATORCHOICE_H
