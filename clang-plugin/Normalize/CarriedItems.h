//===- CarriedItems.h - Items that no clause names ------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_CARRIEDITEMS_H
#define OMPSCAN_PLUGIN_NORMALIZE_CARRIEDITEMS_H

#include "Analysis/Scan/LoopAnalysis.h"

namespace ompscan::plugin {

/// Makes the variables that pass a value from an iteration to the next ones
/// items of \p Own, the loop of \p D in \p Function, by the operator `last`:
///
///     if (x[i] != key) {
///       s = 0;
///       key = x[i];
///     }
///     s += v[i];
///
/// Leaves it as it is if it is a scan without them, or none with them.
void addCarriedItems(const ScanDirective &D, DirectiveLoop &Own,
                     clang::DeclContext &Function,
                     const clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_CARRIEDITEMS_H
