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

/// The clauses of a directive and its outermost loop.
struct DirectiveLoop {
  Clauses Said;
  const clang::ForStmt *For;
};

/// The loop of \p D; std::nullopt, with the reason reported, if its clauses are
/// invalid or it has none.
std::optional<DirectiveLoop> loopOf(const ScanDirective &D,
                                    const clang::ASTContext &Context,
                                    const Diagnostics &Diags);

/// The description of the loop of \p D in \p Function; std::nullopt, with the
/// reason reported, if it cannot be proven to be a scan. \p AsBatch: one
/// description of all scans that `collapse` makes of it.
std::optional<ScanLoop> analyzeLoop(const ScanDirective &D,
                                    const clang::DeclContext &Function,
                                    const clang::ASTContext &Context,
                                    const Diagnostics &Diags,
                                    bool AsBatch = false);

/// The description of \p For, the outermost loop, with the clauses \p Said.
std::optional<ScanLoop> analyzeLoop(const Clauses &Said,
                                    const clang::ForStmt &For,
                                    const clang::DeclContext &Function,
                                    const clang::ASTContext &Context,
                                    const Diagnostics &Diags,
                                    bool AsBatch = false);

// What loops with a scan and without one have in common; see ParallelLoop.h.

/// The loop that is all of \p S; null, with an error, if there is none.
const clang::ForStmt *findLoop(const clang::Stmt *S,
                               clang::SourceLocation ScanLoc,
                               const Diagnostics &Diags);

/// The name of the function that \p Context is a part of.
std::string functionName(const clang::DeclContext &Context);

/// Adds the variables of which every iteration of \p Loop has its own to
/// Privates, and those whose last value is used to Lasts. Variables that are
/// only read are shared.
bool addPrivates(ScanLoop &Loop, const Clauses &Said, const Diagnostics &Diags);

/// Reports a private variable of \p Loop that an iteration reads before it
/// assigns it: the sequential loop would use the value of the preceding
/// iteration.
bool checkPrivates(const ScanLoop &Loop, const Diagnostics &Diags);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_SCAN_LOOPANALYSIS_H
