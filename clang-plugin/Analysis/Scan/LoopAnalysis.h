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

/// Loops from the outside to the inside, each of them the body of the one
/// around it.
using LoopNest = llvm::SmallVector<const clang::ForStmt *, 2>;

/// The clauses of a directive and its loops.
struct DirectiveLoop {
  Clauses Said;
  /// As the analysis reads them.
  LoopNest Loops;
  /// As the host runs them.
  LoopNest OnHost;
};

/// The loops of \p D; std::nullopt, with the reason reported, if its clauses
/// are invalid or there are none.
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

/// The description of \p Own.
std::optional<ScanLoop> analyzeLoop(const DirectiveLoop &Own,
                                    const clang::DeclContext &Function,
                                    const clang::ASTContext &Context,
                                    const Diagnostics &Diags,
                                    bool AsBatch = false);

// What loops with a scan and without one have in common; see ParallelLoop.h.

/// \p Count loops, the outermost of which is all of \p S; std::nullopt, with an
/// error, if one is no loop.
std::optional<LoopNest> findLoops(const clang::Stmt *S, unsigned Count,
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
