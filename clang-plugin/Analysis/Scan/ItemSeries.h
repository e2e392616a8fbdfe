//===- ItemSeries.h - Several recurrences in one array -------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_SCAN_ITEMSERIES_H
#define OMPSCAN_PLUGIN_ANALYSIS_SCAN_ITEMSERIES_H

#include "Model/ScanLoop.h"
#include "Support/Diagnostics.h"

namespace ompscan::plugin {

/// Replaces each array among the items of \p Loop, whose IV and Body are known,
/// by its series if there are several, or if it is members of elements that the
/// loop computes from each other. An array that several clauses name gives each
/// series the first of their operators that fits. False, with an error, if an
/// array of structures has no series that can be scanned, or if a clause is
/// left over.
bool findSeries(ScanLoop &Loop, const clang::ASTContext &Context,
                const Diagnostics &Diags);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_SCAN_ITEMSERIES_H
