//===- Work.h - How much an iteration does -------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_WORK_H
#define OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_WORK_H

#include "Model/ScanLoop.h"

namespace ompscan::plugin {

/// An estimate of the time that an iteration of \p Loop takes, in iterations of
/// a prefix sum; 0 if an iteration may take any time, because it has a loop or
/// calls a function that is not known.
unsigned workOf(const ScanLoop &Loop);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_WORK_H
