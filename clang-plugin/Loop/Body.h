//===- Body.h - The statements of a scan loop ----------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_LOOP_BODY_H
#define OMPSCAN_LOOP_BODY_H

#include "Loop/Accesses.h"
#include "Loop/ScanLoop.h"
#include "Support/Diagnostics.h"

namespace ompscan {

/// Reads the body of \p Loop, of which IV and Items are known, as statements
/// around the updates of its items: finds each update, sees to it that no input
/// depends on an item's value, and records the accesses of all the rest in
/// \p Accesses. What keeps the loop from being a scan is reported at the token
/// that breaks it.
bool analyzeBody(ScanLoop &Loop, AccessCollector &Accesses,
                 const clang::ASTContext &Context, const Diagnostics &Diags);

} // namespace ompscan

#endif // OMPSCAN_LOOP_BODY_H
