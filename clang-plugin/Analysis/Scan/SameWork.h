//===- SameWork.h - Loops that combine the same inputs -------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_SCAN_SAMEWORK_H
#define OMPSCAN_PLUGIN_ANALYSIS_SCAN_SAMEWORK_H

#include "Model/ScanLoop.h"

namespace ompscan::plugin {

/// Whether each iteration of \p Fold, a reduction to its last item, combines
/// the inputs that the iteration of \p Scan with the same number combines with
/// its last item. Stores, which only \p Scan has, do not count.
bool doesSameWork(const ScanLoop &Fold, const ScanLoop &Scan);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_SCAN_SAMEWORK_H
