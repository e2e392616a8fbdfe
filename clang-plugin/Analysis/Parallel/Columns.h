//===- Columns.h - Rows that are scanned side by side --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_PARALLEL_COLUMNS_H
#define OMPSCAN_PLUGIN_ANALYSIS_PARALLEL_COLUMNS_H

#include "Model/ScanLoop.h"

namespace ompscan::plugin {

/// Whether neighbouring iterations of the inner loops of \p Nest access
/// neighbouring elements. Otherwise neighbouring rows may.
bool accessesNeighbours(const ScanLoop &Nest);

/// Whether iterations of \p Nest are columns, which can be run side by side,
/// and each of them in parts: neighbouring ones access neighbouring elements,
/// and they contain one loop, a scan of which all have equally many iterations.
/// What precedes it only computes values, from what the nest does not store,
/// and the first values of the scan. So it can run again wherever a value is
/// needed.
bool hasColumns(const ScanLoop &Nest);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_PARALLEL_COLUMNS_H
