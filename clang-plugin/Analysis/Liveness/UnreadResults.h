//===- UnreadResults.h - Accumulators that nobody reads ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_LIVENESS_UNREADRESULTS_H
#define OMPSCAN_PLUGIN_ANALYSIS_LIVENESS_UNREADRESULTS_H

#include "Analysis/Liveness/ExposedVariables.h"
#include "Model/ScanLoop.h"

namespace ompscan::plugin {

/// Whether the values that \p Loop leaves in scalars are never read, so that
/// the host need not wait for them. False if that is not known.
///
/// \param Unexposed the unexposedVariables() of \p Directive, the statement of
///        the loop in \p Function.
bool hasUnreadResults(const ScanLoop &Loop, const VariableSet &Unexposed,
                      const clang::Stmt *Directive,
                      const clang::Stmt *Function);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_LIVENESS_UNREADRESULTS_H
