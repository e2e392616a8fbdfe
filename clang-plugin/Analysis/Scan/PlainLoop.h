//===- PlainLoop.h - Scans that nobody has annotated ---------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_SCAN_PLAINLOOP_H
#define OMPSCAN_PLUGIN_ANALYSIS_SCAN_PLAINLOOP_H

#include "Analysis/Scan/LoopAnalysis.h"

namespace ompscan::plugin {

/// The scan that the loop \p For, which has no directive, would be with a
/// `scan` clause of one item; std::nullopt if it would be none. \p Quiet hears
/// why not.
std::optional<ScanLoop> findPlainScan(const clang::ForStmt &For,
                                      const clang::DeclContext &Function,
                                      const clang::ASTContext &Context,
                                      const Diagnostics &Quiet);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_SCAN_PLAINLOOP_H
