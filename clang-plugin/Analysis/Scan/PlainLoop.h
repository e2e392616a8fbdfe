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

/// The scan that \p Given, a loop without a scan, would be with a `scan` clause
/// of one item, which is the last one; std::nullopt, with the reasons reported
/// to \p Quiet, if it would be none.
std::optional<ScanLoop> findPlainScan(const DirectiveLoop &Given,
                                      const clang::DeclContext &Function,
                                      const clang::ASTContext &Context,
                                      const Diagnostics &Quiet);
/// The variables and arrays that may be that item, judged by a look at \p Loop
/// as the user has written it. Empty for a statement that is no loop.
llvm::SmallVector<const clang::Expr *, 2>
scanCandidates(const clang::Stmt &Loop, const clang::DeclContext &Function,
               const clang::ASTContext &Context, const Diagnostics &Quiet);

/// Whether \p E is a number of threads or that of the own one, which no loop
/// changes.
bool isThreadNumber(const clang::Expr &E);

/// Whether \p For has the canonical form of OpenMP as far as analyzeInduction()
/// relies on Clang: a variable that it declares and that one statement changes.
/// \p InRegion, of which each thread has variables, the loop may also just
/// initialize one, and compare it with numbers of threads.
bool isCanonical(const clang::ForStmt &For, bool InRegion);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_SCAN_PLAINLOOP_H
