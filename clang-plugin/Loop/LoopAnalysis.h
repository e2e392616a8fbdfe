//===- LoopAnalysis.h - From Clang's AST to a ScanLoop -------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_LOOP_LOOPANALYSIS_H
#define OMPSCAN_LOOP_LOOPANALYSIS_H

#include "Loop/Clauses.h"
#include "Loop/ScanLoop.h"
#include "Support/Diagnostics.h"

namespace ompscan {

/// The description of the loop under \p D, which stands in \p Context; or
/// std::nullopt, with the reason reported, if it cannot be proven to be a scan.
std::optional<ScanLoop> analyzeLoop(const ScanDirective &D,
                                    const clang::DeclContext &Function,
                                    const clang::ASTContext &Context,
                                    const Diagnostics &Diags);

/// The same of \p For, of which \p Said is known; with `collapse(2)` it is the
/// outer one.
std::optional<ScanLoop> analyzeLoop(const Clauses &Said,
                                    const clang::ForStmt &For,
                                    const clang::DeclContext &Function,
                                    const clang::ASTContext &Context,
                                    const Diagnostics &Diags);

} // namespace ompscan

#endif // OMPSCAN_LOOP_LOOPANALYSIS_H
