//===- Batch.h - All rows of a scan in one launch ------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_ACCESSES_BATCH_H
#define OMPSCAN_PLUGIN_ANALYSIS_ACCESSES_BATCH_H

#include "Model/ScanLoop.h"
#include "Support/Diagnostics.h"

namespace ompscan::plugin {

/// Reports bounds of \p Loop and its outer loops that prevent counting their
/// iterations together. Only the loops of \p Loop have to be known.
bool checkBatchBounds(const ScanLoop &Loop, const clang::ASTContext &Context,
                      const Diagnostics &Diags);

/// Adds to \p New, the access of \p Node, how it moves along the outer loops of
/// \p Loop, a batch; false, with an error, if that has no formula.
bool followOuter(Access &New, const clang::Expr *Node, const ScanLoop &Loop,
                 const clang::ASTContext &Context, const Diagnostics &Diags);

/// Reports what prevents \p Loop, which has been read as a batch, from being
/// one.
bool checkBatch(const ScanLoop &Loop, const Diagnostics &Diags);

/// Reports items of \p Loop, a batch, that begin anew in each row, while others
/// continue.
bool checkContinued(const ScanLoop &Loop, const Diagnostics &Diags);

/// Reports an item of \p Loop, a batch whose rows begin anew, that cannot be
/// scanned by one work-item in each row.
bool checkAnew(const ScanLoop &Loop, const Diagnostics &Diags);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_ACCESSES_BATCH_H
