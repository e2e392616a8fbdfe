//===- UnitStep.h - Loops that count their iterations --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_UNITSTEP_H
#define OMPSCAN_PLUGIN_NORMALIZE_UNITSTEP_H

#include "AST/TreeRewriter.h"
#include "Analysis/Clauses/Directives.h"
#include "Model/ScanLoop.h"
#include "clang/AST/Stmt.h"
#include "clang/Sema/Sema.h"

namespace ompscan::plugin {

/// \p For, a loop over \p IV in a region of \p DC, as one that counts its
/// iterations, so that its variable becomes one of the iteration:
///
///     for (i = a; i < b; i += 2)     for (i = 0;
///       s += x[i];                        i < (a < b ? (b - a + 1) / 2 : 0);
///                                         i++) {
///                                      int i' = a + i * 2;
///                                      s += x[i'];
///                                    }
///
/// It is \p For itself if the loop may change its first value or its condition
/// is `!=`, and std::nullopt after an error of Sema.
std::optional<clang::ForStmt *> countingIterations(clang::ForStmt &For,
                                                   const Induction &IV,
                                                   clang::Sema &S,
                                                   clang::DeclContext *DC);

/// Makes the loop of \p D, in a region of \p DC, count its iterations if its
/// step is no constant and does not change in the loop. The result goes to
/// OnHost of \p D. Returns false after an error of Sema.
bool makeStepConstant(ScanDirective &D, clang::Sema &S, clang::DeclContext *DC);

/// Whether a clause of \p D that the user wrote says what becomes of \p Var.
bool isInClause(const clang::OMPExecutableDirective &D,
                const clang::VarDecl &Var);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_UNITSTEP_H
