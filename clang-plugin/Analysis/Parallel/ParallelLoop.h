//===- ParallelLoop.h - `target` loops without a scan --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_PARALLEL_PARALLELLOOP_H
#define OMPSCAN_PLUGIN_ANALYSIS_PARALLEL_PARALLELLOOP_H

#include "Analysis/Clauses/Clauses.h"
#include "Model/ScanLoop.h"
#include "Support/Diagnostics.h"

namespace ompscan::plugin {

/// The description of the loop under \p D, which stands in \p Function. What
/// cannot be told, or has no place on a device, is reported: then the loop is
/// the host's.
std::optional<ScanLoop> analyzeParallelLoop(const ScanDirective &D,
                                            const clang::DeclContext &Function,
                                            const clang::ASTContext &Context,
                                            const Diagnostics &Diags);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_PARALLEL_PARALLELLOOP_H
