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

/// Reads the body of \p Loop, whose IV and Items are known: finds the updates
/// of its items, checks that no input depends on an item's value, and records
/// all other accesses in \p Accesses. Reports what prevents the loop from being
/// a scan at the token that breaks it.
bool analyzeBody(ScanLoop &Loop, AccessCollector &Accesses,
                 const clang::ASTContext &Context, const Diagnostics &Diags);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_SCAN_BODYREADER_H
