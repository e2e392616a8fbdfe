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

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_UNITSTEP_H
