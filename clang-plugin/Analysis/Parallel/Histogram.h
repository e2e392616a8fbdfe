//===- Histogram.h - Lists that iterations only count in ------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_PARALLEL_HISTOGRAM_H
#define OMPSCAN_PLUGIN_ANALYSIS_PARALLEL_HISTOGRAM_H

#include "Model/ScanLoop.h"

namespace ompscan::plugin {

/// Finds out whether work-items may share the lists of \p Loop, whose body has
/// been read and which is combined by element.
void findHistogramUpdates(ScanLoop &Loop, const clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_PARALLEL_HISTOGRAM_H
