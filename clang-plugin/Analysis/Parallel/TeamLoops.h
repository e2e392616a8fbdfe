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
                   const NamedArrays &Bases, const clang::DeclContext &Function,
                   const clang::ASTContext &Context, const Diagnostics &Diags);

/// Whether teams for different iterations of \p Nest, which has a Team, do the
/// same, step by step: its loops, and stores between them, are no part of other
/// statements, and the bounds do not depend on the iteration.
bool hasEqualRows(const ScanLoop &Nest);

/// Whether \p E, an expression of \p Nest outside of the inner loops, may have
/// different values in its iterations.
bool variesByRow(const clang::Expr *E, const ScanLoop &Nest);

/// Whether the work-items of a team may have an iteration of \p Nest each, and
/// scan the elements of all of them together: each iteration reaches the one
/// inner loop, which is a scan, stores nothing before it, and few values that
/// the scan uses differ from iteration to iteration.
bool hasBundles(const ScanLoop &Nest, const clang::ASTContext &Context);

/// Whether several teams can run parts of the only loop of a row of \p Nest,
/// which has a Team. Each of them runs the statements before the loop, and that
/// of the last part those after it.
bool hasParts(const ScanLoop &Nest);

/// Whether \p S, a statement outside of the inner loops, stores to an element
/// and does nothing else, so that one work-item of a team can do it for all.
bool isTeamStore(const nest::Statement &S, const ScanLoop &Nest);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_PARALLEL_TEAMLOOPS_H
