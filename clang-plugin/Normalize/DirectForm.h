//===- DirectForm.h - Loop bodies without names -------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_DIRECTFORM_H
#define OMPSCAN_PLUGIN_NORMALIZE_DIRECTFORM_H

#include "Analysis/Clauses/Directives.h"
#include "Model/ScanLoop.h"
#include "clang/Sema/Sema.h"

namespace ompscan::plugin {

/// The loop of a directive without names, and the calls whose places the bodies
/// of functions have taken.
struct DirectForm {
  clang::Stmt *Loop = nullptr; ///< Null if the directive has none.
  std::vector<InlinedCall> Inlined = {};
  /// The arrays that the pointers among the names lead into.
  NamedArrays Bases = {};
  /// Updates that stand behind their places in the program (BranchCounts.h).
  llvm::SmallVector<const clang::Stmt *, 1> Moved = {};
};

/// The loop of \p D, as the host runs it, in the form without names:
///
///     const int at = r * n + i;            y[r * n + i] += x[3 * i + 1];
///     const float *p = &x[3 * i];
///     y[at] += p[1];
///
/// Names are integers, pointers into arrays and references to elements, if an
/// iteration declares them and nothing that they are computed from changes
/// where they are in scope. With \p WithTables, elements of arrays of arrays
/// become those of one array if the row changes in the loop. Elements that are
/// stored and read back become StoredElements, and macros of the C library are
/// replaced, and items that are the targets of pointers become variables. The
/// analysis and the kernels see this form. The host runs the loop as it is
/// written: arrays that overlap may change what a name is computed from.
DirectForm directForm(const ScanDirective &D, clang::Sema &S,
                      clang::DeclContext *DC, bool WithTables = false);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_DIRECTFORM_H
