//===- UnreadResults.h - Accumulators that nobody reads ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_LOOP_UNREADRESULTS_H
#define OMPSCAN_LOOP_UNREADRESULTS_H

#include "Loop/ScanLoop.h"

namespace ompscan {

/// Whether what \p Loop leaves in its scalars is never read. Then the host need
/// not wait for it. Errs to the side of a reader.
///
/// \param Directive the statement in \p Function, the whole body of what \p DC
///        is, that the loop is made of.
bool hasUnreadResults(const ScanLoop &Loop, const clang::Stmt *Directive,
                      const clang::Stmt *Function,
                      const clang::DeclContext &DC);

} // namespace ompscan

#endif // OMPSCAN_LOOP_UNREADRESULTS_H
