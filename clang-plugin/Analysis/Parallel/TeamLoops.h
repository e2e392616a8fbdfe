//===- TeamLoops.h - Loops that teams of work-items share ----- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_PARALLEL_TEAMLOOPS_H
#define OMPSCAN_PLUGIN_ANALYSIS_PARALLEL_TEAMLOOPS_H

#include "Analysis/Clauses/Directives.h"
#include "Model/ScanLoop.h"
#include "Support/Diagnostics.h"

namespace ompscan::plugin {

/// The directives of loops inside of the loop of \p D.
llvm::SmallVector<ScanDirective, 2>
innerDirectives(const ScanDirective &D, const clang::ASTContext &Context);

/// Finds the Team of \p Nest, which is the loop of a directive without the
/// directives \p Inner of the loops in it, and without the names that \p Bases
/// has, which their clauses may mention. It remains empty, with the reason
/// reported, if a work-item has to run a whole iteration: a statement outside
/// of the inner loops has an effect that a team would have several times, or an
/// inner loop is not one that a team can share.
void findTeamLoops(ScanLoop &Nest, llvm::ArrayRef<ScanDirective> Inner,
                   const NamedArrays &Bases, clang::DeclContext &Function,
                   const clang::ASTContext &Context, const Diagnostics &Diags);

/// Whether \p S, a statement outside of the inner loops, stores to an element
/// and does nothing else, so that one work-item of a team can do it for all.
bool isTeamStore(const nest::Statement &S, const ScanLoop &Nest);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_PARALLEL_TEAMLOOPS_H
