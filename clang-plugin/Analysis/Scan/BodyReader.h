//===- BodyReader.h - The statements of a scan loop ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_SCAN_BODYREADER_H
#define OMPSCAN_PLUGIN_ANALYSIS_SCAN_BODYREADER_H

#include "Analysis/Accesses/AccessCollector.h"
#include "Model/ScanLoop.h"
#include "Support/Diagnostics.h"

namespace ompscan::plugin {

/// Reads the body of \p Loop, of which IV and Items are known, as statements
/// around the updates of its items: finds each update, sees to it that no input
/// depends on an item's value, and records the accesses of all the rest in
/// \p Accesses. What keeps the loop from being a scan is reported at the token
/// that breaks it.
bool analyzeBody(ScanLoop &Loop, AccessCollector &Accesses,
                 const clang::ASTContext &Context, const Diagnostics &Diags);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_SCAN_BODYREADER_H
