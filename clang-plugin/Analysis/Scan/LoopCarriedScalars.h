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

/// Finds variables from outside of \p Loop that an iteration reads before it
/// assigns them, once and in any case, as in
///
///   t2 = x[i]; x[i] = x[i-1] + t1; t1 = t2;
///
/// They become private variables of an iteration that begin as what the
/// iteration before computed. False, with an error, if one is said to be
/// private.
bool findLoopCarriedScalars(ScanLoop &Loop, const Diagnostics &Diags);

/// Checks, once the body has been read, that what an iteration leaves for the
/// next one can be computed without running it.
bool checkLoopCarriedScalars(ScanLoop &Loop, const clang::ASTContext &Context,
                             const Diagnostics &Diags);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_SCAN_LOOPCARRIEDSCALARS_H
