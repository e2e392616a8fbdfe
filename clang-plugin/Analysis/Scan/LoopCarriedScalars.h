//===- LoopCarriedScalars.h - Temporaries that rotate --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_SCAN_LOOPCARRIEDSCALARS_H
#define OMPSCAN_PLUGIN_ANALYSIS_SCAN_LOOPCARRIEDSCALARS_H

#include "Model/ScanLoop.h"
#include "Support/Diagnostics.h"

namespace ompscan::plugin {

/// Finds variables from outside of \p Loop that every iteration reads and then
/// assigns once, as in
///
///   t2 = x[i]; x[i] = x[i-1] + t1; t1 = t2;
///
/// They become private variables that start with the value of the preceding
/// iteration. False, with an error, if a clause makes one private.
bool findLoopCarriedScalars(ScanLoop &Loop, const Diagnostics &Diags);

/// Checks, after the body has been read, that the value which an iteration
/// passes on can be computed without running the iteration.
bool checkLoopCarriedScalars(ScanLoop &Loop, const clang::ASTContext &Context,
                             const Diagnostics &Diags);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_SCAN_LOOPCARRIEDSCALARS_H
