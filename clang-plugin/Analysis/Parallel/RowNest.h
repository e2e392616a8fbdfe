//===- RowNest.h - The rows of a scan as iterations ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_PARALLEL_ROWNEST_H
#define OMPSCAN_PLUGIN_ANALYSIS_PARALLEL_ROWNEST_H

#include "Analysis/Scan/LoopAnalysis.h"
#include "Model/ScanLoop.h"
#include "Support/Diagnostics.h"

namespace ompscan::plugin {

/// Whether each row of \p Batch begins anew, whatever the items are before it:
/// they are arrays, or scalars to which an iteration first assigns a value of
/// the row if it is the first one: `if (i == 0) s = 0;`.
bool beginsAnew(const ScanLoop &Batch, const clang::ASTContext &Context);

/// The rows of \p Batch, the loops \p Own of a directive, which begins anew in
/// each, as the iterations of a ParallelLoop: the scan is a loop in the body.
/// Scalar items are private to a row and get their first values in front of
/// that loop; the last row leaves the values that they have after the rows.
/// \p Batch, which knows the elements of all rows, becomes the launch of that
/// loop. std::nullopt, with the reason reported, if the body cannot be one.
std::optional<ScanLoop> rowNest(ScanLoop &Batch, const DirectiveLoop &Own,
                                clang::ASTContext &Context,
                                const Diagnostics &Diags);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_PARALLEL_ROWNEST_H
