//===- RowForm.h - Names for the rows of a scan --------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_ROWFORM_H
#define OMPSCAN_PLUGIN_NORMALIZE_ROWFORM_H

#include "Analysis/Clauses/Directives.h"
#include "clang/Sema/Sema.h"

namespace ompscan::plugin {

/// Replaces the names that iterations of a `distribute` give to their row
/// before they scan it,
///
///     for (int r = 0; r < h; r++) {
///       int *row = y + r * w;
///       #pragma omp parallel for scan(+ : row)
///       for (int j = 1; j < w; j++)
///         row[j] = row[j - 1] + x[r * w + j];
///     }
///
/// by what they stand for, `y[r * w + j]`. Names are pointers into arrays, and
/// integers, that nothing changes. The result goes to OnHost of \p D, and the
/// arrays that the pointers lead into to Bases; false if that is not possible.
bool replaceRowNames(ScanDirective &D, clang::Sema &S);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_ROWFORM_H
