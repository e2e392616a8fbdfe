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

/// The description of the loop of \p D in \p Function; std::nullopt, with the
/// reason reported, if it has to stay on the host.
std::optional<ScanLoop> analyzeParallelLoop(const ScanDirective &D,
                                            const clang::DeclContext &Function,
                                            const clang::ASTContext &Context,
                                            const Diagnostics &Diags);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_PARALLEL_PARALLELLOOP_H
