//===- UnreadResults.h - Accumulators that nobody reads ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_LIVENESS_UNREADRESULTS_H
#define OMPSCAN_PLUGIN_ANALYSIS_LIVENESS_UNREADRESULTS_H

#include "Model/ScanLoop.h"

namespace ompscan::plugin {

/// Whether what \p Loop leaves in its scalars is never read. Then the host need
/// not wait for it. Errs to the side of a reader.
///
/// \param Directive the statement in \p Function, the whole body of what \p DC
///        is, that the loop is made of.
bool hasUnreadResults(const ScanLoop &Loop, const clang::Stmt *Directive,
                      const clang::Stmt *Function,
                      const clang::DeclContext &DC);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_LIVENESS_UNREADRESULTS_H
