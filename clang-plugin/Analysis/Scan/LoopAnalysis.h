//===- LoopAnalysis.h - From Clang's AST to a ScanLoop -------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_SCAN_LOOPANALYSIS_H
#define OMPSCAN_PLUGIN_ANALYSIS_SCAN_LOOPANALYSIS_H

#include "Analysis/Clauses/Clauses.h"
#include "Model/ScanLoop.h"
#include "Support/Diagnostics.h"

namespace ompscan::plugin {

/// The description of the loop under \p D, which stands in \p Context; or
/// std::nullopt, with the reason reported, if it cannot be proven to be a scan.
/// \p AsBatch: the scans that `collapse` makes of it as one, or the reason why
/// each is a launch of its own.
std::optional<ScanLoop> analyzeLoop(const ScanDirective &D,
                                    const clang::DeclContext &Function,
                                    const clang::ASTContext &Context,
                                    const Diagnostics &Diags,
                                    bool AsBatch = false);

/// The same of \p For, of which \p Said is known; with `collapse` it is the
/// outermost one.
std::optional<ScanLoop> analyzeLoop(const Clauses &Said,
                                    const clang::ForStmt &For,
                                    const clang::DeclContext &Function,
                                    const clang::ASTContext &Context,
                                    const Diagnostics &Diags,
                                    bool AsBatch = false);

// What loops with a scan and without one have in common; see ParallelLoop.h.

/// The loop that \p S consists of, or null with an error.
const clang::ForStmt *findLoop(const clang::Stmt *S,
                               clang::SourceLocation ScanLoc,
                               const Diagnostics &Diags);

/// The name of the function that \p Context is a part of.
std::string functionName(const clang::DeclContext &Context);

/// Decides which variables every iteration of \p Loop has for itself, and which
/// leave a value behind. A variable that is only read is the same for all.
bool addPrivates(ScanLoop &Loop, const Clauses &Said, const Diagnostics &Diags);

/// Reports a private variable of \p Loop that an iteration reads and has not
/// assigned: the sequential loop would use the value of the one before.
bool checkPrivates(const ScanLoop &Loop, const Diagnostics &Diags);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_SCAN_LOOPANALYSIS_H
