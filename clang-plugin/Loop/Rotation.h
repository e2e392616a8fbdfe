//===- Rotation.h - Temporaries that rotate ------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_LOOP_ROTATION_H
#define OMPSCAN_LOOP_ROTATION_H

#include "Loop/ScanLoop.h"
#include "Support/Diagnostics.h"

namespace ompscan {

/// Finds variables from outside of \p Loop that an iteration reads before it
/// assigns them, once and in any case, as in
///
///   t2 = x[i]; x[i] = x[i-1] + t1; t1 = t2;
///
/// They become private variables of an iteration that begin as what the
/// iteration before computed. False, with an error, if one is said to be
/// private.
bool findRotations(ScanLoop &Loop, const Diagnostics &Diags);

/// Checks, once the body has been read, that what an iteration leaves for the
/// next one can be computed without running it.
bool checkRotations(ScanLoop &Loop, const clang::ASTContext &Context,
                    const Diagnostics &Diags);

} // namespace ompscan

#endif // OMPSCAN_LOOP_ROTATION_H
